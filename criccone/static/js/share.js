// Shares the page's address with the device's share dialog, or copies it if there is none.

/** @type {HTMLButtonElement} */
const button = document.querySelector("[data-share]");
const url = location.origin + location.pathname;

async function share() {
  if (navigator.share) {
    await navigator.share({ title: button.dataset.share, url }).catch(() => {}); // cancelled
    return;
  }
  await navigator.clipboard.writeText(url);
  document.dispatchEvent(new CustomEvent("toast", { detail: { value: button.dataset.shared } }));
}

// A page over plain http can neither share nor copy.
if (navigator.share || navigator.clipboard) button.hidden = false;
button.addEventListener("click", share);
