// What the reader has chosen is kept in the address: #section?nodes=8&hide=spark. A link to it shows the same view.
const asked = new URLSearchParams(location.hash.split("?")[1] || "");
const kept = new Map();

/** Names a choice in the address; read returns its text, or "" if it is the usual one. */
const keep = (name, read) => kept.set(name, read);

const sectionAsked = () => location.hash.slice(1).split("?")[0];

function remember() {
  const choices = new URLSearchParams();
  kept.forEach((read, name) => {
    const text = read();
    if (text !== "") choices.set(name, text);
  });
  const text = choices.toString();
  const hash = text || sectionAsked() ? `#${sectionAsked()}${text ? `?${text}` : ""}` : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

function startView() {
  if (asked.has("nodes") && model.nodeCounts.includes(Number(asked.get("nodes")))) state.nodes = Number(asked.get("nodes"));
  if (asked.has("hide")) asked.get("hide").split("|").filter((name) => model.frameworks.includes(name)).forEach((name) => state.hidden.add(name));
  if (state.hidden.size === model.frameworks.length) state.hidden.clear();
  state.log = asked.get("log") === "1";
  keep("nodes", () => (state.nodes === model.nodeCounts[model.nodeCounts.length - 1] ? "" : `${state.nodes}`));
  keep("hide", () => [...state.hidden].join("|"));
  keep("log", () => (state.log ? "1" : ""));
}

/** Goes to the section of the address, again when the promise of what is drawn later is kept; follows links to other views. */
function startAddress(later) {
  const target = location.hash.includes("?") && document.getElementById(sectionAsked());
  if (target) {
    const go = () => target.scrollIntoView({ behavior: "instant" });
    go();
    later.then(() => requestAnimationFrame(go));
  }
  addEventListener("hashchange", () => {
    if (location.hash.includes("?")) location.reload();
    else remember();
  });
}

function startLink() {
  const button = find("#link");
  const name = button.textContent;
  button.addEventListener("click", async () => {
    remember();
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = "Copied";
    } catch {
      button.textContent = "See the address";
    }
    setTimeout(() => (button.textContent = name), 2000);
  });
}
