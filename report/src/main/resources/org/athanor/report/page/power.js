const SOURCES = { processors: "Processors", nodes: "Whole nodes" };

/** A row that shows the samples of a node: all, the middle half, and the median. */
function powerRow(item, symbol, scale) {
  const [low, first, median, third, high] = item.b;
  const at = (value) => 100 * scale.at(value);
  const track = make("span", { class: "track" });
  track.append(
    make("i", { class: "reach", style: `left:${at(low)}%;width:${at(high) - at(low)}%` }),
    make("i", { class: `box b${colourOf(item.f)}`, style: `left:${at(first)}%;width:${at(third) - at(first)}%` }),
    make("i", { class: "middle", style: `left:${at(median)}%` }),
  );
  const row = make("div", { class: "row" }, make("span", { class: "name" }, item.node), track, make("span", { class: "value" }, amount(median, symbol)));
  explain(row, () => `${item.f}, ${item.node}: median ${amount(median, symbol)} of ${item.n} samples\nhalf of them ${amount(first, symbol)} to ${amount(third, symbol)}\nall ${amount(low, symbol)} to ${amount(high, symbol)}`);
  return row;
}

/** One panel for each framework, a row for each node, the same scale for all. */
function powerPanels(figure) {
  const items = figure.panels.flatMap((panel) => panel.items.map((item) => ({ ...item, node: panel.node })));
  const symbol = figure.scale.symbol;
  const scale = scaleOf(items.map((item) => item.b[4]), false, 3);
  const frameworks = model.frameworks.filter((name) => shown(name) && items.some((item) => item.f === name));
  return frameworks.map((name) => {
    const rows = make("div", { class: "rows", role: "img" });
    rows.style.setProperty("--step", `${100 / (scale.steps.length - 1)}%`);
    const own = items.filter((item) => item.f === name);
    rows.setAttribute("aria-label", `Power of each node, ${name}: ` + own.map((item) => `${item.node} ${amount(item.b[2], symbol)}`).join(", "));
    own.forEach((item) => rows.append(powerRow(item, symbol, scale)));
    rows.append(axis(scale, symbol, "value"));
    readable(rows);
    return make("div", { class: "panel" }, make("h3", { class: `f${colourOf(name)}` }, name), rows);
  });
}

function startPower() {
  const section = find("#power");
  const all = [...model.plots.filter((plot) => plot.about === "power").map((plot) => ({ source: plot.variant, plot })), ...model.powerBoxes.map((boxes) => ({ source: boxes.source, boxes }))];
  if (!all.length) {
    section.remove();
    return;
  }
  const sources = [...new Set(all.map((figure) => figure.source))];
  let source = sources.includes(asked.get("power")) ? asked.get("power") : sources[0];
  const menu = find("#power-workload");
  const workloads = model.workloads.filter((name) => all.some(({ plot, boxes }) => (plot || boxes).w === name));
  workloads.forEach((name) => menu.append(make("option", { value: name }, name)));
  if (workloads.includes(asked.get("power-of"))) menu.value = asked.get("power-of");
  keep("power", () => (source === sources[0] ? "" : source));
  keep("power-of", () => (menu.value === workloads[0] ? "" : menu.value));
  const show = () => {
    const here = all.filter((figure) => figure.source === source && (figure.plot || figure.boxes).w === menu.value && (figure.plot || figure.boxes).nodes === state.nodes);
    const plot = here.map((figure) => figure.plot).find((some) => some);
    const boxes = here.map((figure) => figure.boxes).find((some) => some);
    find('[data-chart="power"]', section).replaceChildren(plot ? plotPanel(plot, "Over time, mean of nodes and repetitions") : nothing(`No power over time of ${menu.value} on ${nodesText(state.nodes)}: a trial lacks it.`));
    find('[data-chart="power-boxes"]', section).replaceChildren(...(boxes ? powerPanels(boxes) : []));
    find("#power-nodes").hidden = !boxes;
    files("power-boxes", boxes);
  };
  menu.addEventListener("change", () => {
    show();
    remember();
  });
  drawn(() => {
    choice(find('[data-choice="power"]'), sources.length > 1 ? sources.map((id) => ({ id, label: SOURCES[id] })) : [], source, (id) => {
      source = id;
      show();
    });
    show();
  });
}
