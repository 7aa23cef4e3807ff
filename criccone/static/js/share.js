// Shares the page's address by the device's own sheet, or copies it where there is none.

/** @type {HTMLButtonElement} */
const button = document.querySelector("[data-share]");
const url = location.origin + location.pathname;

async function share() {
  if (navigator.share) {
    await navigator.share({ title: button.dataset.share, url }).catch(() => {}); // given up
    return;
  }
  await navigator.clipboard.writeText(url);
  document.dispatchEvent(new CustomEvent("toast", { detail: { value: button.dataset.shared } }));
}

// Plain http has neither.
if (navigator.share || navigator.clipboard) button.hidden = false;
button.addEventListener("click", share);
