// Push notices, which reach a phone even with its browser closed: a button switches them on and off (https only).

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
async function sendToServer(fields) {
  const answer = await fetch(`${location.pathname}avvisi/`, {
    method: "POST",
    headers: { "X-CSRFToken": csrfToken() },
    body: new URLSearchParams(fields),
  });
  if (!answer.ok) throw new Error(String(answer.status));
}

/**
 * The browser's subscription with that key. A subscription with an older key is useless and is cancelled.
 * @param {PushManager} manager
 * @param {Uint8Array<ArrayBuffer>} key
 */
async function subscribe(manager, key) {
  const before = await manager.getSubscription();
  if (before && base64(before.options.applicationServerKey) !== base64(key.buffer)) {
    await before.unsubscribe();
  }
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** @param {HTMLButtonElement} button */
async function start(button) {
  const registration = await navigator.serviceWorker.register("/sw.js", { scope: "/" });
  const on = `criccone-avvisi:${location.pathname}`; // whether this device receives this entry's notices
  const show = () => button.setAttribute("aria-pressed", String(localStorage.getItem(on) === "yes"));

  const switchOn = async () => {
    await navigator.serviceWorker.ready;
    const key = bytesOf(button.dataset.pushKey);
    const subscription = await subscribe(registration.pushManager, key);
    await sendToServer({
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
    // The browser keeps its subscription: another evening may use it.
    await sendToServer({ endpoint: subscription.endpoint, off: "yes" });
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

function startIfSupported() {
  /** @type {HTMLButtonElement | null} */
  const button = document.querySelector("[data-push-key]");
  if (button && isSecureContext && "PushManager" in window && navigator.serviceWorker) {
    start(button).catch(() => {}); // no worker, no notices
  }
}

document.addEventListener("page:shown", startIfSupported);
startIfSupported();
