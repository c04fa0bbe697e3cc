// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.athanor.topology.CpuSet;
import org.athanor.topology.ObjectType;
import org.athanor.topology.TopologyObject;

/**
 * A machine as a tree of lines. An object and its only child share a line ({@code L2 + L1d +
 * Core}), as do the PUs of a core.
 */
public final class TextTree {
  private static final String LEGEND =
      """

      L#: logical index, in the order of the tree.  P#: the operating system's index.
      1 KiB = 1024 B, 1 MiB = 1024 KiB, 1 GiB = 1024 MiB.
      """;

  private final MachineView view;
  private final TreeLines lines;
  private final StringBuilder text = new StringBuilder();

  private TextTree(MachineView view, TreeLines lines) {
    this.view = view;
    this.lines = lines;
  }

  /** The whole text, which ends with a line feed. */
  public static String of(MachineView view, TreeLines lines) {
    TextTree tree = new TextTree(view, lines);
    TopologyObject machine = view.topology().root();
    tree.line(label(view, machine) + ": " + view.counts());
    tree.children(machine, "");
    return tree.text + LEGEND;
  }

  private void line(String line) {
    text.append(InputBounds.printable(line)).append('\n');
  }

  private void children(TopologyObject object, String indent) {
    List<TopologyObject> children = view.children(object);
    for (int i = 0; i < children.size(); i++) {
      boolean last = i == children.size() - 1;
      branch(children.get(i), indent + lines.to(last), indent + lines.below(last));
    }
  }

  private void branch(TopologyObject first, String lead, String indent) {
    StringBuilder line = new StringBuilder(lead).append(label(view, first));
    TopologyObject object = first;
    List<TopologyObject> children = view.children(object);
    while (children.size() == 1 && sharesLine(object, children.get(0))) {
      object = children.get(0);
      line.append(" + ").append(label(view, object));
      children = view.children(object);
    }
    if (areAlikePus(children)) {
      line(line.append(" + ").append(pus(children)).toString());
    } else {
      line(line.toString());
      children(object, indent);
    }
  }

  /** A package always begins a line, and so do its children. */
  private static boolean sharesLine(TopologyObject object, TopologyObject onlyChild) {
    return object.type() != ObjectType.PACKAGE && onlyChild.type() != ObjectType.PACKAGE;
  }

  private boolean areAlikePus(List<TopologyObject> objects) {
    return objects.size() > 1
        && objects.stream()
            .allMatch(
                o ->
                    o.type() == ObjectType.PU
                        && view.children(o).isEmpty()
                        && view.mark(o).equals(view.mark(objects.get(0))));
  }

  private String pus(List<TopologyObject> pus) {
    int first = pus.get(0).logicalIndex();
    int last = pus.get(pus.size() - 1).logicalIndex();
    CpuSet osIndexes = CpuSet.empty();
    for (TopologyObject pu : pus) {
      osIndexes = osIndexes.or(pu.cpuset());
    }
    return "PU L#" + first + "-" + last + " P#" + osIndexes.toListString() + mark(view, pus.get(0));
  }

  private static String label(MachineView view, TopologyObject object) {
    return switch (object.type()) {
      case MACHINE ->
          "Machine" + ObjectLabel.size(object).map(size -> " (" + size + " total)").orElse("");
      case BRIDGE, PCI_DEVICE, OS_DEVICE, MISC -> ObjectLabel.kind(object);
      default ->
          ObjectLabel.kind(object)
              + " "
              + ObjectLabel.index(object)
              + details(object, view)
              + mark(view, object)
              + MachineView.processor(object).map(name -> ": " + name).orElse("");
    };
  }

  private static String details(TopologyObject object, MachineView view) {
    List<String> details = new ArrayList<>();
    ObjectLabel.size(object).ifPresent(details::add);
    view.coreKind(object).ifPresent(details::add);
    return details.isEmpty() ? "" : details.stream().collect(Collectors.joining(", ", " (", ")"));
  }

  private static String mark(MachineView view, TopologyObject object) {
    Optional<MachineView.Mark> mark = view.mark(object);
    return mark.map(m -> " (" + m.word() + ")").orElse("");
  }
}
