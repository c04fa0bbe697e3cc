/** The path through those points of a line that have a place. */
function pathOf(points, has, x, y) {
  let pen = "M";
  return points.map((point) => {
    const step = has(point[1]) ? `${pen}${x(point[0]).toFixed(1)},${y(point[1]).toFixed(1)}` : "";
    pen = step ? "L" : "M";
    return step;
  }).join("");
}

/** Ticks of a logarithmic scale around values above 0: 1, 2 and 5 times powers of ten. */
function logTicks(low, high) {
  const all = [];
  for (let power = Math.floor(Math.log10(low)) - 1; power <= Math.log10(high) + 1; power++) {
    [1, 2, 5].forEach((step) => all.push(step * 10 ** power));
  }
  const first = all.filter((tick) => tick <= low * 1.0001).length - 1;
  const last = all.findIndex((tick) => tick >= high * .9999);
  const ticks = all.slice(first, Math.max(last, first + 1) + 1);
  return ticks.length <= 7 ? ticks : ticks.filter((tick, i) => i === 0 || i === ticks.length - 1 || Math.abs(Math.log10(tick) % 1) < 1e-9);
}

/** A scale: its ticks, where a value is, from 0 to 1, and whether it has a place: none has zero on a logarithmic scale. */
function scaleOf(values, log, count) {
  const above = values.filter((value) => value > 0);
  if (log && above.length) {
    const steps = logTicks(Math.min(...above), Math.max(...above));
    const low = steps[0];
    const range = Math.log(steps[steps.length - 1] / low);
    return { steps, at: (value) => Math.max(0, Math.log(Math.max(value, low) / low) / range), has: (value) => value > 0 };
  }
  const steps = ticks(0, Math.max(0, ...values) || 1, count);
  return { steps, at: (value) => value / steps[steps.length - 1], has: () => true };
}

const lineColour = (figure, index, label) =>
  figure.about !== "phases" ? `var(--f${colourOf(label)})` : index === 0 ? "var(--ink)" : `var(--f${index % 8})`;

function plotText(figure, line, [x, y, low, high, nodes]) {
  const interval = high > low ? ` (${amount(low, figure.y.symbol)} to ${amount(high, figure.y.symbol)})` : "";
  if (figure.about === "power") return `${line.l} after ${digits(x)} s: ${amount(y, figure.y.symbol)}`;
  const time = figure.about === "energy" ? `\n${amount(x, figure.x.symbol)}` : "";
  return `${line.l} on ${nodesText(nodes)}: ${amount(y, figure.y.symbol)}${interval}${time}`;
}

/** Where points are from left to right: numbers of nodes at equal ratios, amounts, or time. */
function across(figure, points) {
  const values = [...new Set(points.map((point) => point[0]))].sort((a, b) => a - b);
  if (figure.about === "energy") {
    const scale = scaleOf(values, true);
    return { marks: scale.steps, at: scale.at, text: (value) => mark(value, figure.x.symbol), pad: 0 };
  }
  if (figure.about === "power") {
    const scale = scaleOf(values, false, 4);
    const last = values[values.length - 1];
    return { marks: scale.steps.filter((step) => step <= last), at: (value) => value / last, text: (value) => mark(value, ""), pad: 0 };
  }
  const [fewest, most] = [values[0], values[values.length - 1]];
  const at = (value) => (most === fewest ? .5 : Math.log(value / fewest) / Math.log(most / fewest));
  return { marks: values, at, text: (value) => `${value}`, pad: 14 };
}

function plotChart(figure, width) {
  const lines = figure.lines.map((line, index) => ({ ...line, index })).filter((line) => figure.about === "phases" || shown(line.l));
  const height = 220;
  const [left, right, bottom] = [52, 16, 34];
  const points = lines.flatMap((line) => line.p);
  const curves = figure.about === "power";
  const up = scaleOf(points.flatMap((point) => (curves ? [point[1]] : [point[1], point[2], point[3]])), state.log || figure.log, 4);
  const along = across(figure, points);
  const x = (value) => left + along.pad + (width - left - right - 2 * along.pad) * along.at(value);
  const y = (value) => 10 + (height - bottom - 10) * (1 - up.at(value));
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  chart.setAttribute("aria-label", `${figure.title}. ` + lines.map((line) => (curves ? `${line.l}: ${line.p.length} steps` : line.p.map((point) => plotText(figure, line, point)).join(", "))).join("; "));
  up.steps.forEach((step) => {
    chart.append(draw("line", { x1: left, x2: width - right, y1: y(step), y2: y(step), stroke: "var(--line)" }));
    chart.append(draw("text", { x: left - 6, y: y(step) + 4, "text-anchor": "end" }, mark(step, figure.y.symbol)));
  });
  along.marks.forEach((value) => {
    if (figure.about === "energy") chart.append(draw("line", { x1: x(value), x2: x(value), y1: 10, y2: height - bottom, stroke: "var(--line)" }));
    chart.append(draw("text", { x: x(value), y: height - 18, "text-anchor": "middle" }, along.text(value)));
  });
  chart.append(draw("text", { x: width - right, y: height - 3, "text-anchor": "end" }, curves ? "seconds" : figure.x.label.toLowerCase()));
  lines.forEach((line) => {
    const colour = lineColour(figure, line.index, line.l);
    if (figure.about !== "energy") chart.append(draw("path", { d: pathOf(line.p, up.has, x, y), fill: "none", stroke: colour, "stroke-width": curves ? 1.8 : 2, "stroke-linejoin": "round" }));
    line.p.forEach((point, i) => {
      if (!up.has(point[1])) return;
      const [cx, cy] = [x(point[0]), y(point[1])];
      const target = draw("g");
      if (!curves) {
        if (point[3] > point[2]) target.append(draw("line", { x1: cx, x2: cx, y1: y(point[2]), y2: y(point[3]), stroke: colour, "stroke-width": 7, opacity: .28 }));
        target.append(draw("circle", { class: "point", cx, cy, r: 4.5, fill: colour, stroke: "var(--paper)", "stroke-width": 1.5 }));
        if (figure.about === "energy") target.append(draw("text", { x: cx + 8, y: cy + 4 }, `${point[4]} n`));
      } else if (i % 4 && i !== line.p.length - 1) return;
      target.append(draw("circle", { cx, cy, r: 11, fill: "transparent" }));
      explain(target, () => plotText(figure, line, point));
      chart.append(target);
    });
  });
  return chart;
}

/** A chart that is as wide as its panel, with the names of its lines above and its files below. */
function plotPanel(figure, title) {
  const key = make("div", { class: "track-title" });
  figure.lines.forEach((line, index) => {
    if (figure.about === "phases" || shown(line.l)) key.append(make("span", {}, make("i", { style: `background:${lineColour(figure, index, line.l)}` }), line.l));
  });
  const chart = make("div", { class: "scale" });
  const empty = !figure.lines.some((line) => figure.about === "phases" || shown(line.l));
  if (empty) chart.append(nothing("All frameworks of this figure are hidden."));
  else widen(chart, (width) => plotChart(figure, width));
  return make("div", { class: "panel" }, make("h3", {}, title), key, chart, fileLinks(figure));
}

/** The parts of the page that have plots: what they choose from, and how a panel is called. */
const PLOTS = {
  size: { choose: (figure) => figure.variant, label: (figure) => figure.y.label, title: (figure) => figure.w },
  phases: { choose: (figure) => figure.w, label: (figure) => figure.w, title: (figure) => figure.variant, framework: true },
  energy: { choose: (figure) => figure.variant, label: (figure) => figure.y.label, title: (figure) => figure.w },
};

function startPlots(about) {
  const part = find(`[data-part="${about}"]`);
  const { choose, label, title, framework } = PLOTS[about];
  const figures = model.plots.filter((figure) => figure.about === about);
  if (!figures.length) {
    part.remove();
    return;
  }
  const options = [...new Map(figures.map((figure) => [choose(figure), { id: choose(figure), label: label(figure) }])).values()];
  let chosen = options.some((option) => option.id === asked.get(`${about}-plot`)) ? asked.get(`${about}-plot`) : options[0].id;
  keep(`${about}-plot`, () => (chosen === options[0].id ? "" : chosen));
  const show = () => {
    const all = figures.filter((figure) => choose(figure) === chosen && !(framework && !shown(figure.variant)));
    find(".panels", part).replaceChildren(...all.map((figure) => plotPanel(figure, title(figure))));
  };
  drawn(() => {
    choice(find(".choice", part), options.length > 1 ? options : [], chosen, (id) => {
      chosen = id;
      show();
    });
    show();
  });
}
