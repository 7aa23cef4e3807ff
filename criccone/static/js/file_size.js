// Refuses a file that is too large before it is sent; the server checks its size again.

document.addEventListener("change", (event) => {
  const most = Number(event.target.dataset?.mostBytes);
  if (!most) return;
  const tooBig = [...event.target.files].some((file) => file.size > most);
  event.target.form.querySelector("[data-too-big]").hidden = !tooBig;
  event.target.form.querySelectorAll("button").forEach((button) => {
    button.disabled = tooBig;
  });
});
