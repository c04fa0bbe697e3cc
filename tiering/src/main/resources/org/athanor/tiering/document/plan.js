"use strict";
(() => {
  const plan = JSON.parse(document.getElementById("model").textContent);
  const by = id => document.getElementById(id);
  const UNITS = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
  const count = n => n.toLocaleString("en-US");
  const percent = share => (100 * share).toFixed(1) + " %";
  const range = share => share.periods === 0 ? "–" : percent(share.all);

  function size(bytes) {
    let amount = Math.abs(bytes), unit = 0;
    while (amount >= 999.5 && unit < UNITS.length - 1) { amount /= 1000; unit++; }
    const digits = unit === 0 || amount >= 99.95 ? 0 : 1;
    return (bytes < 0 ? "−" : "") + amount.toFixed(digits) + " " + UNITS[unit];
  }

  function duration(seconds) {
    if (seconds < 90) return seconds.toFixed(0) + " s";
    if (seconds < 5400) return (seconds / 60).toFixed(0) + " min";
    if (seconds < 48 * 3600) return (seconds / 3600).toFixed(1) + " h";
    return (seconds / 86400).toFixed(1) + " days";
  }

  function element(name, text, classes) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (classes) made.className = classes;
    return made;
  }

  /** Heads are text, with ">" at the end where the column has numbers. */
  function table(id, heads, rows, marked) {
    const at = by(id);
    const head = at.createTHead().insertRow();
    heads.forEach(text => head.append(element("th", text.replace(/[>/]$/, ""), text.endsWith(">") ? "number" : "")));
    const body = at.createTBody();
    rows.forEach((cells, i) => {
      const row = body.insertRow();
      if (marked && marked(i)) row.className = "planned";
      cells.forEach((text, column) => row.append(
        element("td", text, heads[column].endsWith(">") ? "number" : heads[column].endsWith("/") ? "path" : "")));
    });
  }

  // ---- Head

  const image = plan.image, log = plan.log, summary = plan.summary, settings = plan.settings;
  const changed = Object.entries(summary.changes).filter(([, change]) => change.files > 0);
  by("title").textContent = count(summary.files) + (summary.files === 1 ? " file" : " files") + " of " + count(image.files) + " would change";
  by("meta").textContent = "Audit log from " + log.first.slice(0, 16).replace("T", " ") + " to " + log.last.slice(0, 16).replace("T", " ")
    + " UTC: " + count(log.accesses) + " accesses in " + count(log.periods) + " periods of " + duration(settings.periodSeconds)
    + ". Files: " + size(image.bytes) + ", with replicas " + size(image.storedBytes) + ".";
  if (plan.cache && plan.cache.accesses.periods > 0) {
    const hit = plan.cache.accesses, saved = plan.savedReadTime;
    by("verdict").textContent = "With " + size(plan.cache.bytes) + " of SSD, " + percent(hit.all) + " of accesses would have been served from it ("
      + percent(hit.lowest) + " to " + percent(hit.highest) + " in single periods), and devices would have needed "
      + percent(saved.all) + " less time to read. With perfect foresight: " + percent(plan.cache.perfect.all) + ".";
  } else if (plan.cache) {
    by("verdict").textContent = "No past plan could be tried, so there is no prediction of the gain.";
  }
  const facts = by("facts");
  // What leaves its place for a tier, the NameNode decides: only the tier's own growth is known.
  const growth = [["SSD", summary.ssdGrowth], ["disks", summary.diskGrowth], ["archive", summary.archiveGrowth]]
    .map(([name, bytes]) => ["more on " + name + (plan.tier ? ", by policies" : ""), size(bytes)]);
  for (const [name, value] of [
    ["files read in the log", count(image.filesRead)],
    ["to be written", size(summary.movedBytes)],
    ["at " + size(settings.moveBytesPerSecond) + "/s", duration(summary.moveSeconds)],
    ...(plan.tier ? [["more on tier " + plan.tier.name, size(plan.tier.growth)]] : []),
    ...(plan.tier && changed.length === 0 ? [] : growth)]) {
    const box = element("div");
    box.append(element("dt", name), element("dd", value));
    facts.append(box);
  }
  if (plan.notices.length > 0) {
    by("notices").hidden = false;
    plan.notices.forEach(text => by("notices").querySelector("ul").append(element("li", text)));
  }

  // ---- Simulation

  if (plan.simulated) {
    const made = plan.simulated, rate = value => size(value) + "/s", seconds = value => value.toFixed(2) + " s";
    by("simulated").hidden = false;
    by("simulatedText").textContent = "Accesses of " + made.periods + (made.periods === 1 ? " period" : " periods")
      + " that the plans made before them did not know, simulated once with the files as they are and once as planned: "
      + count(made.reads) + " reads, drawn of " + count(made.accesses) + " accesses, in " + count(made.runs) + " runs.";
    table("simulatedTable", ["", "now>", "planned>", "gain>", "lowest>", "highest>"],
      [["mean time of a read", made.meanSeconds, seconds], ["throughput of a reader", made.throughputBytesPerSecond, rate],
        ["bytes from SSD", made.fromSsd, percent]].map(([name, value, text]) => [name, text(value.now), text(value.planned),
        percent(value.gain), percent(value.lowestGain), percent(value.highestGain)]));
    by("simulatedBasis").textContent = "Cluster: " + made.cluster + ". Readers: " + made.readers + ". "
      + (made.periods === 1 ? "The range is that of single runs, and says nothing of other periods."
        : "The range is that of single periods; if periods are alike, the next one is in it with a probability of " + percent(made.level) + ".")
      + " Each access is a client that reads the whole file, alone and block after block; writes and other work are not simulated.";
  }

  // ---- Links

  if (plan.links) {
    const made = plan.links, rate = value => size(value) + "/s";
    const bits = value => value * 8 < 1e9 ? (value * 8 / 1e6).toFixed(0) + " Mbit/s" : (value * 8 / 1e9).toFixed(1) + " Gbit/s";
    const changes = [["below", made.changesBelowBytesPerSecond], ["from", made.changesFromBytesPerSecond]]
      .filter(([, speed]) => speed !== undefined).map(([word, speed]) => word + " " + bits(speed));
    by("links").hidden = false;
    by("linksText").textContent = "With links of " + bits(made.linkBytesPerSecond) + " a node, replicas should be placed and read by "
      + made.recommended + ": " + made.reason + ". "
      + (changes.length === 0 ? "That is so at any speed of links that was tried."
        : (made.recommended === "network" ? "Policies that know devices are better " : "Network is better ") + changes.join(" and ") + " a node.");
    table("linksTable", ["placed and read by", "a reader>", "all readers>", "from the fastest tier>", "remote>", "bound by"],
      made.policies.map(one => [one.policy, rate(one.readerBytesPerSecond), rate(one.allBytesPerSecond), percent(one.fromFastestTier),
        percent(one.remote), one.boundBy]));
    by("linksBasis").textContent = "Cluster: " + made.cluster + ". An estimate for two reads at a time on each node, of files that are new"
      + " or written again; it needs the plug-ins in the NameNode.";
  }

  // ---- Curve

  const NS = "http://www.w3.org/2000/svg";
  function svg(name, attributes, text) {
    const made = document.createElementNS(NS, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  }

  const cacheTier = plan.cacheCurveTier || "SSD";
  const planned = plan.cacheCurveTier ? plan.tier.freeBytes : plan.cache && plan.cache.bytes;
  by("cacheTitle").textContent = "How much " + (plan.cacheCurveTier ? "of " : "") + cacheTier + " for which hit rate";
  by("cacheTier").textContent = cacheTier;
  if (plan.cacheCurve.length === 0) {
    by("cacheText").hidden = true;
    by("cache").hidden = true;
    by("noCache").hidden = false;
    by("noCache").textContent = plan.cacheCurveTier ? "No file may get a copy on tier " + cacheTier + ", as what is left alone says, so no size has a hit rate."
      : "No file may get a copy on SSD by a storage policy, as what is left alone says, so no size has a hit rate.";
  } else if (plan.cacheCurveTier) {
    by("cacheText").append(" Files that may not go there count as not served.");
  }
  const points = plan.cacheCurve.filter(point => point.bytes > 0 && point.accesses.periods > 0);
  if (points.length > 1) {
    const W = 860, H = 360, L = 56, R = 120, T = 14, B = 44;
    const low = Math.log(points[0].bytes), high = Math.log(points[points.length - 1].bytes);
    const top = Math.max(0.05, ...points.flatMap(p => [p.perfect.all, p.accesses.highest]));
    const x = bytes => L + (W - L - R) * (Math.log(bytes) - low) / (high - low || 1);
    const y = share => H - B - (H - T - B) * share / top;
    const at = svg("svg", {viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": "Hit rate by size of the cache"});
    for (let i = 0; i <= 4; i++) {
      const share = top * i / 4;
      at.append(svg("line", {x1: L, x2: W - R, y1: y(share), y2: y(share), stroke: "var(--line)"}));
      at.append(svg("text", {x: L - 8, y: y(share) + 4, "text-anchor": "end"}, (100 * share).toFixed(top < 0.2 ? 1 : 0) + " %"));
    }
    let lastLabel = -Infinity;
    for (const point of points) {
      if (x(point.bytes) - lastLabel > 70) {
        lastLabel = x(point.bytes);
        at.append(svg("text", {x: lastLabel, y: H - B + 20, "text-anchor": "middle"}, size(point.bytes)));
      }
    }
    at.append(svg("text", {x: (L + W - R) / 2, y: H - 6, "text-anchor": "middle"}, cacheTier + " for copies"));
    const band = points.map(p => `${x(p.bytes)},${y(p.accesses.highest)}`)
      .concat(points.slice().reverse().map(p => `${x(p.bytes)},${y(p.accesses.lowest)}`));
    at.append(svg("polygon", {points: band.join(" "), fill: "var(--chosen)", opacity: 0.13}));
    const ends = [];
    for (const [member, name, colour] of [["perfect", "perfect", "--perfect"], ["lastValue", "last value", "--last"],
      ["lfu", "LFU", "--lfu"], ["accesses", settings.predictor, "--chosen"]]) {
      at.append(svg("polyline", {points: points.map(p => `${x(p.bytes)},${y(p[member].all)}`).join(" "), fill: "none",
        stroke: `var(${colour})`, "stroke-width": member === "accesses" ? 3 : 1.6}));
      ends.push({name, colour, at: y(points[points.length - 1][member].all)});
    }
    ends.sort((a, b) => a.at - b.at);
    // Names keep their distance, and stay above the axis.
    ends.forEach((end, i) => { end.at = Math.max(end.at + 4, i > 0 ? ends[i - 1].at + 15 : T); });
    const below = Math.max(0, ends[ends.length - 1].at - (H - B + 4));
    for (const end of ends) {
      at.append(svg("text", {x: W - R + 8, y: end.at - below, "class": "name", style: `fill: var(${end.colour})`}, end.name));
    }
    if (planned > 0) {
      at.append(svg("line", {x1: x(planned), x2: x(planned), y1: T, y2: H - B, stroke: "var(--accent)", "stroke-dasharray": "4 4"}));
    }
    by("cache").append(at);
  }
  if (plan.cacheCurve.length > 0) table("cacheTable",
    [cacheTier + ">", "hit rate>", "lowest>", "highest>", "of the bytes>", "last value>", "LFU>", "perfect>"],
    plan.cacheCurve.map(p => [size(p.bytes), range(p.accesses), p.accesses.periods ? percent(p.accesses.lowest) : "–",
      p.accesses.periods ? percent(p.accesses.highest) : "–", range(p.read), range(p.lastValue), range(p.lfu), range(p.perfect)]),
    i => plan.cacheCurve[i].bytes === planned);
  if (plan.replicaCurve.length === 0) {
    by("replicaText").hidden = true;
    by("noReplicas").hidden = false;
    by("noReplicas").textContent = "The number of replicas of no file may change.";
  } else table("replicaTable", ["budget>", "used next period>", "files raised>", "accesses that share a replica>"],
    plan.replicaCurve.map(p => [size(p.budgetBytes), size(p.usedBytes), count(p.raisedFiles), p.accessesPerReplica.toFixed(2)]),
    i => settings.extraReplicaBytes !== undefined && plan.replicaCurve[i].budgetBytes === settings.extraReplicaBytes);

  // ---- Actions

  const policyBytes = summary.movedBytes - (plan.tier ? plan.tier.movedBytes : 0);

  if (changed.length > 0) table("changes", ["change", "files>", "their length>"],
    changed.map(([name, change]) => [name, count(change.files), size(change.bytes)]));
  by("space").textContent = changed.length === 0 ? "Nothing would change."
    : size(policyBytes) + " would be written, in " + duration(policyBytes / settings.moveBytesPerSecond) + " at " + size(settings.moveBytesPerSecond) + "/s.";
  const replicas = action => action.fromReplicas === action.toReplicas ? String(action.fromReplicas) : action.fromReplicas + " → " + action.toReplicas;
  const policy = action => action.fromPolicy === action.toPolicy ? action.fromPolicy : action.fromPolicy + " → " + action.toPolicy;
  if (changed.length > 0) table("actions", ["file/", "length>", "policy", "replicas>", "written>", "why"],
    plan.actions.map(a => [a.path, size(a.bytes), policy(a), replicas(a), size(a.movedBytes), a.reason]));
  by("cut").textContent = plan.actions.length < summary.actions
    ? "The " + plan.actions.length + " that write most, of " + count(summary.actions) + ". The plan's file has all." : "";
  by("find").hidden = changed.length === 0;
  by("policies").hidden = changed.length === 0 && Boolean(plan.tier);
  if (plan.tier) by("policies").querySelector("h2").textContent = "What would change by storage policies";
  by("filter").addEventListener("input", event => {
    const wanted = event.target.value.toLowerCase();
    for (const row of by("actions").querySelectorAll("tbody tr")) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  if (plan.tier) {
    const tier = plan.tier;
    by("tier").hidden = false;
    by("tierTitle").textContent = "What would change on tier " + tier.name + " of the rules";
    by("tierText").textContent = count(tier.files) + (tier.files === 1 ? " file" : " files") + " would change, and "
      + size(tier.movedBytes) + " be written. It would hold " + size(tier.usedBytes) + " of " + size(tier.budgetBytes) + ". "
      + (tier.changesRules ? "The NameNode needs version " + tier.rulesVersion + " of the rules." : "The rules stay as they are.")
      + " How much faster reads get is not known: that is tried with stock storage policies only.";
    if (tier.changes.length > 0) table("tierTable", ["file/", "length>", "tiers", "written>", "why"], tier.changes.map(c => [c.path, size(c.bytes),
      c.fromTiers.join(", ") + " → " + c.toTiers.join(", "), size(c.movedBytes), c.reason]));
    by("tierCut").textContent = tier.changes.length < tier.files
      ? "The " + tier.changes.length + " that write most, of " + count(tier.files) + ". The plan's file has all." : "";
  }
  table("hottest", ["file/", "length>", "times read>", "prediction>", "policy"],
    plan.hottest.map(f => [f.path, size(f.bytes), count(f.timesRead), f.popularity.toPrecision(3), f.policy]));
  const left = Object.entries(plan.leftAlone);
  by("left").hidden = left.length === 0;
  table("leftAlone", ["why", "files>"], left.map(([why, n]) => [why, count(n)]));
  by("method").textContent = "Predictor: " + settings.predictor + ". Accesses of a caller to a file count once in "
    + duration(settings.windowSeconds) + ". Each access is taken to read the whole file. Time to read is that of devices: "
    + settings.tiers.map(t => t.name + " " + size(t.readBytesPerSecond) + "/s").join(", ")
    + ". Of " + count(log.accesses) + " accesses, " + count(log.accessesToOtherFiles) + " were to files that the image does not have; they are in no share."
    + (plan.cache && plan.cache.accesses.level > 0 ? " If periods are alike, the next one lies between the lowest and the highest with a probability of "
      + percent(plan.cache.accesses.level) + "." : "");
})();
