// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.athanor.cli.topology.MachineView;
import org.athanor.topology.ObjectType;
import org.athanor.topology.TopologyObject;

/**
 * Arranges a machine as lstopo does: packages, groups, dies and cores are frames around what is in
 * them; caches and memory are bars above what shares them. Objects whose subtrees are the same have
 * the same size and arrangement, wherever they are.
 */
public final class PictureLayout {
  private static final int MARGIN = 10;
  private static final int GAP = 6;
  private static final int CACHE_GAP = 4;

  private final MachineView view;
  private final ObjectText text;
  private final Shapes shapes;

  /** Shape → the width that all of its objects have. */
  private final Map<Integer, Integer> widths = new HashMap<>();

  private PictureLayout(MachineView view) {
    this.view = view;
    text = new ObjectText(view);
    shapes = new Shapes(view, text);
  }

  /** The picture of a machine; the same for the same view. */
  public static Picture of(MachineView view) {
    return new PictureLayout(view).picture();
  }

  private Picture picture() {
    Block machine = block(view.topology().root());
    Box box = placed(machine);
    String title = "Topology of " + view.machine() + ": " + view.counts();
    List<TextLine> legend = legend(title, box.bottom() + MARGIN);
    int right =
        Stream.concat(Stream.of(box.right()), legend.stream().map(TextLine::right))
            .max(Integer::compare)
            .orElseThrow();
    int height = box.bottom() + 2 * MARGIN + legend.size() * TextLine.LINE_HEIGHT;
    return new Picture(title, right + MARGIN, height, box, legend);
  }

  /** Places blocks until those of one shape have the same width. */
  private Box placed(Block machine) {
    Map<Integer, Integer> before;
    Box box;
    do {
      before = Map.copyOf(widths);
      box = machine.placed(MARGIN, MARGIN, machine.width()).get(0);
    } while (!widths.equals(before));
    return box;
  }

  private List<TextLine> legend(String title, int top) {
    List<String> lines = new ArrayList<>(List.of(title));
    view.topology().root().info("HostName").ifPresent(host -> lines.add("Host: " + host));
    lines.add("L#: logical index.  P#: the operating system's index.");
    List<TextLine> legend = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      legend.add(TextLine.at(lines.get(i), MARGIN, top, i));
    }
    return legend;
  }

  private Block block(TopologyObject object) {
    Block block =
        object.type().isCache() ? column(Stream.of(bar(object)), object, CACHE_GAP) : frame(object);
    return new Alike(block, shapes.of(object), widths);
  }

  private Block frame(TopologyObject object) {
    Block content = column(Stream.of(), object, GAP);
    return around(object, content.height() == 0 ? Optional.empty() : Optional.of(content));
  }

  /** An object's memory, then the object's own bar if it has one, then its children. */
  private Column column(Stream<Block> bar, TopologyObject object, int gap) {
    Stream<Block> memory = object.memoryChildren().stream().map(this::memory);
    Stream<Block> children = children(object);
    Stream<Block> devices = grid(view.devices(object).stream().flatMap(this::device).toList(), GAP);
    return new Column(
        Stream.of(memory, bar, children, devices).flatMap(blocks -> blocks).toList(), gap);
  }

  /**
   * Returns one grid of all children. If consecutive children have the same number of PUs, as
   * performance and efficiency cores do, each such group gets a grid of its own, unless there are
   * too many groups.
   */
  private Stream<Block> children(TopologyObject object) {
    int between = object.children().stream().mapToInt(PictureLayout::gap).max().orElse(GAP);
    List<List<Block>> runs = new ArrayList<>();
    TopologyObject previous = null;
    for (TopologyObject child : object.children()) {
      if (previous == null || !looksLike(previous, child)) {
        runs.add(new ArrayList<>());
      }
      runs.get(runs.size() - 1).add(block(child));
      previous = child;
    }
    return grid(
        2 * runs.size() > object.children().size()
            ? runs.stream().flatMap(List::stream).toList()
            : runs.stream().flatMap(run -> grid(run, between)).toList(),
        between);
  }

  /**
   * The gap between an object and its neighbours. A cache with several children needs a wider one,
   * because it has no frame around them.
   */
  private static int gap(TopologyObject object) {
    if (!object.type().isCache()) {
      return GAP;
    }
    int within = object.children().stream().mapToInt(PictureLayout::gap).max().orElse(GAP);
    return object.children().size() > 1 ? within + GAP : within;
  }

  private static boolean looksLike(TopologyObject a, TopologyObject b) {
    return a.type() == b.type() && a.cpuset().weight() == b.cpuset().weight();
  }

  private static Stream<Block> grid(List<Block> blocks, int gap) {
    return blocks.isEmpty() ? Stream.of() : Stream.of(Grid.of(blocks, gap));
  }

  private Block memory(TopologyObject object) {
    Stream<Block> below = object.memoryChildren().stream().map(this::memory);
    return new Column(Stream.concat(Stream.of(bar(object)), below).toList(), CACHE_GAP);
  }

  private Block bar(TopologyObject object) {
    return around(object, Optional.empty());
  }

  /**
   * A bridge is replaced by the devices behind it: it does not tell which objects they are near.
   */
  private Stream<Block> device(TopologyObject object) {
    Stream<Block> behind = view.devices(object).stream().flatMap(this::device);
    if (object.type() == ObjectType.BRIDGE) {
      return behind;
    }
    return Stream.of(around(object, grid(behind.toList(), GAP).findFirst()));
  }

  private Frame around(TopologyObject object, Optional<Block> content) {
    return new Frame(
        object,
        BoxStyle.of(object, view.mark(object)),
        text.lines(object),
        shapes.textWidth(object),
        content);
  }
}
