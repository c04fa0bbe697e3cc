// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.words;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.athanor.cluster.ShellWord;
import org.athanor.yaml.text.Nearest;

/**
 * A text with placeholders, which are lower-case names in braces. Other braces are kept, and so are
 * variables of a shell, such as {@code ${name}}.
 *
 * @param text text with placeholders
 */
public record Template(String text) {

  private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{([a-z][a-z0-9_]*)\\}");

  /** The names of the placeholders, in order. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    PLACEHOLDER.matcher(text).results().forEach(match -> names.add(match.group(1)));
    return names;
  }

  /** Fills in values for a shell; each word of a value is quoted if necessary. */
  public String command(Map<String, List<String>> values) {
    return fill(
        values, words -> words.stream().map(ShellWord::argument).collect(Collectors.joining(" ")));
  }

  /** Fills in values for a file, without quotes. */
  public String file(Map<String, List<String>> values) {
    return fill(values, words -> String.join(" ", words));
  }

  private String fill(Map<String, List<String>> values, Function<List<String>, String> form) {
    return PLACEHOLDER
        .matcher(text)
        .replaceAll(
            match -> {
              List<String> words = values.get(match.group(1));
              if (words == null) {
                throw new IllegalArgumentException(unknown(match.group(1), values.keySet()));
              }
              return Matcher.quoteReplacement(form.apply(words));
            });
  }

  /** Reports unknown placeholders, one line each. */
  public List<String> problems(Set<String> known) {
    List<String> problems = new ArrayList<>();
    for (String name : names()) {
      if (!known.contains(name)) {
        problems.add(unknown(name, known));
      }
    }
    return problems;
  }

  private static String unknown(String name, Set<String> known) {
    return "unknown placeholder {"
        + name
        + "}; allowed "
        + known.stream().sorted().map(it -> "{" + it + "}").collect(Collectors.joining(", "))
        + Nearest.of(name, known).map(it -> "; did you mean {" + it + "}?").orElse("");
  }
}
