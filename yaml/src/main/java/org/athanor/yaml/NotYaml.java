// SPDX-License-Identifier: Apache-2.0
package org.athanor.yaml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/**
 * The reason why a text is not YAML.
 *
 * @param line line of the error, from 1; 0 if the parser does not tell it
 * @param reason what the parser did not expect, one line
 */
public record NotYaml(int line, String reason) {
  private static final Pattern LINE = Pattern.compile("(?m)^ in .*, line (\\d+), column \\d+:");

  /**
   * Reads line and reason from the parser's message. Lines of the message that begin with a blank
   * show the place in the text, and are left out.
   */
  public static NotYaml of(JacksonException error) {
    String message = error.getOriginalMessage();
    int line = error.getLocation() == null ? 0 : Math.max(0, error.getLocation().getLineNr());
    // The message names the place of the enclosing element first, then that of the error.
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
