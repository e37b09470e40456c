// What a script adds to pages that work without one: lines that are fetched when they come into
// view, decisions without a new page, and keys.

const root = document.getElementById("document");
const here = new URL(location.href);

// Everything that is shown was escaped by the server; an answer is parsed, never run.
const parsed = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

const say = (words) => { document.getElementById("said").textContent = words; };

for (const one of document.querySelectorAll(".scripted")) one.hidden = false;

// How many decisions the page has taken in: what was asked for before the last one does not know it.
let taken = 0;

// What was sent last, and how far its answer has come. The next decision waits for it: answers that
// overtake each other would leave the page as it stood before the last one.
let sent = Promise.resolve();

// Whether another page is on its way: a reload would call it off.
let isLeaving = false;
addEventListener("beforeunload", () => { isLeaving = true; });
addEventListener("pageshow", () => { isLeaving = false; });

// A reload would call off what is being sent, too.
const reloadAfterwards = async () => {
  let awaited;
  do {
    awaited = sent;
    await awaited;
  } while (awaited !== sent);
  if (!isLeaving) location.reload();
};

// What is being written in the cards of a part of the page: called when others stand in their place,
// what is returned goes on in those.
const writingIn = (part, isSent = () => false) => {
  const begun = [...part.querySelectorAll(".suggestion textarea, .suggestion .why input")]
    .map((field) => ({
      card: field.closest(".suggestion").id,
      field,
      name: field.name,
      value: field.value,
      range: [field.selectionStart, field.selectionEnd, field.selectionDirection],
      scrolled: field.scrollTop,
      isOpen: field.closest("details")?.open,
      isChanged: field.value !== field.defaultValue,
      isEntered: field === document.activeElement,
    }))
    .filter((one) => (one.isChanged || one.isEntered) && !isSent(one));
  return () => begun.forEach((one) => {
    const fresh = document.getElementById(one.card)?.querySelector(`[name="${one.name}"]`);
    if (!fresh || fresh === one.field) return;
    if (one.isChanged) fresh.value = one.value;
    if (one.isOpen) fresh.closest("details").open = true;
    if (!one.isEntered) return;
    fresh.focus({ preventScroll: true });
    fresh.setSelectionRange(...one.range);
    fresh.scrollTop = one.scrolled;
  });
};

// The document: a place for each block of lines, and lines only in those that are near.

const folio = root && (() => {
  const count = Number(root.dataset.blocks);
  const size = Number(root.dataset.size);
  const lines = Number(root.dataset.count);
  const places = [];
  const fetching = new Map();
  const wanted = new Set();
  let lineHeight = 24;

  const sizeOf = (index) => Math.max(1, Math.min(size, lines - index * size)) * lineHeight;

  const fetchBlock = async (index, signal) => {
    const before = taken;
    const response = await fetch(`${root.dataset.lines}&block=${index}`, { signal });
    const place = places[index];
    // The document is another one by now, so what is shown of it already is stale.
    if (response.status === 409) reloadAfterwards();
    if (!response.ok || place.dataset.full) return;
    const block = (await parsed(response)).querySelector(".block");
    if (before !== taken) {
      await fetchBlock(index, signal);
      return;
    }
    const atEnd = isEnding || innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const writeOn = writingIn(place);
    place.replaceChildren(...block.childNodes);
    writeOn();
    place.dataset.full = "yes";
    place.style.blockSize = "";
    // Suggestions are higher than was reckoned, so the end moves on.
    if (atEnd) scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    mark();
  };

  // Whoever went to the end wants to stay there until they go elsewhere.
  let isEnding = false;
  for (const kind of ["keydown", "wheel", "pointerdown", "touchstart"]) {
    addEventListener(kind, (event) => { isEnding = event.key === "End"; }, { capture: true, passive: true });
  }

  const fill = (index) => {
    const place = places[index];
    if (!place || place.dataset.full) return undefined;
    if (!fetching.has(place)) {
      const stop = new AbortController();
      const done = fetchBlock(index, stop.signal).catch(() => {}).finally(() => {
        if (fetching.get(place)?.stop === stop) fetching.delete(place);
      });
      fetching.set(place, { stop, done });
    }
    return fetching.get(place).done;
  };

  // What left the window before it came is not waited for.
  const forget = (place) => {
    if (wanted.has(place)) return;
    fetching.get(place)?.stop.abort();
    fetching.delete(place);
    drop(place);
  };

  const drop = (place) => {
    if (!place.dataset.full || place.contains(document.activeElement)) return;
    if ([...place.querySelectorAll("textarea, .why input")].some((field) => field.value !== field.defaultValue)) return;
    place.style.blockSize = `${place.getBoundingClientRect().height}px`;
    place.replaceChildren();
    delete place.dataset.full;
  };

  const watcher = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) fill(Number(target.dataset.block));
      else forget(target);
    }
  }, { rootMargin: "1200px 0px" });

  const start = () => {
    const given = new Map([...root.children].map((block) => [Number(block.dataset.block), block]));
    const line = root.querySelector(".line");
    if (line) lineHeight = line.getBoundingClientRect().height || lineHeight;
    for (const block of given.values()) block.dataset.full = "yes";
    // Somebody may be typing in a block already, and what is moved loses the focus.
    let after = root.firstElementChild;
    for (let index = 0; index < count; index += 1) {
      const place = given.get(index) || document.createElement("div");
      if (given.has(index)) {
        after = place.nextElementSibling;
      } else {
        place.className = "block";
        place.dataset.block = index;
        place.style.blockSize = `${sizeOf(index)}px`;
        root.insertBefore(place, after);
      }
      places.push(place);
    }
    for (const paging of document.querySelectorAll(".paging.before, .paging.after")) paging.hidden = true;
    const sought = location.hash && document.getElementById(location.hash.slice(1));
    if (sought) sought.scrollIntoView({ block: "center", behavior: "instant" });
    for (const place of places) watcher.observe(place);
  };

  const blockOf = (line) => Math.max(0, Math.min(count - 1, Math.floor((line - 1) / size)));

  const show = async (line, id) => {
    const index = blockOf(line);
    wanted.add(places[index]);
    places[index].scrollIntoView({ block: "start", behavior: "instant" });
    await fill(index);
    wanted.delete(places[index]);
    const found = document.getElementById(id);
    if (found) found.scrollIntoView({ block: "center", behavior: "instant" });
    return found;
  };

  const again = () => {
    for (const place of places) {
      if (!place.dataset.full) continue;
      place.style.blockSize = `${place.getBoundingClientRect().height}px`;
      delete place.dataset.full;
      fill(Number(place.dataset.block));
    }
  };

  return { start, show, again };
})();

if (folio) folio.start();

// Suggestions: which is looked at, and what is decided of it.

const entries = () => [...document.querySelectorAll("#operations a")];
const cardOf = (number) => document.getElementById(`op-${number}`);

// At first it is the one that the address names, or the first that is open.
let at = Number(here.searchParams.get("at"))
  || Number(/^#op-(\d+)$/.exec(location.hash)?.[1])
  || Number(entries().find((entry) => entry.dataset.state === "open")?.dataset.operation)
  || 0;

const mark = () => {
  for (const one of document.querySelectorAll("#operations a, .suggestion")) {
    if (Number(one.dataset.operation) === at) one.setAttribute("aria-current", "true");
    else one.removeAttribute("aria-current");
  }
};

mark();

// Whoever enters a suggestion looks at that one.
document.addEventListener("focusin", (event) => {
  const card = event.target.closest(".suggestion");
  if (!card) return;
  at = Number(card.dataset.operation);
  mark();
});

// Half of it, or of the window, is enough.
const isInView = (number) => {
  const card = cardOf(number)?.getBoundingClientRect();
  if (!card) return false;
  const top = Math.max(0, document.getElementById("progress")?.getBoundingClientRect().bottom || 0);
  const seen = Math.min(card.bottom, innerHeight) - Math.max(card.top, top);
  return seen > 0 && seen >= Math.min(card.height, innerHeight - top) / 2;
};

// Where letters are words and no keys.
const fields = "input:not([type=checkbox]):not([type=range]), textarea, select, dialog[open]";
const isWriting = () => Boolean(document.activeElement?.closest(fields));

// Nobody is led away from what they write: the rest of their words would be keys.
const lookAt = async (number) => {
  const entry = entries().find((one) => Number(one.dataset.operation) === number);
  if (!entry || !folio || isWriting()) return;
  at = number;
  mark();
  entry.scrollIntoView({ block: "nearest", behavior: "instant" });
  const found = await folio.show(Number(entry.dataset.line), `op-${number}`);
  if (found && !isWriting()) found.focus({ preventScroll: true });
};

const step = (by) => {
  const all = entries().map((one) => Number(one.dataset.operation));
  if (!all.length) return undefined;
  const place = all.indexOf(at);
  if (place >= 0 && root.classList.contains("marks") && !isInView(at)) return lookAt(at);
  const next = place < 0 ? (by > 0 ? 0 : all.length - 1) : Math.max(0, Math.min(all.length - 1, place + by));
  return lookAt(all[next]);
};

const take = (answer, data) => {
  // Words that were sent as they stand are not being written any more.
  const isSent = ({ card, name, value }) => card === `op-${data.get("operation")}`
    && data.get(name)?.replaceAll("\r\n", "\n") === value;
  taken += 1;
  for (const fresh of answer.querySelectorAll("#progress, #changed, #operations, .suggestion")) {
    const stale = document.getElementById(fresh.id);
    if (!stale) continue;
    const writeOn = writingIn(stale, isSent);
    stale.replaceWith(document.adoptNode(fresh));
    writeOn();
  }
  mark();
  const said = answer.getElementById("said");
  if (said) say(said.textContent);
  return Number(said?.dataset.following) || 0;
};

const warn = (form, words) => {
  form.querySelector(".warning")?.remove();
  const warning = document.createElement("p");
  warning.className = "warning";
  warning.setAttribute("role", "alert");
  warning.textContent = words;
  form.append(warning);
};

const send = async (form, data) => {
  const response = await fetch(form.action, { method: "POST", body: data, headers: { "X-Linewise": "fragment" } });
  const answer = await parsed(response);
  if (!response.ok) {
    warn(form, answer.getElementById("error")?.textContent || answer.body.textContent);
    return;
  }
  const decided = data.get("operation");
  const following = take(answer, data);
  if (form.classList.contains("rest")) {
    folio.again();
    if (!isWriting()) document.querySelector("#progress button")?.focus();
  } else if (data.get("decision") === "reopen" || !following) {
    await lookAt(Number(decided));
    if (!following && !isWriting()) document.querySelector("#progress button.main")?.focus({ preventScroll: true });
  } else {
    await lookAt(following);
  }
};

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches(".decide") || !root?.classList.contains("marks")) return;
  event.preventDefault();
  const data = new URLSearchParams(new FormData(form, event.submitter));
  sent = sent.then(() => send(form, data)).catch(() => warn(form, document.body.dataset.gone));
});

// A model takes its time: say so, and let nobody ask twice.
document.addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (!target.dataset.waits || submitter?.value === "prompt") return;
  setTimeout(() => {
    for (const button of target.querySelectorAll("button")) button.disabled = true;
    if (submitter) submitter.textContent = target.dataset.waits;
    say(target.dataset.waits);
  });
});

document.addEventListener("click", (event) => {
  const entry = event.target.closest("#operations a");
  if (entry && document.querySelector(".document.marks") && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    lookAt(Number(entry.dataset.operation));
  }
  const does = event.target.closest("[data-does]");
  if (does?.dataset.does === "help") document.getElementById("help").showModal();
  if (does?.dataset.does === "copy") copy(does);
});

const copy = async (button) => {
  const field = document.getElementById(button.dataset.copies);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    say(button.dataset.said);
    button.textContent = button.dataset.said;
  } catch {
    // It is selected: the keys of the browser copy it.
  }
};

// Keys, wherever no words are being written.

const press = (name) => {
  // Nothing is decided that is out of sight: the key leads there.
  if (!at) return step(1);
  if (!isInView(at)) return lookAt(at);
  const button = cardOf(at).querySelector(`button[name="decision"][value="${name}"]`);
  if (!button || button.disabled) return undefined;
  button.click();
  return sent;
};

// A key that is pressed while another one is being answered waits for what that one leads to.
let answered = Promise.resolve();

// The words that follow on `e` are no keys, also when its field is not entered yet.
let isEntering = false;

const keys = {
  j: () => step(1),
  k: () => step(-1),
  a: () => press("accept"),
  r: () => press("reject"),
  u: () => press("reopen"),
  e: async () => {
    if (!isInView(at)) await lookAt(at);
    const reword = cardOf(at)?.querySelector(".reword");
    if (!reword) return;
    reword.open = true;
    const words = reword.querySelector("textarea");
    words.focus();
    words.setSelectionRange(words.value.length, words.value.length);
    words.scrollTop = words.scrollHeight;
  },
};

// What these lead to depends on no answer.
const doors = {
  "/": () => document.getElementById("words")?.focus(),
  "?": () => document.getElementById("help").showModal(),
};

document.addEventListener("keydown", (event) => {
  if (event.target.closest(fields)) {
    if (event.key === "Escape" && event.target.closest(".suggestion")) event.target.closest(".suggestion").focus();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.form?.matches(".reword .decide")) event.target.form.requestSubmit(event.target.form.querySelector("button"));
    return;
  }
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || !(key in keys || key in doors)) return;
  event.preventDefault();
  if (key in doors) { doors[key](); return; }
  if (isEntering || (event.repeat && "aru".includes(key))) return;
  isEntering = key === "e";
  answered = answered.then(keys[key]).catch(() => {}).finally(() => { if (key === "e") isEntering = false; });
});

// Parts of the page that are fetched when they are opened.

for (const part of document.querySelectorAll("details[data-fetches]")) {
  part.addEventListener("toggle", async () => {
    if (!part.open || part.dataset.full) return;
    const response = await fetch(part.dataset.fetches);
    const found = response.ok && (await parsed(response)).querySelector(part.dataset.takes);
    if (!found) return;
    part.dataset.full = "yes";
    part.querySelector("div").replaceChildren(document.adoptNode(found));
  });
}

// Layers that follow the fields at once.

const live = document.querySelector("form[data-live]");
if (live) {
  live.querySelector("button").hidden = true;
  let waiting = 0;
  let asked = 0;
  const refresh = async () => {
    asked += 1;
    const mine = asked;
    const address = `${live.action.split("?")[0]}?${new URLSearchParams(new FormData(live))}`;
    const response = await fetch(address);
    if (mine !== asked) return;
    const answer = await parsed(response);
    const fresh = answer.querySelector(live.dataset.live);
    if (!fresh) { say(answer.getElementById("error")?.textContent || ""); return; }
    document.querySelector(live.dataset.live).replaceWith(document.adoptNode(fresh));
    history.replaceState(null, "", address);
  };
  live.addEventListener("input", (event) => {
    const named = event.target.dataset.for;
    if (named) live.elements[named].value = event.target.value;
    for (const range of live.querySelectorAll("[data-for]")) {
      if (range !== event.target) range.value = live.elements[range.dataset.for].value;
    }
    clearTimeout(waiting);
    waiting = setTimeout(refresh, 150);
  });
}
