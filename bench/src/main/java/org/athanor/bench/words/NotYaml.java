// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.words;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/**
 * Why a text is not YAML.
 *
 * @param line where it stops being YAML, from 1; 0 if the parser does not tell
 */
public record NotYaml(int line, String reason) {
  private static final Pattern LINE = Pattern.compile("(?m)^ in .*, line (\\d+), column \\d+:");

  /** The parser's words; those that begin with a blank show where. */
  public static NotYaml of(JacksonException error) {
    String message = error.getOriginalMessage();
    int line = error.getLocation() == null ? 0 : Math.max(0, error.getLocation().getLineNr());
    // It tells the place where it was going on first, then the one that is wrong.
    Matcher place = LINE.matcher(message);
    while (place.find()) {
      line = Integer.parseInt(place.group(1));
    }
    return new NotYaml(
        line,
        message
            .lines()
            .filter(each -> !each.isBlank() && !each.startsWith(" "))
            .collect(Collectors.joining(": ")));
  }
}
