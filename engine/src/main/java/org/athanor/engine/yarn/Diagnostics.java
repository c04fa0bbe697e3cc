// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes one line of YARN's diagnostics, which have many: without stack traces, times, repetitions,
 * and what every failed container has. Stateless.
 */
public final class Diagnostics {
  private static final Pattern TIME = Pattern.compile("\\[\\d{4}-\\d\\d-\\d\\d [\\d:.]+\\]");

  private static final Pattern NOISE =
      Pattern.compile(
          "at \\S.*|Caused by: .*|Exception from container-launch\\.?|Container id: .*|Exit code: .*"
              + "|Last \\d+ bytes of .*|Failing this attempt\\.?|\\.? *Failing the application\\.?"
              + "|For more detailed output, .*|Container killed on request\\. Exit code is \\d+"
              + "|Container exited with a non-zero exit code \\d+\\.?( Error file: .*)?");

  private Diagnostics() {}

  /** Returns one line; empty if there is nothing to say. */
  public static String line(String diagnostics) {
    Set<String> parts = new LinkedHashSet<>();
    if (diagnostics != null) {
      for (String text : diagnostics.lines().toList()) {
        String part = TIME.matcher(text).replaceAll("").trim();
        if (!part.isEmpty() && !NOISE.matcher(part).matches()) {
          parts.add(part);
        }
      }
    }
    return String.join("; ", parts);
  }

  /** Returns a line that goes on after what it explains; empty if there is nothing to say. */
  public static String after(String explained, String diagnostics) {
    String line = line(diagnostics);
    return line.isEmpty() ? explained : explained + ": " + line;
  }
}
