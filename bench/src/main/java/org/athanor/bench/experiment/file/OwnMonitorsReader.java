// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.monitor.OwnMonitorSpec;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;

/** Reads the monitors of the user. */
final class OwnMonitorsReader {
  private final Path directory;
  private final List<String> known;

  /**
   * Makes a reader.
   *
   * @param directory of the experiment's file
   * @param known names of Athanor's monitors
   */
  OwnMonitorsReader(Path directory, List<String> known) {
    this.directory = directory;
    this.known = known;
  }

  /** The monitors in the order of the file. */
  List<OwnMonitorSpec> read(Section top) {
    Set<String> names = new HashSet<>(known);
    List<OwnMonitorSpec> specs = new ArrayList<>();
    for (Place item : top.place(Keys.OWN_MONITORS).map(Place::items).orElse(List.of())) {
      Section section = new Section(item, "a monitor", Keys.OWN_MONITOR);
      Optional<String> name = section.get(Keys.MONITOR_NAME);
      Optional<String> className = section.get(Keys.MONITOR_CLASS);
      Optional<String> jar = section.get(Keys.MONITOR_JAR);
      if (name.isPresent() && !names.add(name.get())) {
        section
            .place(Keys.MONITOR_NAME)
            .ifPresent(place -> place.report("is the name of another monitor"));
      }
      if (name.isPresent() && className.isPresent() && jar.isPresent()) {
        specs.add(
            new OwnMonitorSpec(
                name.get(), className.get(), Path.of(Options.absolute(jar.get(), directory))));
      }
    }
    return specs;
  }
}
