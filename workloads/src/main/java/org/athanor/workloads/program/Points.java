// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.util.ArrayList;
import java.util.List;

/** Points of K-Means as text: coordinates with commas between them. */
public final class Points {

  private Points() {}

  /**
   * Reads coordinates.
   *
   * @throws IllegalArgumentException if one is not a number; the message quotes the text
   */
  public static double[] parse(String text) {
    int coordinates = 1 + (int) text.chars().filter(c -> c == ',').count();
    double[] point = new double[coordinates];
    int start = 0;
    try {
      for (int i = 0; i < coordinates; i++) {
        int comma = text.indexOf(',', start);
        int end = comma < 0 ? text.length() : comma;
        point[i] = Double.parseDouble(text.substring(start, end));
        start = end + 1;
      }
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "line \"" + text + "\": must be numbers with commas between them", e);
    }
    return point;
  }

  /** The text that {@link #parse} reads back as the very same point. */
  public static String format(double[] point) {
    List<String> coordinates = new ArrayList<>(point.length);
    for (double coordinate : point) {
      coordinates.add(Double.toString(coordinate));
    }
    return String.join(",", coordinates);
  }
}
