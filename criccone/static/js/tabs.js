// Scrolls the current tab into view: all tabs together may be wider than a phone.

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
