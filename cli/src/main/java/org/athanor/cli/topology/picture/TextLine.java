// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

/**
 * A line of text.
 *
 * @param x where it begins
 * @param baseline the y coordinate that letters stand on
 */
public record TextLine(String text, int x, int baseline) {
  /** Size of the font everywhere in a picture. */
  public static final int FONT_SIZE = 12;

  /** From one line to the next. */
  static final int LINE_HEIGHT = 16;

  private static final int ASCENT = 12;

  /** Line number {@code place} of a paragraph whose top left corner is given. */
  static TextLine at(String text, int x, int top, int place) {
    return new TextLine(text, x, top + place * LINE_HEIGHT + ASCENT);
  }

  /** The x coordinate after the last letter, in the widest of the usual fonts. */
  public int right() {
    return x + TextWidth.of(text, FONT_SIZE);
  }
}
