// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.List;
import java.util.stream.Stream;
import org.athanor.topology.TopologyObject;

/**
 * An object's rectangle, its border included. Text and children are within it, and children do not
 * overlap. Caches and NUMA nodes are bars above what is below them in the topology, so boxes nest
 * less deeply than objects do.
 */
public record Box(
    TopologyObject object,
    BoxStyle style,
    int x,
    int y,
    int width,
    int height,
    List<TextLine> text,
    List<Box> children) {
  public Box {
    text = List.copyOf(text);
    children = List.copyOf(children);
  }

  /** This box and all within it; a box comes before its children. */
  public Stream<Box> all() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(Box::all));
  }

  public int right() {
    return x + width;
  }

  public int bottom() {
    return y + height;
  }
}
