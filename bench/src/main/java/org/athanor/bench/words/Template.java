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

/**
 * A text with placeholders: names in braces, in lower case. Other braces stay as they are, and so
 * does what a shell would expand.
 *
 * @param text with placeholders
 */
public record Template(String text) {

  private static final Pattern PLACEHOLDER = Pattern.compile("(?<!\\$)\\{([a-z][a-z0-9_]*)\\}");

  /** Names of its placeholders, in their order. */
  public Set<String> names() {
    Set<String> names = new LinkedHashSet<>();
    PLACEHOLDER.matcher(text).results().forEach(match -> names.add(match.group(1)));
    return names;
  }

  /** For a shell: each word of a value is quoted if it needs to be. */
  public String command(Map<String, List<String>> values) {
    return fill(
        values, words -> words.stream().map(ShellWord::argument).collect(Collectors.joining(" ")));
  }

  /** For a file: values as they are. */
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

  /** What is wrong with its names, each in one line. */
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
