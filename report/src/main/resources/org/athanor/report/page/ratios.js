const RATIO_TICKS = [.01, .02, .05, .1, .2, .25, .33, .5, .67, .8, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 50, 100];

function ratioTicks(low, high) {
  const inside = RATIO_TICKS.filter((value) => value >= low * .999 && value <= high * 1.001);
  if (inside.length <= 7) return inside;
  return inside.filter((value) => [.01, .1, .25, .5, 1, 2, 4, 8, 16, 32, 100].includes(value));
}

function startRatios() {
  const place = find('[data-chart="ratios"]');
  drawn(() => {
    const figure = model.ratios.find((candidate) => candidate.nodes === state.nodes);
    files("ratios", figure);
    const rows = figure ? figure.rows.filter((row) => shown(row.f)) : [];
    if (!rows.length) {
      place.replaceChildren(nothing(`Nothing to compare with ${model.baseline} on ${nodesText(state.nodes)}.`));
      return;
    }
    const low = Math.min(.97, ...rows.map((row) => row.i[0])) * .97;
    const high = Math.max(1.1, ...rows.map((row) => row.i[1])) * 1.03;
    const at = (value) => (100 * Math.log(value / low)) / Math.log(high / low);
    const marks = ratioTicks(low, high);
    const box = make("div", { class: "ratios" });
    let workload = "";
    rows.forEach((row) => {
      if (row.w !== workload) {
        workload = row.w;
        box.append(make("h3", {}, workload));
      }
      const track = make("span", { class: "track", "aria-hidden": "true" });
      track.append(make("i", { class: "noise", style: `left:${at(1 / 1.02)}%;width:${at(1.02) - at(1 / 1.02)}%` }));
      marks.forEach((ratio) => track.append(make("i", { class: ratio === 1 ? "grid-line one" : "grid-line", style: `left:${at(ratio)}%` })));
      const colour = `b${colourOf(row.f)}`;
      track.append(
        make("i", { class: `span ${colour}`, style: `left:${at(row.i[0])}%;width:${at(row.i[1]) - at(row.i[0])}%` }),
        make("i", { class: `point ${colour}`, style: `left:${at(row.m)}%` }),
      );
      const text = make("span", { class: "value" });
      text.append(make("b", {}, `${digits(row.m)}×`), ` (${digits(row.i[0])} to ${digits(row.i[1])}) `, make("span", { class: "verdict-text" }, row.t));
      const line = make("div", { class: "row" }, make("span", { class: "name" }, row.f), track, text);
      explain(line, () => `${row.f}, ${row.w}: ${digits(row.m)}× the speed of ${model.baseline}\n${digits(row.i[0])}× to ${digits(row.i[1])}× with ${percent(row.i[2])}\n${row.t} (${row.p})`);
      box.append(line);
    });
    const scale = make("div", { class: "ticks" });
    marks.forEach((ratio) => scale.append(make("span", { style: `left:${at(ratio)}%;transform:translateX(-50%)` }, `${ratio}×`)));
    box.append(make("div", { class: "row", "aria-hidden": "true" }, make("span"), scale, make("span")));
    readable(box);
    place.replaceChildren(box, ...model.notes.map((note) => make("p", { class: "note" }, note)));
  });
}
