// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.List;

/**
 * The content of a picture, with positions.
 *
 * @param title one line that says what the picture shows
 * @param machine the outermost box
 * @param legend text below the machine
 */
public record Picture(String title, int width, int height, Box machine, List<TextLine> legend) {
  /** The colour of text and borders, 0xrrggbb. */
  static final int INK = 0x1f2328;

  static final int BACKGROUND = 0xffffff;

  public Picture {
    legend = List.copyOf(legend);
  }
}
