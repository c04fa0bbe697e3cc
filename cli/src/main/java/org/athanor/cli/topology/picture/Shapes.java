// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.athanor.cli.topology.MachineView;
import org.athanor.topology.ObjectType;
import org.athanor.topology.TopologyObject;

/**
 * Finds objects whose subtrees are the same, so that they are drawn alike. Two objects have the
 * same shape if they have the same type, marks and kind of core, and children of the same shapes in
 * the same order. Indexes and sizes of memory and caches do not matter, devices must have the same
 * text.
 *
 * <p>Texts of one shape differ in length ({@code Core L#9}, {@code Core L#10}); each of them is
 * given the width of the longest.
 */
final class Shapes {

  /**
   * What objects of one shape have in common.
   *
   * @param children shapes of what is in it: memory, then the main tree, then devices
   */
  private record Shape(ObjectType type, List<String> words, List<List<Integer>> children) {}

  private final MachineView view;
  private final ObjectText text;
  private final Map<Shape, Integer> numbers = new HashMap<>();
  private final Map<TopologyObject, Integer> shapes = new HashMap<>();
  private final Map<Integer, Integer> textWidths = new HashMap<>();

  Shapes(MachineView view, ObjectText text) {
    this.view = view;
    this.text = text;
    number(view.topology().root());
  }

  /** The number of an object's shape. */
  int of(TopologyObject object) {
    return shapes.getOrDefault(object, -1);
  }

  /** Width of the widest text of all objects of this shape, in pixels. */
  int textWidth(TopologyObject object) {
    return textWidths.getOrDefault(of(object), 0);
  }

  private int number(TopologyObject object) {
    List<List<Integer>> children =
        Stream.of(object.memoryChildren(), object.children(), view.devices(object))
            .map(below -> below.stream().map(this::number).toList())
            .toList();
    List<String> lines = text.lines(object);
    int number =
        numbers.computeIfAbsent(
            new Shape(object.type(), words(object, lines), children), shape -> numbers.size());
    shapes.put(object, number);
    int width =
        lines.stream().mapToInt(line -> TextWidth.of(line, TextLine.FONT_SIZE)).max().orElse(0);
    textWidths.merge(number, width, Math::max);
    return number;
  }

  /** What of an object's text is the same in all objects of its shape. */
  private List<String> words(TopologyObject object, List<String> lines) {
    return switch (object.type()) {
      case BRIDGE, PCI_DEVICE, OS_DEVICE, MISC -> lines;
      default -> {
        List<String> words = new ArrayList<>(List.of("lines " + lines.size()));
        view.coreKind(object).ifPresent(words::add);
        view.mark(object).ifPresent(mark -> words.add(mark.word()));
        yield words;
      }
    };
  }
}
