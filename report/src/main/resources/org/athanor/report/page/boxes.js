const deviation = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(Math.round(share * 1000) / 10)} %`;

/** A row that shows how far nodes are from their median; low and high are shares of the median. */
function boxRow(item, scale, low, high) {
  const [from, first, median, third, to] = item.b;
  const at = (value) => (100 * (value / median - 1 - low)) / (high - low);
  const track = make("span", { class: "track" });
  track.append(
    make("i", { class: "reach", style: `left:${at(from)}%;width:${at(to) - at(from)}%` }),
    make("i", { class: `box b${colourOf(item.f)}`, style: `left:${at(first)}%;width:${at(third) - at(first)}%` }),
    make("i", { class: "middle", style: `left:${at(median)}%` }),
  );
  item.v.forEach((value) => track.append(make("i", { class: `node b${colourOf(item.f)}`, style: `left:${at(value)}%` })));
  const value = make("span", { class: "value" }, amount(median, scale.symbol), make("br"), make("small", {}, `CV ${digits(item.cv * 100)} %`));
  const row = make("div", { class: "row" }, make("span", { class: "name" }, item.f), track, value);
  explain(row, () => `${item.f}, ${item.v.length} nodes\nmedian ${amount(median, scale.symbol)}\nhalf of them ${amount(first, scale.symbol)} to ${amount(third, scale.symbol)}\nall ${amount(Math.min(...item.v), scale.symbol)} to ${amount(Math.max(...item.v), scale.symbol)}`);
  return row;
}

function boxPanel(panel, scale) {
  const items = panel.items.filter((item) => item.b[2] > 0 && shown(item.f));
  const farthest = Math.max(.01, ...items.flatMap((item) => item.v.map((value) => Math.abs(value / item.b[2] - 1)))) * 1.05;
  const half = ticks(0, farthest, 2).pop();
  const marks = [-half, -half / 2, 0, half / 2, half];
  const rows = make("div", { class: "rows", role: "img" });
  rows.setAttribute("aria-label", `${scale.label} of ${panel.workload} between nodes: ` + items.map((item) => `${item.f} ${amount(item.b[0], scale.symbol)} to ${amount(item.b[4], scale.symbol)}`).join(", "));
  rows.style.setProperty("--step", "25%");
  items.forEach((item) => rows.append(boxRow(item, scale, -half, half)));
  const scaleMarks = make("div", { class: "ticks" });
  marks.forEach((share) => scaleMarks.append(make("span", { style: `left:${(50 * (share + half)) / half}%` }, deviation(share))));
  rows.append(make("div", { class: "row", "aria-hidden": "true" }, make("span"), scaleMarks, make("span")));
  readable(rows);
  return make("div", { class: "panel" }, make("h3", {}, panel.workload), rows);
}

function startBoxes() {
  const place = find('[data-chart="boxes"]');
  const buttons = find('[data-choice="boxes"]');
  let chosen = asked.get("boxes") || "cpu_own";
  keep("boxes", () => (chosen === "cpu_own" ? "" : chosen));
  drawn(() => {
    const figures = model.boxes.filter((figure) => figure.nodes === state.nodes);
    const show = () => {
      const figure = figures.find((candidate) => candidate.total === chosen);
      place.replaceChildren(...figure.panels.filter((panel) => panel.items.some((item) => shown(item.f))).map((panel) => boxPanel(panel, figure.scale)));
      files("boxes", figure);
    };
    buttons.replaceChildren();
    files("boxes", null);
    const open = figures.filter((figure) => figure.panels.length);
    if (!open.length) {
      place.replaceChildren(nothing("Needs trials on more than one node."));
      return;
    }
    if (!open.some((figure) => figure.total === chosen)) chosen = open[0].total;
    const options = figures.map((figure) => ({ id: figure.total, label: figure.scale.label, reason: figure.panels.length ? "" : "not available on any node" }));
    choice(buttons, options, chosen, (id) => {
      chosen = id;
      show();
    });
    show();
  });
}
