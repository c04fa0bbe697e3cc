const root = document.documentElement;
root.dataset.errors = 0;
addEventListener("error", () => root.dataset.errors++);
addEventListener("unhandledrejection", () => root.dataset.errors++);

const model = JSON.parse(document.getElementById("model").textContent);
const seriesTexts = JSON.parse(document.getElementById("series").textContent);
const state = { nodes: model.nodeCounts[model.nodeCounts.length - 1] };
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

/** Shows a text beside the pointer while it is on the element. */
function explain(element, text) {
  const show = (event) => {
    tip.textContent = text();
    tip.hidden = false;
    const right = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(4, Math.min(event.pageX + 14, right))}px`;
    tip.style.top = `${event.pageY + 16}px`;
  };
  element.addEventListener("pointerenter", show);
  element.addEventListener("pointermove", show);
  element.addEventListener("pointerleave", () => (tip.hidden = true));
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
      });
      return button;
    }),
  );
}

/** Writes links to the files of a figure. */
function files(name, figure) {
  const place = find(`[data-files="${name}"]`);
  if (!place) return;
  place.replaceChildren();
  if (figure && figure.file) {
    place.append(
      "As a file: ",
      make("a", { href: `figures/${figure.id}.svg` }, "SVG"),
      " · ",
      make("a", { href: `figures/${figure.id}.png` }, "PNG"),
    );
  }
}

const nothing = (text) => make("p", { class: "none" }, text);

const redraws = [];
/** Calls a function now, and again when the reader changes the number of nodes. */
function drawn(redraw) {
  redraws.push(redraw);
  redraw();
}
