// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.athanor.storage.retrieval.NetworkRetrieval;
import org.athanor.storage.retrieval.PathSpeeds;
import org.athanor.storage.rules.Entries.Entry;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Region;
import org.athanor.storage.tier.Regions;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.tier.Tiers;

/** Reads one text of rules. Goes on after a problem, to find all of them. */
final class RulesParser {
  private static final String RATE = "bytes per second";

  private final Entries entries;

  RulesParser(String text) {
    entries = new Entries(text);
  }

  StorageRules parse() throws RulesException {
    checkFormat();
    Optional<Long> version = entries.whole("version", 1, StorageRules.MAX_VERSION);
    Optional<Tiers> tiers = tiers();
    Optional<Regions> regions = regions();
    List<PlacementRule> placements = placements(tiers, regions);
    Optional<RetrievalRule> retrieval = retrieval();
    Optional<Long> minimum = entries.whole("replication.minimum", 1, StorageRules.MAX_REPLICATION);
    entries.reportUnknownKeys();
    if (entries.hasProblems()) {
      throw entries.exception();
    }
    return new StorageRules(
        version.orElseThrow(),
        tiers.orElseThrow(),
        regions.orElseThrow(),
        placements,
        retrieval.orElseThrow(),
        minimum.orElseThrow().intValue());
  }

  /** Another format has other keys: the only problem is the format then. */
  private void checkFormat() throws RulesException {
    Optional<Entry> format = entries.optional("format");
    if (format.isPresent() && !format.get().value().equals(Integer.toString(RulesText.FORMAT))) {
      Entry entry = format.get();
      throw new RulesException(
          List.of(
              "line "
                  + entry.line()
                  + ": format="
                  + Entries.shown(entry.value())
                  + ": must be "
                  + RulesText.FORMAT
                  + ", the format that this version reads"));
    }
    entries.required("format", Integer.toString(RulesText.FORMAT));
  }

  private Optional<Tiers> tiers() {
    Optional<Entry> entry = entries.required("tiers", "names of tiers, the fastest first");
    Optional<List<String>> names = entry.flatMap(entries::names);
    if (names.isEmpty()) {
      entries.unclear("tier.");
      return Optional.empty();
    }
    List<Tier> tiers = new ArrayList<>();
    names.get().forEach(name -> tier(name).ifPresent(tiers::add));
    if (tiers.size() < names.get().size()) {
      return Optional.empty();
    }
    return valid(entry.get(), () -> new Tiers(tiers));
  }

  private Optional<Tier> tier(String name) {
    String prefix = "tier." + name + ".";
    Optional<Set<DeviceType>> devices = devices(prefix + "devices");
    Optional<String> label = label(prefix + "label");
    Optional<Double> read = entries.rate(prefix + "read", RATE);
    Optional<Double> write = entries.rate(prefix + "write", RATE);
    Optional<Double> iops = entries.rate(prefix + "iops", "operations per second");
    Optional<Boolean> durable = durable(prefix + "durable");
    if (devices.isEmpty()
        || label.isEmpty()
        || read.isEmpty()
        || write.isEmpty()
        || iops.isEmpty()
        || durable.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Tier(
            name, devices.get(), label.get(), read.get(), write.get(), iops.get(), durable.get()));
  }

  private Optional<Set<DeviceType>> devices(String key) {
    String allowed =
        "one or more of "
            + String.join(", ", Arrays.stream(DeviceType.values()).map(DeviceType::name).toList());
    Optional<Entry> entry = entries.required(key, allowed);
    Optional<List<String>> words = entry.flatMap(entries::words);
    if (words.isEmpty()) {
      return Optional.empty();
    }
    Set<DeviceType> devices = EnumSet.noneOf(DeviceType.class);
    for (DeviceType device : DeviceType.values()) {
      if (words.get().contains(device.name())) {
        devices.add(device);
      }
    }
    if (devices.isEmpty() || devices.size() < words.get().size()) {
      entries.problem(entry.get(), "must be " + allowed);
      return Optional.empty();
    }
    return Optional.of(devices);
  }

  private Optional<String> label(String key) {
    Optional<Entry> entry = entries.optional(key);
    if (entry.isPresent() && !entry.get().value().isEmpty() && !Tier.isName(entry.get().value())) {
      entries.problem(
          entry.get(), "must begin with a letter or digit, and have letters, digits, - and _");
      return Optional.empty();
    }
    return Optional.of(entry.map(Entry::value).orElse(""));
  }

  private Optional<Boolean> durable(String key) {
    Optional<Entry> entry = entries.optional(key);
    String value = entry.map(Entry::value).orElse("false");
    if (!value.equals("true") && !value.equals("false")) {
      entries.problem(entry.get(), "must be true or false");
      return Optional.empty();
    }
    return Optional.of(value.equals("true"));
  }

  private Optional<Regions> regions() {
    Optional<Entry> entry = entries.optional("regions");
    if (entry.isEmpty()) {
      return Optional.of(Regions.none());
    }
    Optional<List<String>> names = entries.names(entry.get());
    if (names.isEmpty()) {
      entries.unclear("region.");
      return Optional.empty();
    }
    List<Region> regions = new ArrayList<>();
    names.get().forEach(name -> region(name).ifPresent(regions::add));
    if (regions.size() < names.get().size()) {
      return Optional.empty();
    }
    return valid(entry.get(), () -> new Regions(regions));
  }

  private Optional<Region> region(String name) {
    Optional<Entry> entry =
        entries.required("region." + name + ".locations", "locations such as /center1/rack1");
    Optional<List<String>> locations = entry.flatMap(entries::words);
    return locations.flatMap(found -> valid(entry.get(), () -> new Region(name, found)));
  }

  private List<PlacementRule> placements(Optional<Tiers> tiers, Optional<Regions> regions) {
    List<PlacementRule> placements = new ArrayList<>();
    Optional<Entry> entry = entries.optional("placements");
    if (entry.isEmpty()) {
      return placements;
    }
    Optional<List<String>> names = entries.names(entry.get());
    if (names.isEmpty()) {
      entries.unclear("placement.");
    }
    Map<String, Entry> byPath = new HashMap<>();
    for (String name : names.orElse(List.of())) {
      placement(name, byPath, tiers, regions).ifPresent(placements::add);
    }
    return placements;
  }

  private Optional<PlacementRule> placement(
      String name, Map<String, Entry> byPath, Optional<Tiers> tiers, Optional<Regions> regions) {
    String prefix = "placement." + name + ".";
    Optional<String> path = path(prefix + "path", byPath);
    Optional<Entry> policy = entries.required(prefix + "policy", placementKinds());
    Optional<PlacementKind> kind = policy.flatMap(this::placementKind);
    Optional<Entry> tiersEntry = entries.optional(prefix + "tiers");
    Optional<List<String>> allowed =
        tiersEntry.isPresent()
            ? tiersEntry.flatMap(entries::words)
            : Optional.of(List.<String>of());
    if (path.isEmpty() || kind.isEmpty() || allowed.isEmpty()) {
      return Optional.empty();
    }
    PlacementRule rule = new PlacementRule(name, path.get(), kind.get(), allowed.get());
    if (tiers.isPresent() && regions.isPresent()) {
      rule.conflict(tiers.get(), regions.get())
          .ifPresent(
              conflict ->
                  entries.problem(
                      rule.tiersExist(tiers.get()) ? policy.get() : tiersEntry.get(), conflict));
    }
    return Optional.of(rule);
  }

  private Optional<String> path(String key, Map<String, Entry> byPath) {
    Optional<Entry> entry = entries.required(key, PlacementRule.PATHS);
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    String path = entry.get().value();
    if (!PlacementRule.isPath(path)) {
      entries.problem(entry.get(), "must be " + PlacementRule.PATHS);
      return Optional.empty();
    }
    Entry first = byPath.putIfAbsent(path, entry.get());
    if (first != null) {
      entries.problem(entry.get(), "line " + first.line() + " has this path: must be another");
    }
    return Optional.of(path);
  }

  private static String placementKinds() {
    return "one of "
        + String.join(", ", Arrays.stream(PlacementKind.values()).map(PlacementKind::id).toList());
  }

  private Optional<PlacementKind> placementKind(Entry entry) {
    Optional<PlacementKind> kind = PlacementKind.withId(entry.value());
    if (kind.isEmpty()) {
      entries.problem(entry, "must be " + placementKinds());
    }
    return kind;
  }

  private Optional<RetrievalRule> retrieval() {
    String allowed = "one of " + String.join(", ", RetrievalRule.IDS);
    Optional<Entry> entry = entries.required("retrieval", allowed);
    if (entry.isEmpty()) {
      entries.unclear("retrieval.");
      return Optional.empty();
    }
    return switch (entry.get().value()) {
      case "network" ->
          entries
              .number("retrieval.network.step", 1, NetworkRetrieval.MAX_STEP)
              .map(step -> new RetrievalRule.Network(step));
      case "tier" -> Optional.of(new RetrievalRule.Tier());
      case "hybrid" -> hybrid();
      case "random" -> Optional.of(new RetrievalRule.Random());
      default -> {
        entries.problem(entry.get(), "must be " + allowed);
        entries.unclear("retrieval.");
        yield Optional.empty();
      }
    };
  }

  private Optional<RetrievalRule> hybrid() {
    Optional<Double> rack = entries.rate("retrieval.hybrid.rack", RATE);
    Optional<Double> offRack = entries.rate("retrieval.hybrid.off-rack", RATE);
    Optional<Double> region = entries.rate("retrieval.hybrid.other-region", RATE);
    if (rack.isEmpty() || offRack.isEmpty() || region.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RetrievalRule.Hybrid(new PathSpeeds(rack.get(), offRack.get(), region.get())));
  }

  /** A value whose own checks can fail; a problem of the entry then. */
  private <T> Optional<T> valid(Entry entry, Supplier<T> value) {
    try {
      return Optional.of(value.get());
    } catch (IllegalArgumentException e) {
      entries.problem(entry, e.getMessage());
      return Optional.empty();
    }
  }
}
