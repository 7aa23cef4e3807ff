// A club on its way: while the form that brings it is being answered, the page asks how far the work is.

document.addEventListener("submit", (event) => {
  if (event.target.id === "welcome" && !event.defaultPrevented) htmx.trigger("#arrivo", "sent");
});
