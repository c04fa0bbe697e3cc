// What the reader has chosen is kept in the address: #section?nodes=8&hide=spark. A link to it shows the same view.
const asked = new URLSearchParams(location.hash.split("?")[1] || "");
const kept = new Map();

/** Names a choice in the address; read returns its text, "" if it is the usual one, or an array of texts. */
const keep = (name, read) => kept.set(name, read);

const sectionAsked = () => location.hash.slice(1).split("?")[0];

/** What the address keeps now. */
function choices() {
  const all = new URLSearchParams();
  kept.forEach((read, name) => [read()].flat().filter((text) => text !== "").forEach((text) => all.append(name, text)));
  return all.toString();
}

function remember() {
  const text = choices();
  const hash = text || sectionAsked() ? `#${sectionAsked()}${text ? `?${text}` : ""}` : "";
  if (hash !== location.hash) history.replaceState(null, "", hash || location.pathname + location.search);
}

function startView() {
  if (asked.has("nodes") && model.nodeCounts.includes(Number(asked.get("nodes")))) state.nodes = Number(asked.get("nodes"));
  asked.getAll("hide").filter((name) => model.frameworks.includes(name)).forEach((name) => state.hidden.add(name));
  if (state.hidden.size === model.frameworks.length) state.hidden.clear();
  state.log = asked.get("log") === "1";
  keep("nodes", () => (state.nodes === model.nodeCounts[model.nodeCounts.length - 1] ? "" : `${state.nodes}`));
  keep("hide", () => [...state.hidden]);
  keep("log", () => (state.log ? "1" : ""));
}

/** Goes to the section of the address, again when the promise of what is drawn later is kept; loads other views. */
function startAddress(later) {
  const target = location.hash.includes("?") && document.getElementById(sectionAsked());
  if (target) {
    const go = () => target.scrollIntoView({ behavior: "instant" });
    go();
    later.then(() => requestAnimationFrame(go));
  }
  addEventListener("hashchange", () => {
    const [, wanted] = location.hash.split("?");
    if (wanted !== undefined && new URLSearchParams(wanted).toString() !== choices()) location.reload();
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
