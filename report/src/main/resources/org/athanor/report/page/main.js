function showNodes() {
  findAll("[data-nodes]").forEach((element) => {
    const everywhere = element.closest("#statistics, #incidents");
    element.hidden = !everywhere && Number(element.dataset.nodes) !== state.nodes;
  });
}

function startNodes() {
  drawn(showNodes);
  if (model.nodeCounts.length < 2) return;
  const options = model.nodeCounts.map((nodes) => ({ id: nodes, label: nodesText(nodes) }));
  choice(find("#node-choice"), options, state.nodes, (nodes) => {
    state.nodes = nodes;
    redraws.forEach((redraw) => redraw());
  });
}

startTheme();
startNodes();
startNavigation();
["bars", "events", "energy"].forEach(startBars);
startRatios();
startBoxes();
startScaling();
startTimelines();
startTables();
root.dataset.ready = "true";
