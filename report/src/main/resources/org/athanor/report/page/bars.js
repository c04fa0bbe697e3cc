const CHARTS = {
  events: ["ipc", "branch_misses", "l1_misses", "l2_misses", "l3_misses"],
  energy: ["energy", "power", "ed2p", "performance_per_watt", "node_energy", "node_power", "node_ed2p"],
};

const BETTER = { less: "; shorter is better", more: "; longer is better", neither: "" };

// The quantities of a chart that have figures; the first chart has all that no other one has.
function quantitiesOf(chart) {
  const others = Object.values(CHARTS).flat();
  const all = model.quantities.map((quantity) => quantity.id).filter((id) => model.bars.some((figure) => figure.quantity === id));
  return CHARTS[chart] ? CHARTS[chart].filter((id) => all.includes(id)) : all.filter((id) => !others.includes(id));
}

function barText(bar, symbol) {
  const values = bar.v;
  const lines = [`${bar.f}: ${amount(bar.m, symbol)} (median of ${values.length})`];
  if (bar.i) lines.push(`${amount(bar.i[0], symbol)} to ${amount(bar.i[1], symbol)} with ${percent(bar.i[2])}`);
  lines.push(`smallest ${amount(Math.min(...values), symbol)}, largest ${amount(Math.max(...values), symbol)}`);
  if (bar.o) lines.push(`${bar.o} outlier${bar.o > 1 ? "s" : ""}`);
  return lines.join("\n");
}

function barRow(bar, symbol, scale) {
  const name = make("span", { class: "name", title: bar.f }, bar.f);
  if (!bar.v) return make("div", { class: "row" }, name, make("span", { class: "reason" }, bar.x));
  const at = (value) => `${100 * scale.at(value)}%`;
  const track = make("span", { class: "track" });
  // The length of a bar has no meaning on a logarithmic scale, which has no zero.
  if (!state.log) track.append(make("i", { class: `bar b${colourOf(bar.f)}`, style: `width:${at(bar.m)}` }));
  else if (scale.has(bar.m)) track.append(make("i", { class: `point b${colourOf(bar.f)}`, style: `left:${at(bar.m)}` }));
  if (bar.v.length <= 20) {
    bar.v.filter(scale.has).forEach((value) => track.append(make("i", { class: "dot", style: `left:${at(value)}` })));
  }
  if (bar.i && scale.has(bar.i[1])) track.append(make("i", { class: "whisker", style: `left:${at(bar.i[0])};width:${100 * (scale.at(bar.i[1]) - scale.at(bar.i[0]))}%` }));
  const row = make("div", { class: "row" }, name, track, make("span", { class: "value" }, amount(bar.m, symbol)));
  explain(row, () => barText(bar, symbol));
  return row;
}

function axis(scale, symbol, columns) {
  const marks = make("div", { class: "ticks" });
  scale.steps.forEach((value) => {
    marks.append(make("span", { style: `left:${100 * scale.at(value)}%` }, mark(value, symbol)));
  });
  return make("div", { class: "row", "aria-hidden": "true" }, make("span"), marks, make("span", { class: columns }, ""));
}

function barPanel(panel, scale) {
  const bars = panel.bars.filter((bar) => shown(bar.f));
  const measured = bars.filter((bar) => bar.v);
  const box = make("div", { class: "panel" }, make("h3", {}, panel.workload));
  const rows = make("div", { class: "rows", role: "img" });
  rows.setAttribute(
    "aria-label",
    `${scale.label} of ${panel.workload}: ` + bars.map((bar) => `${bar.f} ${bar.v ? amount(bar.m, scale.symbol) : bar.x}`).join(", "),
  );
  const along = scaleOf(measured.flatMap((bar) => [...bar.v, ...(bar.i ? bar.i.slice(0, 2) : [])]), state.log, 3);
  rows.style.setProperty("--step", state.log ? "100%" : `${100 / (along.steps.length - 1)}%`);
  bars.forEach((bar) => rows.append(barRow(bar, scale.symbol, along)));
  if (measured.length) rows.append(axis(along, scale.symbol, "value"));
  readable(rows);
  box.append(rows);
  return box;
}

function startBars(name) {
  const place = find(`[data-chart="${name}"]`);
  const buttons = find(`[data-choice="${name}"]`);
  const quantities = quantitiesOf(name);
  let chosen = quantities.includes(asked.get(name)) ? asked.get(name) : quantities[0];
  keep(name, () => (chosen === quantities[0] ? "" : chosen));
  const figureOf = (quantity) => model.bars.find((figure) => figure.quantity === quantity && figure.nodes === state.nodes);
  const show = () => {
    const figure = figureOf(chosen);
    const quantity = model.quantities.find((candidate) => candidate.id === chosen);
    find(`[data-formula="${name}"]`).textContent =
      `${quantity.label}: ${quantity.meaning}${state.log ? "" : BETTER[figure.scale.better]}. ${nodesText(state.nodes)}.`;
    place.replaceChildren(...figure.panels.filter((panel) => panel.bars.some((bar) => shown(bar.f))).map((panel) => barPanel(panel, figure.scale)));
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
