/** Shows what belongs to the number of nodes and to the frameworks that the reader has chosen. */
function showRows() {
  findAll("[data-nodes], [data-framework]").forEach((element) => {
    const { nodes, framework } = element.dataset;
    const everywhere = nodes === undefined || element.closest("#statistics, #incidents");
    element.hidden = (!everywhere && Number(nodes) !== state.nodes) || state.hidden.has(framework);
  });
}

const redrawAll = () => redraws.forEach((redraw) => redraw());

function startNodes() {
  drawn(showRows);
  if (model.nodeCounts.length < 2) return;
  const options = model.nodeCounts.map((nodes) => ({ id: nodes, label: nodesText(nodes) }));
  choice(find("#node-choice"), options, state.nodes, (nodes) => {
    state.nodes = nodes;
    redrawAll();
  });
}

/** A button for each framework, which hides it; without one that is shown, all are. */
function startFrameworks() {
  const place = find("#framework-choice");
  if (model.frameworks.length < 2) return;
  const press = () => findAll("button", place).forEach((button, i) => button.setAttribute("aria-pressed", shown(model.frameworks[i])));
  model.frameworks.forEach((framework) => {
    const button = make("button", { type: "button", class: "shown", title: `Show or hide ${framework}` }, make("i", { class: `key b${colourOf(framework)}` }), framework);
    button.addEventListener("click", () => {
      if (!state.hidden.delete(framework)) state.hidden.add(framework);
      if (state.hidden.size === model.frameworks.length) state.hidden.clear();
      press();
      redrawAll();
      remember();
    });
    place.append(button);
  });
  press();
}

function startLog() {
  const button = find("#log");
  button.setAttribute("aria-pressed", state.log);
  button.addEventListener("click", () => {
    state.log = !state.log;
    button.setAttribute("aria-pressed", state.log);
    redrawAll();
    remember();
  });
}

startView();
startTheme();
startNodes();
startFrameworks();
startLog();
["bars", "events", "energy"].forEach(startBars);
startRatios();
startBoxes();
startScaling();
["size", "phases", "energy"].forEach(startPlots);
startPower();
const later = startTimelines();
startTables();
startLink();
startNavigation();
startAddress(later);
root.dataset.ready = "true";
