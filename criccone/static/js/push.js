// Notices to a phone whose browser is closed: switched on and off by a tap, where the browser can (https).

import { showError } from "./messages.js";

const csrfToken = () => document.cookie.match(/(?:^|; )csrftoken=([^;]+)/)?.[1] ?? "";

/** @param {ArrayBuffer} bytes */
const base64 = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text in base64url */
const bytesOf = (text) =>
  Uint8Array.from(
    atob(text.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0),
  );

/** @param {Record<string, string>} fields */
async function tell(fields) {
  const answer = await fetch(`${location.pathname}avvisi/`, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken() },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(String(answer.status));
}

/**
 * The browser's subscription with that key; one made with another key is of no use any more.
 * @param {PushManager} manager
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function subscribed(manager, key) {
  const before = await manager.getSubscription();
  if (before && base64(before.options.applicationServerKey) !== base64(key.buffer)) {
    await before.unsubscribe();
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {HTMLButtonElement} button */
async function start(button) {
  const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  const on = `criccone-avvisi:${location.pathname}`; // whether this entry's notices come here
  const show = () => button.setAttribute("aria-pressed", String(localStorage.getItem(on) === "yes"));

  const switchOn = async () => {
    await navigator.serviceWorker.ready;
    const key = bytesOf(button.dataset.pushKey);
    const subscription = await subscribed(registration.pushManager, key);
    await tell({
      endpoint: subscription.endpoint,
      public_key: base64(subscription.getKey("p256dh")),
      secret: base64(subscription.getKey("auth")),
    });
    localStorage.setItem(on, "yes");
  };

  const switchOff = async () => {
    const subscription = await registration.pushManager.getSubscription();
    localStorage.removeItem(on);
    if (!subscription) return;
    await tell({ endpoint: subscription.endpoint, off: "yes" }); // the browser's own may serve another evening
  };

  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await (localStorage.getItem(on) === "yes" ? switchOff() : switchOn());
    } catch {
      const isRefused = Notification.permission === "denied";
      showError(isRefused ? button.dataset.refused : button.dataset.failed);
    } finally {
      button.disabled = false;
      show();
    }
  });
  button.hidden = false;
  show();
}

function startWhereItCan() {
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector("[data-push-key]");
  if (button && isSecureContext && "PushManager" in window && navigator.serviceWorker) {
    start(button).catch(() => {}); // no worker, no notices
  }
}

document.addEventListener("page:shown", startWhereItCan);
startWhereItCan();
