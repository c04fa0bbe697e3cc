// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.util.List;
import java.util.Locale;

/** Writes results for people, one line each. */
final class DoctorText {
  private DoctorText() {}

  static String line(Examination.Result result) {
    return String.format(
        Locale.ROOT,
        "%-8s %-16s %s",
        result.finding().level().name().toLowerCase(Locale.ROOT),
        result.subject(),
        result.finding().line());
  }

  /** The last line, about all results. */
  static String end(List<Examination.Result> results) {
    long problems = count(results, Finding.Level.PROBLEM);
    long warnings = count(results, Finding.Level.WARNING);
    if (problems == 0 && warnings == 0) {
      return "nothing would go wrong, as far as can be seen from here";
    }
    return number(problems, "problem") + ", " + number(warnings, "warning");
  }

  private static long count(List<Examination.Result> results, Finding.Level level) {
    return results.stream().filter(result -> result.finding().level() == level).count();
  }

  private static String number(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }
}
