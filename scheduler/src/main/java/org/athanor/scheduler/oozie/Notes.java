// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.athanor.yaml.Problem;

/** What could not be translated, with its lines. Not thread-safe. */
final class Notes {
  private final String file;
  private final List<Problem> notes = new ArrayList<>();

  Notes(String file) {
    this.file = file;
  }

  void add(int line, String message) {
    notes.add(new Problem(file, line, message));
  }

  /** Notes an element that has no translation. */
  void add(XmlElement element, String message) {
    add(element.line(), "<" + element.name() + ">: " + message);
  }

  List<Problem> sorted() {
    return notes.stream().distinct().sorted(Comparator.comparingInt(Problem::line)).toList();
  }
}
