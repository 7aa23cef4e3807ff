// The organiser's desk beyond htmx: no act twice, questions in a dialog, the line of a pair, the clock.
// Every page works without it.

// --- No act twice -----------------------------------------------------------------------------------
// A form marked data-once goes out once; the verbs refuse the second time anyway, this spares the sentence.

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-once]")) return;
  if (form.dataset.sent) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  form.dataset.sent = "yes";
  if (form.querySelector("#line")) htmx.trigger("#line", "htmx:abort");
  // After the browser has read which button was pressed: a disabled one says nothing.
  setTimeout(() =>
    form.querySelectorAll("button").forEach((button) => {
      button.disabled = true;
    })
  );
}, true);

function free(form) {
  delete form.dataset.sent;
  form.querySelectorAll("button").forEach((button) => {
    button.disabled = false;
  });
}

// Back to a page kept in memory, or an answer that left the form where it was: it may go out again.
addEventListener("pageshow", (event) => {
  if (event.persisted) document.querySelectorAll("form[data-sent]").forEach(free);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const form = event.target.closest?.("form[data-sent]");
  if (form) free(form);
});

// --- Questions --------------------------------------------------------------------------------------
// <a data-ask href="…"> leads to a page that asks; here the question comes in a dialog instead.

function ask(link) {
  const dialog = document.getElementById("ask");
  htmx.ajax("GET", link.href, { source: dialog, target: dialog, swap: "innerHTML settle:0ms" });
}

// Not after the request's promise: htmx never keeps that of one that had to wait for another.
document.addEventListener("htmx:afterSwap", ({ target: dialog }) => {
  if (dialog.id === "ask" && dialog.children.length && !dialog.open) dialog.showModal();
});

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-ask]");
  if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    ask(link);
  }
  const close = event.target.closest("dialog [data-close]");
  if (close) {
    event.preventDefault();
    close.closest("dialog").close();
  }
});
document.getElementById("ask")?.addEventListener("close", (event) => event.target.replaceChildren());

// A page that renews itself waits while somebody is being asked.
document.addEventListener("htmx:beforeRequest", (event) => {
  if (event.target.id === "cockpit" && document.querySelector("dialog[open]")) event.preventDefault();
});

// --- One row of the list ----------------------------------------------------------------------------

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("[data-row]")) return;
  event.preventDefault();
  const row = form.closest("li");
  const values = Object.fromEntries(new FormData(form));
  htmx.ajax("POST", form.action, { source: form, target: row, swap: "outerHTML settle:0ms", values });
});

// --- The line of a pair -----------------------------------------------------------------------------

document.addEventListener("chosen", (event) => {
  const line = event.target;
  if (line.id !== "line") return;
  const isHalf = line.value.trimEnd().endsWith("/");
  // Tab picks too, and moves on: only Enter and a tap, which stay on the line, enter the pair.
  setTimeout(() => {
    if (!isHalf && document.activeElement === line) line.form.requestSubmit();
  });
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.target.id !== "line-list") return;
  const line = document.getElementById("line");
  if (event.target.children.length) line.setAttribute("aria-activedescendant", "line-option-1");
  else line.removeAttribute("aria-activedescendant");
});

// The first thing that the line did not say: its answer has the focus, Enter confirms.
document.addEventListener("htmx:afterSettle", () => {
  const asked = document.querySelector("#desk .player");
  if (asked && document.activeElement?.id === "line") {
    asked.querySelector(".choice input:checked, [name$=consents]").focus();
  }
});

// --- The tabs, wider than a phone ----------------------------------------------------------------------

document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });

// --- The clock of the turn --------------------------------------------------------------------------

function tick() {
  document.querySelectorAll("[data-ends-at]").forEach((clock) => {
    const seconds = Math.round((new Date(clock.dataset.endsAt) - Date.now()) / 1000);
    const away = Math.abs(seconds);
    const time = `${Math.floor(away / 60)}:${String(away % 60).padStart(2, "0")}`;
    clock.querySelector(".number").textContent = (seconds >= 0 ? clock.dataset.left : clock.dataset.over)
      .replace("%s", time);
    clock.classList.toggle("is-over", seconds < 0);
  });
}
if (document.querySelector("#cockpit")) {
  setInterval(tick, 1000);
  document.addEventListener("htmx:afterSettle", tick);
  tick();
}

// --- A file that is too big -------------------------------------------------------------------------
// Said before it is sent: the server says it again.

document.addEventListener("change", (event) => {
  const most = Number(event.target.dataset?.mostBytes);
  if (!most) return;
  const tooBig = [...event.target.files].some((file) => file.size > most);
  event.target.form.querySelector("[data-too-big]").hidden = !tooBig;
  event.target.form.querySelectorAll("button").forEach((button) => {
    button.disabled = tooBig;
  });
});

// --- A club on its way ------------------------------------------------------------------------------
// While the form that brings it is being answered, the page asks how far the work is.

document.addEventListener("submit", (event) => {
  if (event.target.id === "welcome" && !event.defaultPrevented) htmx.trigger("#arrivo", "sent");
});
