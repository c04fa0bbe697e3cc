// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.athanor.cli.topology.MachineView;
import org.athanor.cli.topology.ObjectLabel;
import org.athanor.topology.ObjectType;
import org.athanor.topology.TopologyObject;

/** The lines of text in an object's box. */
record ObjectText(MachineView view) {

  List<String> lines(TopologyObject object) {
    List<String> lines = new ArrayList<>();
    String size = ObjectLabel.size(object).map(s -> " (" + s + ")").orElse("");
    switch (object.type()) {
      case MACHINE -> {
        lines.add("Machine" + size.replace(")", " total)"));
        processors().ifPresent(lines::add);
      }
      case PU -> {
        lines.add("PU L#" + object.logicalIndex());
        object.osIndex().ifPresent(index -> lines.add("P#" + index));
      }
      case PACKAGE, NUMA_NODE, CORE, DIE, GROUP ->
          lines.add(ObjectLabel.kind(object) + " " + ObjectLabel.index(object) + size);
      default -> lines.add(ObjectLabel.kind(object) + size);
    }
    view.coreKind(object).ifPresent(lines::add);
    view.mark(object).ifPresent(mark -> lines.add(mark.word()));
    return lines;
  }

  /** The name of the processor, if all packages have the same. */
  private Optional<String> processors() {
    List<TopologyObject> packages = view.topology().objects(ObjectType.PACKAGE);
    Set<Optional<String>> names =
        packages.stream().map(MachineView::processor).collect(Collectors.toSet());
    if (names.size() != 1) {
      return Optional.empty();
    }
    String times = packages.size() == 1 ? "" : packages.size() + " x ";
    return names.iterator().next().map(name -> times + name);
  }
}
