// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.file;

import java.awt.Color;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.athanor.report.figure.Figure;

/**
 * The colour of each framework, the same in all figures. Colour-blind readers can distinguish the
 * first eight. The page's style sheet has the same colours.
 */
final class Palette {

  static final Color INK = new Color(0x22272e);
  static final Color FAINT = new Color(0xd8dce1);
  static final Color MUTED = new Color(0x6b7480);

  private static final int[] COLOURS = {
    0x6b7785, 0xd4511e, 0x2166ac, 0x1b8a5a, 0x8e5bb5, 0xa8780a, 0xc2397a, 0x1f8a9e
  };

  private final List<String> frameworks;

  private Palette(List<String> frameworks) {
    this.frameworks = frameworks;
  }

  static Palette of(List<Figure> figures) {
    Set<String> names = new LinkedHashSet<>();
    figures.forEach(figure -> FigureFiles.frameworks(figure).forEach(names::add));
    return new Palette(List.copyOf(names));
  }

  /** The colour of the framework with an index. */
  static Color colour(int index) {
    return new Color(COLOURS[Math.floorMod(index, COLOURS.length)]);
  }

  Color of(String framework) {
    return colour(frameworks.indexOf(framework));
  }

  List<String> frameworks() {
    return frameworks;
  }
}
