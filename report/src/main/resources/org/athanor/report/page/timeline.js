const LEFT = 58;
const TRACK_HEIGHT = 104;
const LANE = 17;
const view = { workload: model.workloads[0], each: false, range: null, at: null };
let runs = [];

const stackColours = ["--s0", "--s1", "--s2", "--s3"];
const lineColours = ["--l0", "--l1", "--l2", "--l3", "--l4"];

/** The curves of a track for a trial: label, colour, values. */
function curvesOf(track, trial) {
  if (view.each) {
    return trial.nodes
      .filter((node) => node.tracks[track.id])
      .map((node, i) => ({ label: node.name, colour: `hsl(${(i * 137.5 + 20) % 360} 55% 55%)`, values: node.tracks[track.id] }));
  }
  const colours = track.stacked ? stackColours : lineColours;
  return track.curves
    .map(([metric, label], i) => ({ label, colour: `var(${colours[i]})`, values: trial.mean[metric] }))
    .filter((curve) => curve.values);
}

const stacked = (track) => track.stacked && !view.each;

function highest(track, curves) {
  if (!curves.length) return 0;
  if (!stacked(track)) return Math.max(...curves.flatMap((curve) => curve.values.map((value) => value || 0)));
  return Math.max(...curves[0].values.map((_, step) => curves.reduce((sum, curve) => sum + (curve.values[step] || 0), 0)));
}

function area(below, values, x, y) {
  const upper = [];
  const lower = [];
  values.forEach((value, step) => {
    const base = below[step];
    below[step] += value || 0;
    upper.push(`${x(step).toFixed(1)},${y(below[step]).toFixed(1)}`);
    lower.unshift(`${x(step).toFixed(1)},${y(base).toFixed(1)}`);
  });
  return `M${upper.join("L")}L${lower.join("L")}Z`;
}

function line(values, x, y) {
  let pen = "M";
  return values
    .map((value, step) => {
      if (value === null) {
        pen = "M";
        return "";
      }
      const point = `${pen}${x(step).toFixed(1)},${y(value).toFixed(1)}`;
      pen = "L";
      return point;
    })
    .join("");
}

/** Assigns a lane to each phase; phases that overlap get different lanes. */
function lanesOf(phases) {
  const ends = [];
  return phases.map(([name, start, end]) => {
    let lane = ends.findIndex((free) => free <= start + 1e-6);
    if (lane < 0) lane = ends.length;
    ends[lane] = end;
    return { name, start, end, lane };
  });
}

const laneCount = (trial) => Math.max(1, ...lanesOf(trial.p).map((phase) => phase.lane + 1));

function phaseStrip(trial, width, time, id, lanes) {
  const phases = lanesOf(trial.p);
  const height = LANE * lanes + 2;
  const strip = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": "Phases: " + phases.map((phase) => `${phase.name} ${digits(phase.start)} to ${digits(phase.end)} s`).join(", ") });
  strip.append(draw("clipPath", { id: `${id}-strip` }, draw("rect", { x: LEFT, y: 0, width: width - LEFT, height })));
  const inside = draw("g", { "clip-path": `url(#${id}-strip)` });
  phases.forEach((phase) => {
    const from = time(phase.start);
    const size = Math.max(1, time(phase.end) - from - 1);
    const text = phase.name.length * 6.2 + 8 < size ? phase.name : "";
    const bar = draw("g", {}, draw("rect", { x: from, y: phase.lane * LANE, width: size, height: LANE - 2, rx: 3, fill: "var(--noise)" }), draw("text", { x: from + 5, y: phase.lane * LANE + 11.5 }, text));
    explain(bar, () => `${phase.name}: ${digits(phase.start)} to ${digits(phase.end)} s`);
    inside.append(bar);
  });
  strip.append(inside);
  return strip;
}

function trackChart(track, trial, curves, top, width, scale, last, id) {
  const height = TRACK_HEIGHT + (last ? 20 : 4);
  const steps = track.id === "cpu" ? [0, 50, 100] : ticks(0, top || 1, 2);
  const maximum = steps[steps.length - 1];
  const y = (value) => 4 + (TRACK_HEIGHT - 4) * (1 - value / maximum);
  const x = (step) => scale.time(((step + .5) * trial.w) / trial.k);
  const chart = draw("svg", { viewBox: `0 0 ${width} ${height}`, height, role: "img", "aria-label": `${track.label}: ` + curves.map((curve) => curve.label).join(", ") });
  const clip = `${id}-${track.id}`;
  chart.append(draw("clipPath", { id: clip }, draw("rect", { x: LEFT, y: 0, width: width - LEFT, height: TRACK_HEIGHT + 1 })));
  const inside = draw("g", { "clip-path": `url(#${clip})` });
  trial.p.forEach(([, start, end], i) => {
    if (i % 2 === 0) inside.append(draw("rect", { x: scale.time(start), y: 4, width: Math.max(0, scale.time(end) - scale.time(start)), height: TRACK_HEIGHT - 4, fill: "var(--band)", opacity: .75 }));
  });
  steps.forEach((step) => {
    chart.append(draw("text", { x: LEFT - 6, y: y(step) + 4, "text-anchor": "end" }, mark(step, track.symbol)));
    inside.append(draw("line", { x1: LEFT, x2: width, y1: y(step), y2: y(step), stroke: "var(--line)" }));
  });
  const below = new Array(trial.k).fill(0);
  curves.forEach((curve) => {
    inside.append(
      stacked(track)
        ? draw("path", { d: area(below, curve.values, x, y), fill: curve.colour, opacity: .92 })
        : draw("path", { d: line(curve.values, x, y), fill: "none", stroke: curve.colour, "stroke-width": view.each ? 1.2 : 1.8, "stroke-linejoin": "round" }),
    );
  });
  inside.append(draw("line", { class: "end", x1: scale.time(trial.w), x2: scale.time(trial.w), y1: 4, y2: TRACK_HEIGHT, stroke: "var(--soft)", "stroke-dasharray": "2 3" }));
  const cross = draw("line", { class: "cross", y1: 4, y2: TRACK_HEIGHT, stroke: "var(--ink)", opacity: 0 });
  inside.append(cross, draw("rect", { class: "brush", y: 4, height: TRACK_HEIGHT - 4, fill: "var(--accent)", opacity: 0 }));
  chart.append(inside);
  if (last) {
    const marks = ticks(scale.from, scale.to, width > 420 ? 5 : 3).filter((at) => at >= scale.from - 1e-9 && at <= scale.to * 1.0001);
    marks.forEach((at, i) => chart.append(draw("text", { x: scale.time(at), y: height - 4, "text-anchor": i === marks.length - 1 && scale.time(at) > width - 12 ? "end" : "middle" }, i === 0 ? `${digits(at)} s`.replace(/\.0+ /, " ") : mark(at, ""))));
  }
  return chart;
}

/** Writes the names of a track's curves, with their values at a time. */
function key(element, track, trial, curves, seconds) {
  const step = seconds === null ? -1 : Math.floor((seconds / trial.w) * trial.k);
  const inside = step >= 0 && step < trial.k;
  element.replaceChildren(make("b", {}, (view.each ? track.each : track.label) + (inside ? ` at ${digits(seconds)} s` : "")));
  if (view.each && curves.length > 8) {
    const values = inside ? curves.map((curve) => curve.values[step]).filter((value) => value !== null) : [];
    element.append(make("span", {}, values.length ? `${curves.length} nodes, ${amount(Math.min(...values), track.symbol)} to ${amount(Math.max(...values), track.symbol)}` : `${curves.length} nodes`));
    return;
  }
  curves.forEach((curve) => {
    const value = inside && curve.values[step] !== null ? ` ${amount(curve.values[step], track.symbol)}` : "";
    element.append(make("span", {}, make("i", { style: `background:${curve.colour}` }), curve.label + value));
  });
}

function trialLabel(trial) {
  const words = [`no. ${trial.r}`, `${digits(trial.w)} s`];
  if (trial.a > 1) words.push(`attempt ${trial.a}`);
  if (trial.o !== "verified") words.push(trial.o.replace("_", " "));
  if (trial.d) words.push("disturbed");
  return words.join(", ");
}

function drawRun(run, scaleOf, tops, lanes) {
  const { trial, body } = run;
  const width = Math.max(240, body.clientWidth);
  const scale = scaleOf(width);
  const id = `run${runs.indexOf(run)}`;
  run.scale = scale;
  run.keys = [];
  body.replaceChildren(phaseStrip(trial, width, scale.time, id, lanes));
  const shown = model.tracks.map((track) => [track, curvesOf(track, trial)]);
  const lastShown = shown.filter(([, curves]) => curves.length).pop();
  shown.forEach(([track, curves]) => {
    const title = make("div", { class: "track-title" });
    body.append(title);
    if (!curves.length) {
      title.append(make("b", {}, track.label), make("span", {}, `not available${track.unavailable ? `: ${track.unavailable}` : ""}`));
      title.lastChild.style.whiteSpace = "normal";
      return;
    }
    run.keys.push((seconds) => key(title, track, trial, curves, seconds));
    key(title, track, trial, curves, null);
    body.append(trackChart(track, trial, curves, tops[track.id], width, scale, track === lastShown[0], id));
  });
}

const readyRuns = () => runs.filter((run) => run.trial && run.trial.k);
const longestRun = () => Math.max(1, ...readyRuns().map((run) => run.trial.w));
const rangeShown = () => view.range || [0, longestRun()];

/** The nearest part of the trials that can be shown: at most all, which is null, and at least a hundredth. */
function within(range) {
  if (!range) return null;
  const longest = longestRun();
  const length = Math.min(longest, Math.max(longest / 100, range[1] - range[0]));
  const from = Math.max(0, Math.min(longest - length, range[0]));
  return length >= longest * .999 ? null : [from, from + length];
}

function drawRuns() {
  const ready = readyRuns();
  view.range = within(view.range);
  const [from, to] = rangeShown();
  const scaleOf = (width) => ({ from, to, time: (seconds) => LEFT + ((seconds - from) / (to - from)) * (width - LEFT), seconds: (x) => from + ((x - LEFT) / (width - LEFT)) * (to - from) });
  const tops = Object.fromEntries(model.tracks.map((track) => [track.id, Math.max(0, ...ready.map((run) => highest(track, curvesOf(track, run.trial))))]));
  const lanes = Math.max(1, ...ready.map((run) => laneCount(run.trial)));
  ready.forEach((run) => drawRun(run, scaleOf, tops, lanes));
  runs.filter((run) => run.trial && !run.trial.k).forEach((run) => run.body.replaceChildren(nothing("This trial has no samples.")));
  const step = ready.length ? Math.max(...ready.map((run) => run.trial.w / run.trial.k)) : 0;
  find("#series-note").textContent = step > 1.05 ? `One step of the curves is ${digits(step)} s.` : "";
}

/** Shows a part of the time; null is all. */
function zoom(range) {
  view.range = range;
  drawRuns();
  cross(view.at);
  remember();
}

/** Zooms by a factor around the marked time, or moves by a share of what is shown. */
function zoomBy(factor, move) {
  const [from, to] = rangeShown();
  const middle = view.at !== null && view.at > from && view.at < to && !move ? view.at : (from + to) / 2;
  const left = middle - (middle - from) * factor + move * (to - from);
  zoom([left, left + (to - from) * factor]);
}

const ZOOMS = [
  ["zoom-in", "+", "Zoom in", () => zoomBy(.5, 0)],
  ["zoom-out", "−", "Zoom out", () => zoomBy(2, 0)],
  ["earlier", "←", "Earlier", () => zoomBy(1, -.5)],
  ["later", "→", "Later", () => zoomBy(1, .5)],
  ["whole", "Whole", "Show the whole trials", () => zoom(null)],
];

/** Moves the line that marks a time in all charts; null removes it. */
function cross(seconds) {
  view.at = seconds;
  runs.filter((run) => run.keys).forEach((run) => {
    findAll(".cross", run.body).forEach((hair) => {
      hair.setAttribute("opacity", seconds === null ? 0 : .7);
      if (seconds !== null) {
        hair.setAttribute("x1", run.scale.time(seconds));
        hair.setAttribute("x2", run.scale.time(seconds));
      }
    });
    run.keys.forEach((update) => update(seconds));
  });
}

/** Zooming by mouse, marking a time by mouse, touch and arrow keys. */
function listen(run) {
  let start = null;
  const secondsAt = (event) => {
    const box = run.body.getBoundingClientRect();
    return run.scale.seconds(event.clientX - box.left);
  };
  const point = (event) => {
    if (!run.scale) return;
    const seconds = secondsAt(event);
    cross(seconds >= run.scale.from && seconds <= run.scale.to ? seconds : null);
  };
  run.body.addEventListener("pointermove", (event) => {
    if (!run.scale) return;
    point(event);
    if (start === null) return;
    findAll(".brush", run.body).forEach((brush) => {
      const [a, b] = [run.scale.time(start), run.scale.time(secondsAt(event))];
      brush.setAttribute("x", Math.min(a, b));
      brush.setAttribute("width", Math.abs(b - a));
      brush.setAttribute("opacity", .18);
    });
  });
  run.body.addEventListener("pointerleave", (event) => {
    start = null;
    findAll(".brush", run.body).forEach((brush) => brush.setAttribute("opacity", 0));
    // After a touch the values stay, to be read.
    if (event.pointerType === "mouse" && document.activeElement !== run.body) cross(null);
  });
  run.body.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse" && run.scale) start = secondsAt(event);
    else point(event);
  });
  run.body.addEventListener("pointerup", (event) => {
    if (start === null) return;
    const range = [start, secondsAt(event)].sort((a, b) => a - b);
    start = null;
    if (range[1] - range[0] > (run.scale.to - run.scale.from) / 50) zoom(range);
  });
  run.body.addEventListener("dblclick", () => zoom(null));
  run.body.tabIndex = 0;
  run.body.setAttribute("role", "group");
  run.body.setAttribute("aria-label", `${run.framework} over time: arrow keys mark a time, + and − zoom, Escape shows all`);
  run.body.addEventListener("keydown", (event) => {
    if (!run.scale || event.ctrlKey || event.metaKey || event.altKey) return;
    const [from, to] = rangeShown();
    const step = (to - from) / (event.shiftKey ? 10 : 60);
    const now = view.at === null ? (from + to) / 2 : view.at;
    const actions = {
      ArrowLeft: () => cross(Math.max(from, now - step)),
      ArrowRight: () => cross(Math.min(to, now + step)),
      Home: () => cross(from),
      End: () => cross(to),
      "+": () => zoomBy(.5, 0),
      "-": () => zoomBy(2, 0),
      Escape: () => zoom(null),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  });
  run.body.addEventListener("blur", () => cross(null));
}

let shows = 0;

/**
 * Shows the trials of the workload; of several calls at once only the last one has an effect.
 * Picked has the numbers of trials to show instead of the typical ones, by framework.
 */
async function showRuns(range, picked) {
  const number = ++shows;
  const place = find("#timelines");
  const groups = model.groups.map((group, index) => ({ ...group, index })).filter((group) => group.w === view.workload && group.n === state.nodes && shown(group.f));
  const loaded = await Promise.all(groups.map((group) => trialsOf(group.index)));
  if (number !== shows) return;
  runs = [];
  view.range = range;
  view.at = null;
  const grid = make("div", { class: "lines" });
  groups.forEach((group, g) => {
    const trials = loaded[g];
    if (!trials.length) return;
    const menu = make("select", { "aria-label": `Trial of ${group.f}` });
    trials.forEach((trial, i) => menu.append(make("option", { value: i }, trialLabel(trial) + (i === group.typical && trial.c ? ", median" : ""))));
    const run = { framework: group.f, typical: group.typical, index: group.typical, trial: null, body: make("div", { class: "charts" }), note: make("p", { class: "note" }) };
    const pick = (index) => {
      run.index = index;
      run.trial = trials[index];
      run.note.textContent = run.trial.d || (view.each && !run.trial.nodes.length ? "On this page only the median trial has the series of each node." : "");
    };
    const wanted = picked.get(group.f);
    pick(trials[wanted] ? wanted : group.typical);
    menu.value = run.index;
    menu.addEventListener("change", () => {
      pick(Number(menu.value));
      drawRuns();
      remember();
    });
    grid.append(make("article", { class: "run" }, make("header", { class: `f${colourOf(group.f)}` }, make("h3", {}, group.f), menu), run.note, run.body));
    runs.push(run);
    listen(run);
  });
  place.replaceChildren(runs.length ? grid : nothing("There are no trials of this workload on this number of nodes."));
  drawRuns();
  remember();
}

/** Returns a promise that is kept when the first trials are drawn. */
function startTimelines() {
  const menu = find("#series-workload");
  model.workloads.forEach((workload) => menu.append(make("option", { value: workload }, workload)));
  if (model.workloads.includes(asked.get("workload"))) view.workload = asked.get("workload");
  menu.value = view.workload;
  view.each = asked.get("each") === "1";
  keep("workload", () => (view.workload === model.workloads[0] ? "" : view.workload));
  keep("each", () => (view.each ? "1" : ""));
  keep("seconds", () => (view.range ? view.range.map((seconds) => Number(seconds.toFixed(3))).join("-") : ""));
  keep("trial", () => runs.filter((run) => run.index !== run.typical).map((run) => `${run.index} ${run.framework}`));
  ZOOMS.forEach(([id, text, label, action]) => {
    const button = make("button", { type: "button", "aria-label": label, title: label, "data-zoom": id }, text);
    button.addEventListener("click", action);
    find("#series-zoom").append(button);
  });
  const failed = (error) => find("#timelines").replaceChildren(nothing(`The series cannot be shown: ${error.message}`));
  const between = (asked.get("seconds") || "").split("-").map(Number);
  let range = between.length === 2 && between[1] > between[0] ? between : null;
  let picked = new Map(asked.getAll("trial").map((text) => [text.replace(/^\d+ /, ""), parseInt(text, 10)]));
  let first = null;
  const show = () => {
    const done = showRuns(range, picked).catch(failed);
    first = first || done;
    range = null;
    picked = new Map();
  };
  menu.addEventListener("change", () => {
    view.workload = menu.value;
    show();
    remember();
  });
  drawn(() => {
    const options = [{ id: "mean", label: "Mean of nodes" }, { id: "each", label: "Each node" }];
    // A dedicated master is a node more.
    const one = state.nodes === 1 && !model.others;
    if (one) view.each = false;
    choice(find("#series-view"), one ? [] : options, view.each ? "each" : "mean", (id) => {
      view.each = id === "each";
      show();
    });
    show();
  });
  let width = 0;
  new ResizeObserver(() => {
    const now = find("#timelines").clientWidth;
    if (now !== width && runs.length) {
      width = now;
      drawRuns();
    }
  }).observe(find("#timelines"));
  return first;
}
