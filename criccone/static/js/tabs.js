// Tabs are wider than a phone: the current one is brought into view.

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
