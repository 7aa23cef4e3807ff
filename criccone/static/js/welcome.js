// While the server restores a club from the form that was sent, the page polls the progress.

document.addEventListener("submit", (event) => {
  if (event.target.id === "welcome" && !event.defaultPrevented) htmx.trigger("#arrivo", "sent");
});
