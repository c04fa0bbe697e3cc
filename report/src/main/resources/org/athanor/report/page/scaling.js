function scalingChart(figure, width) {
  const height = 210;
  const left = 34;
  const bottom = 34;
  const points = figure.lines.flatMap((line) => line.p);
  const counts = [...new Set(points.map((point) => point[0]))].sort((a, b) => a - b);
  const [fewest, most] = [counts[0], counts[counts.length - 1]];
  // With weak scaling the input grows with the nodes, so the same time is ideal.
  const best = (nodes) => (figure.weak ? 1 : nodes / fewest);
  const steps = ticks(0, Math.max(best(most), ...points.map((point) => point[3])), 4);
  const top = steps[steps.length - 1];
  const x = (nodes) => left + ((width - left - 14) * Math.log(nodes / fewest)) / Math.log(most / fewest);
  const y = (speedUp) => 10 + (height - bottom - 10) * (1 - speedUp / top);
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  chart.setAttribute("aria-label", figure.lines.map((line) => `${line.f}: ` + line.p.map((point) => `${figure.weak ? percent(point[4]) : `${digits(point[1])}×`} on ${nodesText(point[0])}`).join(", ")).join("; "));
  steps.forEach((step) => {
    chart.append(draw("line", { x1: left, x2: width - 14, y1: y(step), y2: y(step), stroke: "var(--line)" }));
    chart.append(draw("text", { x: left - 6, y: y(step) + 4, "text-anchor": "end" }, figure.weak ? percent(step) : `${mark(step, "")}×`));
  });
  counts.forEach((nodes) => chart.append(draw("text", { x: x(nodes), y: height - 16, "text-anchor": "middle" }, `${nodes}`)));
  chart.append(draw("text", { x: width - 14, y: height - 2, "text-anchor": "end" }, "nodes"));
  const ideal = Array.from({ length: 25 }, (_, i) => fewest * (most / fewest) ** (i / 24));
  chart.append(draw("path", { d: "M" + ideal.map((n) => `${x(n)},${y(best(n))}`).join("L"), fill: "none", stroke: "var(--soft)", "stroke-dasharray": "4 4" }));
  figure.lines.forEach((line) => {
    const colour = `var(--f${colourOf(line.f)})`;
    chart.append(draw("path", { d: "M" + line.p.map((p) => `${x(p[0])},${y(p[1])}`).join("L"), fill: "none", stroke: colour, "stroke-width": 2 }));
    line.p.forEach(([nodes, speedUp, low, high, efficiency]) => {
      if (high > low) chart.append(draw("line", { x1: x(nodes), x2: x(nodes), y1: y(low), y2: y(high), stroke: colour, "stroke-width": 8, opacity: .28 }));
      const dot = draw("g", {}, draw("circle", { cx: x(nodes), cy: y(speedUp), r: 4.5, fill: colour, stroke: "var(--paper)", "stroke-width": 1.5 }), draw("circle", { cx: x(nodes), cy: y(speedUp), r: 12, fill: "transparent" }));
      explain(dot, () => figure.weak
        ? `${line.f} on ${nodesText(nodes)}: efficiency ${percent(efficiency)} (${percent(low)} to ${percent(high)})`
        : `${line.f} on ${nodesText(nodes)}: ${digits(speedUp)}× (${digits(low)} to ${digits(high)})\nefficiency ${percent(efficiency)}`);
      chart.append(dot);
    });
  });
  return chart;
}

function startScaling() {
  const place = find('[data-chart="scaling"]');
  if (!model.scaling.length) {
    place.replaceChildren(nothing("Needs trials on more than one number of nodes."));
    return;
  }
  drawn(() => {
    const figures = model.scaling.map((figure) => ({ ...figure, lines: figure.lines.filter((line) => shown(line.f)) })).filter((figure) => figure.lines.length);
    place.replaceChildren(
      ...figures.map((figure) => {
        const key = make("div", { class: "track-title" });
        figure.lines.forEach((line) => {
          const last = line.p[line.p.length - 1];
          key.append(make("span", {}, make("i", { class: `b${colourOf(line.f)}` }), figure.weak ? `${line.f} ${percent(last[4])} efficient` : `${line.f} ${digits(last[1])}×, ${percent(last[4])} efficient`));
        });
        const chart = make("div", { class: "scale" });
        widen(chart, (width) => scalingChart(figure, width));
        return make("div", { class: "panel" }, make("h3", {}, figure.workload + (figure.weak ? ", weak scaling" : "")), key, chart, fileLinks(figure));
      }),
    );
  });
}
