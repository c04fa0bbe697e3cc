// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.figure;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tells the files of figures apart. Names are made from labels without their special characters, so
 * two figures can have one: workload {@code a-b} with framework {@code c}, and {@code a} with
 * {@code b-c}.
 */
public final class FileNames {

  private FileNames() {}

  /**
   * The figures with distinct ids, in the same order. The first one keeps its id, others with the
   * same id get a number behind it that no other figure has.
   */
  public static List<Figure> distinct(List<Figure> figures) {
    Set<String> natural = figures.stream().map(Figure::id).collect(Collectors.toSet());
    Set<String> used = new HashSet<>();
    List<Figure> all = new ArrayList<>();
    for (Figure figure : figures) {
      String id = figure.id();
      for (int number = 2; !used.add(id); number++) {
        String next = figure.id() + "-" + number;
        id = natural.contains(next) ? figure.id() : next;
      }
      all.add(id.equals(figure.id()) ? figure : figure.withId(id));
    }
    return all;
  }
}
