// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

/**
 * The width of a text in DejaVu Sans, the widest of the common sans-serif fonts. A text that fits
 * in this font also fits in Arial or Helvetica.
 */
final class TextWidth {
  private static final char FIRST = ' ';

  /** In thousandths of the font's size, from the space to the tilde. */
  private static final int[] WIDTHS = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838
  };

  private static final int OTHER = 1000;

  private TextWidth() {}

  /** Pixels, rounded up. */
  static int of(String text, int fontSize) {
    int thousandths =
        text.codePoints()
            .map(c -> c >= FIRST && c < FIRST + WIDTHS.length ? WIDTHS[c - FIRST] : OTHER)
            .sum();
    return (thousandths * fontSize + 999) / 1000;
  }
}
