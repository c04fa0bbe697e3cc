// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.text.TimeSpan;

/** Reads what a file says about switching nodes of a cluster off. */
final class PowerDownReader {
  private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*}?");

  private final Section cluster;
  private final Optional<Power> power;

  PowerDownReader(Section cluster, Optional<Power> power) {
    this.cluster = cluster;
    this.power = power;
  }

  /** Empty if the file says nothing about it, or something wrong, which is reported. */
  Optional<PowerDown> read() {
    Optional<Place> place = cluster.place(Keys.POWER_DOWN);
    if (place.isEmpty()) {
      return Optional.empty();
    }
    Section section = cluster.below(Keys.POWER_DOWN, Keys.POWER_DOWNS);
    if (power.isEmpty() && cluster.place(Keys.POWER).isEmpty()) {
      place.get().report("needs power, which says what a node that is on costs");
    }
    Optional<List<String>> nodes = section.get(Keys.NODES);
    nodes.ifPresent(names -> checkUnique(names, section.place(Keys.NODES).orElseThrow()));
    Map<PowerDown.Hook, List<String>> hooks = new EnumMap<>(PowerDown.Hook.class);
    Keys.HOOKS.forEach(
        (hook, key) -> hook(section, hook, key).ifPresent(it -> hooks.put(hook, it)));
    double standby = section.get(Keys.STANDBY).orElse(0.0);
    if (power.isPresent() && standby >= power.get().idleWatts()) {
      section
          .place(Keys.STANDBY)
          .orElse(place.get())
          .report("switching off saves nothing: idle must be above standby");
    }
    Duration boot = section.get(Keys.BOOT_TIME).orElse(Duration.ofMinutes(10));
    Duration maintenance = section.get(Keys.MAINTENANCE_TIME).orElse(Duration.ofDays(7));
    if (maintenance.compareTo(boot.multipliedBy(4)) < 0) {
      section
          .place(Keys.MAINTENANCE_TIME)
          .orElse(place.get())
          .report("must be at least four times boot time");
    }
    PowerDown.Times times =
        new PowerDown.Times(
            section.get(Keys.DRAIN_TIME).orElse(Duration.ofHours(1)),
            boot,
            section.get(Keys.HOOK_TIME).orElse(Duration.ofMinutes(2)),
            maintenance);
    if (maintenance.compareTo(times.back()) <= 0) {
      section
          .place(Keys.MAINTENANCE_TIME)
          .orElse(place.get())
          .report(
              "must be above "
                  + TimeSpan.format(times.back())
                  + ": a node is switched on by boot time, command time and 5m before it ends");
    }
    if (nodes.isEmpty() || hooks.size() < PowerDown.Hook.values().length) {
      return Optional.empty();
    }
    return Optional.of(
        new PowerDown(
            List.copyOf(nodes.get()),
            Map.copyOf(hooks),
            new PowerDown.Limits(
                section.get(Keys.LEAST_NODES).orElse(3),
                section.get(Keys.SPARE_NODES).orElse(1),
                section.get(Keys.FACTOR).orElse(2.0),
                standby),
            times));
  }

  private static void checkUnique(List<String> names, Place place) {
    for (int i = 0; i < names.size(); i++) {
      if (isAmong(names.get(i), names.subList(0, i))) {
        place.report(names.get(i) + " is there twice");
      }
    }
  }

  /** A name without a port stands for all DataNodes of the host. */
  private static boolean isAmong(String name, List<String> others) {
    return others.stream()
        .anyMatch(
            other -> other.equals(name) || other.equals(host(name)) || host(other).equals(name));
  }

  private static String host(String name) {
    return name.replaceFirst(":\\d+$", "");
  }

  /** Reports nodes that two clusters would switch. */
  static void checkShared(List<Cluster> clusters, Map<String, Place> places) {
    Map<String, List<String>> seen = new LinkedHashMap<>();
    for (Cluster cluster : clusters) {
      if (cluster.kind() instanceof Kind.Yarn yarn && yarn.powerDown().isPresent()) {
        List<String> nodes = yarn.powerDown().get().nodes();
        seen.forEach(
            (other, names) ->
                nodes.stream()
                    .filter(node -> isAmong(node, names))
                    .forEach(
                        node ->
                            places
                                .get(cluster.name())
                                .keys()
                                .orElseThrow()
                                .get(Keys.POWER_DOWN.name())
                                .report(
                                    node + " may be switched by cluster " + other + " already")));
        seen.put(cluster.name(), nodes);
      }
    }
  }

  private static Optional<List<String>> hook(
      Section section, PowerDown.Hook hook, Key<List<String>> key) {
    Optional<List<String>> command = section.get(key);
    if (command.isEmpty()) {
      return Optional.empty();
    }
    Place place = section.place(key).orElseThrow();
    boolean named = false;
    for (String word : command.get()) {
      Matcher found = PLACEHOLDER.matcher(word);
      while (found.find()) {
        boolean node = found.group().equals(PowerDown.NODE);
        boolean until = found.group().equals(PowerDown.UNTIL) && hook == PowerDown.Hook.MAINTENANCE;
        named |= node;
        if (!node && !until) {
          place.report(
              found.group()
                  + " is not known; must be "
                  + PowerDown.NODE
                  + (hook == PowerDown.Hook.MAINTENANCE ? " or " + PowerDown.UNTIL : ""));
        }
      }
    }
    if (!named) {
      place.report("must name the node: give " + PowerDown.NODE + " as an argument");
    }
    return command;
  }
}
