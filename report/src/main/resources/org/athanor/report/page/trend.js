const TREND_HEIGHT = 220;

function trendChart(panel, width) {
  const height = TREND_HEIGHT;
  const left = 46;
  const right = 12;
  const bottom = 30;
  const runs = [...new Set(panel.lines.flatMap((line) => line.p.map((point) => point.r)))].sort((a, b) => a - b);
  const place = new Map(runs.map((run, index) => [run, index]));
  const values = panel.lines.flatMap((line) => line.p.flatMap((point) => (point.m === undefined ? [] : [point.m, ...(point.i ? point.i.slice(0, 2) : [])])));
  const highest = Math.max(...values, 1e-9);
  const lowest = Math.min(...values, highest);
  // The axis begins at 0 only if times differ by a factor of two: else small steps could not be seen.
  const steps = ticks(lowest < highest / 2 ? 0 : lowest - Math.max(highest - lowest, highest * .04) * .15, highest, 4);
  const base = steps[0];
  const top = steps[steps.length - 1];
  const x = (run) => (runs.length === 1 ? (left + width - right) / 2 : left + 8 + ((width - left - right - 16) * place.get(run)) / (runs.length - 1));
  const y = (value) => 18 + (height - bottom - 18) * (1 - (value - base) / (top - base));
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img" });
  chart.setAttribute("aria-label", panel.lines.map((line) => {
    const measured = line.p.filter((point) => point.m !== undefined);
    const last = measured[measured.length - 1];
    return `${line.f}: ${measured.length} runs, newest ${last ? amount(last.m, "s") : "failed"}` + line.s.map(([run, change]) => `, step of ${signedPercent(change)} at ${model.runs[run][0]}`).join("");
  }).join("; "));
  steps.forEach((step) => {
    chart.append(draw("line", { x1: left, x2: width - right, y1: y(step), y2: y(step), stroke: "var(--line)" }));
    chart.append(draw("text", { x: left - 6, y: y(step) + 4, "text-anchor": "end" }, mark(step, "s")));
  });
  const day = (run) => model.runs[run][0].slice(0, 10);
  chart.append(draw("text", { x: left, y: height - 8 }, day(runs[0])));
  if (runs.length > 1) chart.append(draw("text", { x: width - right, y: height - 8, "text-anchor": "end" }, day(runs[runs.length - 1])));
  let labels = 0;
  panel.lines.forEach((line) => {
    const colour = `var(--f${colourOf(line.f)})`;
    const measured = line.p.filter((point) => point.m !== undefined);
    line.s.forEach(([run, change]) => {
      const before = measured[measured.findIndex((point) => point.r === run) - 1];
      const at = (x(run) + x(before.r)) / 2;
      chart.append(draw("line", { class: "step", x1: at, x2: at, y1: 16, y2: height - bottom, stroke: colour, "stroke-dasharray": "3 3" }));
      const end = at > width - 60;
      chart.append(draw("text", { x: at + (end ? -3 : 3), y: 12 + 11 * (labels++ % 2), "text-anchor": end ? "end" : "start", style: `fill: var(--t${colourOf(line.f)})` }, signedPercent(change)));
    });
    chart.append(draw("path", { d: "M" + measured.map((p) => `${x(p.r)},${y(p.m)}`).join("L"), fill: "none", stroke: colour, "stroke-width": 1.5, opacity: .7 }));
    line.p.forEach((point) => {
      const [time, commit, versions] = model.runs[point.r];
      const about = `${time}, commit ${commit}\n${versions}`;
      if (point.i && point.i[1] > point.i[0]) chart.append(draw("line", { x1: x(point.r), x2: x(point.r), y1: y(point.i[0]), y2: y(point.i[1]), stroke: colour, "stroke-width": 6, opacity: .28 }));
      if (point.m !== undefined) {
        const dot = draw("circle", { class: "median", cx: x(point.r), cy: y(point.m), r: runs.length > 40 ? 2.5 : 4, fill: colour, stroke: "var(--paper)", "stroke-width": 1 });
        explain(dot, () => `${line.f}: ${amount(point.m, "s")}` + (point.i ? ` (${amount(point.i[0], "s")} to ${amount(point.i[1], "s")}, ${percent(point.i[2])})` : "") + `\n${point.n} trials` + (point.x ? `, ${point.x} failed` : "") + `\n${about}`);
        chart.append(dot);
      }
      if (point.x) {
        const cross = draw("text", { class: "failed", x: x(point.r), y: height - bottom - 4, "text-anchor": "middle", style: "fill: var(--bad); font-weight: 700" }, "✕");
        explain(cross, () => `${line.f}: ${point.x} failed\n${about}`);
        chart.append(cross);
      }
    });
  });
  return chart;
}

const signedPercent = (change) => `${change < 0 ? "−" : "+"}${digits(Math.abs(change * 100))} %`;

function startTrends() {
  const place = find('[data-chart="trend"]');
  if (!model.panels.length) {
    place.replaceChildren(nothing("The archive has no trials."));
    return;
  }
  place.replaceChildren(
    ...model.panels.map((panel) => {
      const key = make("div", { class: "track-title" });
      panel.lines.forEach((line) => {
        const measured = line.p.filter((point) => point.m !== undefined);
        const last = measured[measured.length - 1];
        key.append(make("span", {}, make("i", { class: `b${colourOf(line.f)}` }), `${line.f} ${last ? amount(last.m, "s") : "no verified trial"}`));
      });
      // The height is fixed before it is observed, so that drawing does not resize it.
      const chart = make("div", { class: "scale", style: `height: ${TREND_HEIGHT}px` });
      widen(chart, (width) => trendChart(panel, width));
      return make("div", { class: "panel" }, make("h3", {}, panel.title), make("p", { class: "note about" }, panel.about), key, chart);
    }),
  );
}
