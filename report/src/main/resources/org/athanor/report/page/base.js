const root = document.documentElement;
root.dataset.errors = 0;
addEventListener("error", () => root.dataset.errors++);
addEventListener("unhandledrejection", () => root.dataset.errors++);

const model = JSON.parse(document.getElementById("model").textContent);
const seriesTexts = JSON.parse(document.getElementById("series").textContent);
const state = { nodes: model.nodeCounts[model.nodeCounts.length - 1], hidden: new Set(), log: false };
const SVG = "http://www.w3.org/2000/svg";

const find = (selector, within = document) => within.querySelector(selector);
const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function draw(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const colourOf = (framework) => model.frameworks.indexOf(framework) % 8;
/** Whether the reader has not hidden a framework. */
const shown = (framework) => !state.hidden.has(framework);
const nodesText = (nodes) => (nodes === 1 ? "1 node" : `${nodes} nodes`);

function digits(value) {
  if (value === 0) return "0";
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

/** An amount for readers: three digits, decimal prefix. */
function amount(value, symbol) {
  if (symbol === "" || symbol === "%" || symbol === "s") return symbol ? `${digits(value)} ${symbol}` : digits(value);
  let step = 0;
  while (Math.abs(value) >= 999.5 && step < 6) {
    value /= 1000;
    step++;
  }
  return `${digits(value)} ${["", "k", "M", "G", "T", "P", "E"][step]}${symbol}`;
}

/** An amount at an axis, without trailing zeros. */
const mark = (value, symbol) => amount(value, symbol).replace(/(\.\d*?)0+(?=\D|$)/, "$1").replace(/\.(?=\D|$)/, "");

const percent = (share) => `${Math.floor(share * 1000) / 10} %`;

/** Round numbers at equal steps from low to at least high; about count steps. */
function ticks(low, high, count) {
  const rough = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * .999);
  const from = Math.floor(low / step + 1e-9) * step;
  const values = [];
  for (let i = 0; i <= count + 2; i++) {
    values.push(from + i * step);
    if (from + i * step >= high * (1 - 1e-9)) break;
  }
  return values;
}

const tip = make("div", { id: "tip", role: "status", hidden: "" });
document.body.append(tip);

const texts = new WeakMap();

/** Shows the text of an element at a place of the page. */
function showTip(element, x, y) {
  tip.textContent = texts.get(element)();
  tip.hidden = false;
  const right = document.documentElement.clientWidth - tip.offsetWidth - 8;
  tip.style.left = `${Math.max(4, Math.min(x + 14, right))}px`;
  tip.style.top = `${y + 16}px`;
}

/** Shows a text while the pointer is on the element, after a touch of it, and when readable() selects it. */
function explain(element, text) {
  texts.set(element, text);
  element.setAttribute("data-explained", "");
  const show = (event) => showTip(element, event.pageX, event.pageY);
  element.addEventListener("pointerenter", show);
  element.addEventListener("pointermove", show);
  element.addEventListener("click", show);
  element.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") tip.hidden = true;
  });
}

addEventListener("pointerdown", (event) => {
  if (event.pointerType !== "mouse" && !event.target.closest("[data-explained]")) tip.hidden = true;
});

/** Makes the explained elements of a chart reachable by arrow keys; the chart is one stop of the tabulator key. */
function readable(chart) {
  chart.tabIndex = 0;
  let at = -1;
  const leave = () => {
    findAll(".at", chart).forEach((element) => element.classList.remove("at"));
    tip.hidden = true;
  };
  chart.addEventListener("keydown", (event) => {
    const all = findAll("[data-explained]", chart);
    const next = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") leave();
    if (next === undefined || !all.length) return;
    event.preventDefault();
    at = Math.max(0, Math.min(next, all.length - 1));
    leave();
    all[at].classList.add("at");
    const box = all[at].getBoundingClientRect();
    showTip(all[at], scrollX + box.left + Math.min(box.width, 200) / 2, scrollY + box.bottom - 10);
  });
  chart.addEventListener("blur", leave);
}

/** Draws into an element, again whenever its width changes. */
function widen(element, chart) {
  readable(element);
  new ResizeObserver(() => {
    if (element.clientWidth) element.replaceChildren(chart(element.clientWidth));
  }).observe(element);
}

/** Fills a container with buttons; one of them is pressed at a time. */
function choice(container, options, chosen, choose) {
  container.replaceChildren(
    ...options.map((option) => {
      const button = make("button", { type: "button", "aria-pressed": option.id === chosen }, option.label);
      if (option.reason) {
        button.disabled = true;
        button.title = option.reason;
      }
      button.addEventListener("click", () => {
        findAll("button", container).forEach((other) => other.setAttribute("aria-pressed", other === button));
        choose(option.id);
        remember();
      });
      return button;
    }),
  );
}

/** Links to the files of a figure. */
function fileLinks(figure) {
  const place = make("p", { class: "files" });
  if (figure && figure.file) {
    place.append(
      "As a file: ",
      make("a", { href: `figures/${figure.id}.svg` }, "SVG"),
      " · ",
      make("a", { href: `figures/${figure.id}.png` }, "PNG"),
    );
  }
  return place;
}

/** Writes links to the files of a figure below its chart. */
function files(name, figure) {
  const place = find(`[data-files="${name}"]`);
  if (place) place.replaceChildren(...fileLinks(figure).childNodes);
}

const nothing = (text) => make("p", { class: "none" }, text);

const redraws = [];
/** Calls a function now, and again when the reader changes what the whole page shows. */
function drawn(redraw) {
  redraws.push(redraw);
  redraw();
}
