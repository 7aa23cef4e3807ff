// The accusi of a smazzata: a small section each, kept together as JSON in one hidden field.

const NOTHING = { player: "", family: "", cards: [] };

function fromJson(text) {
  try {
    return JSON.parse(text || "[]").map((each) => ({
      player: each.player || "",
      family: each.cricca ? `cricca:${each.cricca}` : each.sequence ? `sequence:${each.sequence}` : "",
      cards: each.cards || [],
    }));
  } catch { return []; }
}

function toJson(declarations) {
  return JSON.stringify(declarations.map(({ player, family, cards }) => {
    const [kind, name] = family.split(":");
    return { ...(player && { side: player[0], player }), ...(name && { [kind]: name }), cards };
  }));
}

/** The editor of the form's declarations: `show()` draws what the field holds. Undefined where there is none. */
export function editDeclarations(form) {
  const box = form.querySelector("[data-declarations]");
  if (!box) return undefined;
  const field = box.querySelector("[data-declarations-field]");
  const list = box.querySelector("[data-declarations-list]");
  const template = box.querySelector("[data-declaration-template]");
  const add = box.querySelector("[data-declaration-add]");
  let count = 0;
  // One spelling of the same words, so that a draft can be told from what is stored.
  const started = fromJson(field.value);
  field.value = started.length ? toJson(started) : "";

  const read = (section) => ({
    player: section.querySelector("[data-player]:checked")?.value || "",
    family: section.querySelector("[data-family]").value,
    cards: [...section.querySelectorAll("[data-tiles] input:checked")].map((input) => input.value),
  });

  const keep = () => {
    const declarations = [...list.children].map(read);
    field.value = declarations.length ? toJson(declarations) : "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const card = (code, shown) => {
    const tile = form.querySelector(`.deck input[value="${code}"]`).closest("label").cloneNode(true);
    const input = tile.querySelector("input");
    input.removeAttribute("name");
    input.checked = shown;
    return tile;
  };

  const showCards = (section, shown) => {
    const option = section.querySelector("[data-family]").selectedOptions[0];
    const codes = option.dataset.cards?.split(" ") || [];
    section.querySelector("[data-tiles]").replaceChildren(...codes.map((code) => card(code, shown.includes(code))));
    section.querySelector("[data-cards-question]").hidden = !codes.length;
  };

  const draw = (declaration) => {
    const section = template.content.cloneNode(true).firstElementChild;
    count += 1;
    for (const radio of section.querySelectorAll("[data-player]")) {
      radio.setAttribute("form", "no-form");
      radio.name = `player-${count}`;
      radio.checked = radio.value === declaration.player;
    }
    section.querySelector("[data-family]").value = declaration.family;
    showCards(section, declaration.cards);
    list.append(section);
    return section;
  };

  box.addEventListener("input", (event) => {
    const section = event.target.closest(".declaration");
    if (!section) return;
    event.stopPropagation();
    if (event.target.matches("[data-family]")) showCards(section, []);
    keep();
  });
  box.addEventListener("click", (event) => {
    if (event.target.closest("[data-declaration-drop]")) {
      event.target.closest(".declaration").remove();
      keep();
    }
    if (event.target.closest("[data-declaration-add]")) {
      draw(NOTHING).scrollIntoView({ block: "nearest" });
      keep();
    }
  });
  add.hidden = false;
  return {
    show() {
      list.replaceChildren();
      fromJson(field.value).forEach(draw);
    },
  };
}
