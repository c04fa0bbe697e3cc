// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.athanor.bench.framework.Deployment.TimedLine;

/**
 * Captured output of real clients that counted words in 1 MB on 2 cores with Java 17 (2026-11).
 * Each line begins with the seconds since the trial's start, in eight columns.
 */
final class Captured {

  private static final int SECONDS = 8;

  private Captured() {}

  static List<TimedLine> output(String name) throws IOException {
    return text(name)
        .lines()
        .map(
            line ->
                new TimedLine(
                    Double.parseDouble(line.substring(0, SECONDS).strip()),
                    line.length() > SECONDS ? line.substring(SECONDS + 1) : ""))
        .toList();
  }

  static String text(String name) throws IOException {
    try (InputStream in = Captured.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Makes lines at intervals of one second. */
  static List<TimedLine> lines(String... texts) {
    double[] seconds = {0};
    return Arrays.stream(texts).map(text -> new TimedLine(seconds[0]++, text)).toList();
  }
}
