const CHARTS = {
  events: ["ipc", "branch_misses", "l1_misses", "l2_misses", "l3_misses"],
  energy: ["energy", "power", "ed2p", "performance_per_watt"],
};

const BETTER = { less: "; shorter is better", more: "; longer is better", neither: "" };

// The quantities of a chart; the first chart has all that no other one has.
function quantitiesOf(chart) {
  const others = Object.values(CHARTS).flat();
  return CHARTS[chart] || model.quantities.map((quantity) => quantity.id).filter((id) => !others.includes(id));
}

function barText(bar, symbol) {
  const values = bar.v;
  const lines = [`${bar.f}: ${amount(bar.m, symbol)} (median of ${values.length})`];
  if (bar.i) lines.push(`${amount(bar.i[0], symbol)} to ${amount(bar.i[1], symbol)} with ${percent(bar.i[2])}`);
  lines.push(`smallest ${amount(Math.min(...values), symbol)}, largest ${amount(Math.max(...values), symbol)}`);
  if (bar.o) lines.push(`${bar.o} outlier${bar.o > 1 ? "s" : ""}`);
  return lines.join("\n");
}

function barRow(bar, scale, highest) {
  const name = make("span", { class: "name", title: bar.f }, bar.f);
  if (!bar.v) return make("div", { class: "row" }, name, make("span", { class: "reason" }, bar.x));
  const at = (value) => `${(100 * value) / highest}%`;
  const track = make("span", { class: "track" });
  track.append(make("i", { class: `bar b${colourOf(bar.f)}`, style: `width:${at(bar.m)}` }));
  if (bar.v.length <= 20) {
    bar.v.forEach((value) => track.append(make("i", { class: "dot", style: `left:${at(value)}` })));
  }
  if (bar.i) track.append(make("i", { class: "whisker", style: `left:${at(bar.i[0])};width:${at(bar.i[1] - bar.i[0])}` }));
  const row = make("div", { class: "row" }, name, track, make("span", { class: "value" }, amount(bar.m, scale.symbol)));
  explain(row, () => barText(bar, scale.symbol));
  return row;
}

function axis(values, symbol, low, high, columns) {
  const marks = make("div", { class: "ticks" });
  values.forEach((value) => {
    marks.append(make("span", { style: `left:${(100 * (value - low)) / (high - low)}%` }, mark(value, symbol)));
  });
  return make("div", { class: "row", "aria-hidden": "true" }, make("span"), marks, make("span", { class: columns }, ""));
}

function barPanel(panel, scale) {
  const measured = panel.bars.filter((bar) => bar.v);
  const most = Math.max(...measured.flatMap((bar) => [...bar.v, bar.i ? bar.i[1] : 0]), 0);
  const box = make("div", { class: "panel" }, make("h3", {}, panel.workload));
  const rows = make("div", { class: "rows", role: "img" });
  rows.setAttribute(
    "aria-label",
    `${scale.label} of ${panel.workload}: ` + panel.bars.map((bar) => `${bar.f} ${bar.v ? amount(bar.m, scale.symbol) : bar.x}`).join(", "),
  );
  const steps = ticks(0, most || 1, 3);
  const highest = steps[steps.length - 1];
  rows.style.setProperty("--step", `${100 / (steps.length - 1)}%`);
  panel.bars.forEach((bar) => rows.append(barRow(bar, scale, highest)));
  if (measured.length) rows.append(axis(steps, scale.symbol, 0, highest, "value"));
  box.append(rows);
  return box;
}

function startBars(name) {
  const place = find(`[data-chart="${name}"]`);
  const buttons = find(`[data-choice="${name}"]`);
  const quantities = quantitiesOf(name);
  let chosen = quantities[0];
  const figureOf = (quantity) => model.bars.find((figure) => figure.quantity === quantity && figure.nodes === state.nodes);
  const show = () => {
    const figure = figureOf(chosen);
    const quantity = model.quantities.find((candidate) => candidate.id === chosen);
    find(`[data-formula="${name}"]`).textContent =
      `${quantity.label}: ${quantity.meaning}${BETTER[figure.scale.better]}. ${nodesText(state.nodes)}.`;
    place.replaceChildren(...figure.panels.map((panel) => barPanel(panel, figure.scale)));
    files(name, figure);
  };
  drawn(() => {
    const reason = (quantity) => {
      const bars = figureOf(quantity).panels.flatMap((panel) => panel.bars);
      return bars.some((bar) => bar.v) ? "" : (bars.find((bar) => bar.x) || { x: "not measured" }).x;
    };
    const options = quantities.filter(figureOf).map((id) => ({
      id,
      label: model.quantities.find((quantity) => quantity.id === id).label,
      reason: reason(id),
    }));
    const open = options.filter((option) => !option.reason);
    if (open.length && !open.some((option) => option.id === chosen)) chosen = open[0].id;
    choice(buttons, options, chosen, (id) => {
      chosen = id;
      show();
    });
    show();
    if (!open.length) place.replaceChildren(nothing(`Not available: ${options[0].reason}`));
  });
}
