// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.cli.measured.ProcessorClock;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueException;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.RunFilter;
import org.athanor.profile.run.Cluster;
import org.athanor.profile.run.NodeKind;
import org.athanor.profile.run.Run;

/** The kinds of nodes that a catalogue has runs on. */
public final class CatalogueKinds {

  /**
   * A kind.
   *
   * @param hertz of its cores, by the newest run that tells
   */
  public record Kind(NodeKind hardware, Optional<Figure> hertz) {

    /** What it is, in words. */
    public String text() {
      return hardware.cpuModel() + ", " + hardware.processors() + " processors";
    }
  }

  private final Map<String, Kind> kinds = new LinkedHashMap<>();

  /** Reads the kinds of all runs. */
  public static CatalogueKinds read(CatalogueLocation location) throws CatalogueException {
    CatalogueKinds all = new CatalogueKinds();
    try (Catalogue catalogue = Catalogue.openForReading(location)) {
      catalogue.forEachRun(RunFilter.ALL, all::add);
    }
    return all;
  }

  private void add(Run run) {
    List<Cluster.Group> groups = run.cluster().groups();
    for (Cluster.Group group : groups) {
      NodeKind hardware = group.kind();
      OptionalDouble clock = groups.size() == 1 ? ProcessorClock.of(run) : OptionalDouble.empty();
      Optional<Figure> hertz =
          clock.isPresent()
              ? Optional.of(new Figure(clock.getAsDouble(), "of run " + run.id()))
              : Optional.empty();
      kinds.merge(
          hardware.id(),
          new Kind(hardware, hertz),
          (old, newer) -> newer.hertz().isPresent() ? newer : old);
    }
  }

  /** All kinds whose ids begin so. */
  public List<Kind> withId(String prefix) {
    return kinds.entrySet().stream()
        .filter(entry -> entry.getKey().startsWith(prefix))
        .map(Map.Entry::getValue)
        .toList();
  }
}
