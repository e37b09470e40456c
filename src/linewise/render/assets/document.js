// Shows in one place what is known of the pieces under the pointer or the focus, and frames the
// piece. Without it the marks tell the same, each by itself.
const runs = [...document.querySelectorAll(".lines span[class^=a]")];
const order = new Map(runs.map((run, at) => [run, at]));
const card = document.createElement("div");
card.id = "card";
card.hidden = true;
card.setAttribute("aria-hidden", "true");
document.body.append(card);
document.body.classList.remove("still");

let shown = "";
let framed = [];
let begin = null;

// A run that names no pieces lies in the same ones as the run before it.
function namesOf(run) {
  let at = order.get(run);
  while (at > 0 && !runs[at].dataset.p) at -= 1;
  return (runs[at]?.dataset.p ?? "").split(" ").filter(Boolean);
}

function namesAt(target) {
  const mark = target.closest?.(".mark");
  if (mark) return [mark.id.slice(1)];
  const run = target.closest?.(".lines span[class^=a]");
  return run ? namesOf(run) : [];
}

// Where each piece begins among the runs; counted when it is first asked for.
function beginnings() {
  const found = new Map();
  runs.forEach((run, at) => {
    for (const name of run.dataset.p?.split(" ") ?? []) if (!found.has(name)) found.set(name, at);
  });
  return found;
}

function runsOf(name) {
  begin ??= beginnings();
  const found = [];
  for (let at = begin.get(name) ?? runs.length; at < runs.length; at += 1) {
    if (runs[at].dataset.p && !runs[at].dataset.p.split(" ").includes(name)) break;
    found.push(runs[at]);
  }
  return found;
}

function isOn(name) {
  return document.getElementById(`show-${name.split("-")[0]}`)?.checked;
}

function show(all) {
  const names = all.filter(isOn);
  if (names.join(" ") === shown) return;
  shown = names.join(" ");
  for (const run of framed) run.classList.remove("on");
  framed = names.length ? runsOf(names[names.length - 1]) : [];
  for (const run of framed) run.classList.add("on");
  card.replaceChildren(...names.map((name) => {
    const line = document.createElement("p");
    line.textContent = document.querySelector(`#p${name} .card`).textContent;
    return line;
  }));
  card.hidden = names.length === 0;
}

function step(mark, by) {
  const [layer, number] = mark.id.slice(1).split("-").map(Number);
  document.getElementById(`p${layer}-${number + by}`)?.focus();
}

document.addEventListener("pointerover", (event) => {
  const names = namesAt(event.target);
  if (names.length || !document.activeElement?.closest(".mark")) show(names);
});
document.addEventListener("focusin", (event) => show(namesAt(event.target)));
document.addEventListener("change", () => show([]));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") show([]);
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const mark = document.activeElement?.closest(".mark");
  if (!mark || !by) return;
  event.preventDefault();
  step(mark, by);
});
