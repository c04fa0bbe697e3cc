// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes generated sections of docs/scheduling-evaluation.md. */
final class EvaluationPage {
  private static final Path PAGE = Path.of("../docs/scheduling-evaluation.md");

  private EvaluationPage() {}

  /**
   * Replaces what is between {@code <!-- name: generated -->} and {@code <!-- end -->}.
   *
   * @throws IllegalStateException if the page has no such section
   */
  static void write(String name, String text) throws IOException {
    Matcher section =
        Pattern.compile(
                "(<!-- " + Pattern.quote(name) + ": generated -->\n).*?(<!-- end -->\n)",
                Pattern.DOTALL)
            .matcher(Files.readString(PAGE));
    if (!section.find()) {
      throw new IllegalStateException(PAGE + " has no section " + name);
    }
    Files.writeString(
        PAGE,
        section.replaceFirst(
            found -> Matcher.quoteReplacement(found.group(1) + text + found.group(2))));
  }
}
