// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.oozie;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Expressions of Oozie in texts. Names of parameters stay; functions are not translated, and become
 * plain text.
 */
final class Expressions {
  private static final Pattern USE = Pattern.compile("\\$\\{([^}]*)}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private final Map<String, String> values = new HashMap<>();
  private final Map<String, Integer> lines = new LinkedHashMap<>();
  private final Notes notes;

  Expressions(Map<String, String> declared, Map<String, String> properties, Notes notes) {
    values.putAll(declared);
    values.putAll(properties);
    this.notes = notes;
  }

  /** The text of an element, as workflow files write it. */
  String text(XmlElement element) {
    return text(element.text(), element.line());
  }

  /** A text, translated or not, in one spelling, so that equal ones can be found. Notes nothing. */
  static String spelled(String text) {
    return USE.matcher(text.replace("$${", "${"))
        .replaceAll(found -> Matcher.quoteReplacement("${" + found.group(1).strip() + "}"));
  }

  private String text(String text, int line) {
    return USE.matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(use(found.group(1).strip(), line)));
  }

  private String use(String expression, int line) {
    if (!NAME.matcher(expression).matches()) {
      notes.add(line, "${" + expression + "} is not translated: only parameters are");
      return "$${" + expression + "}";
    }
    lines.putIfAbsent(expression, line);
    return "${" + expression + "}";
  }

  /** The parameters that are used, with their values: each after those that its value has. */
  Map<String, String> used() {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (String name : Set.copyOf(lines.keySet()).stream().sorted().toList()) {
      add(name, lines.get(name), ordered, new HashSet<>());
    }
    return ordered;
  }

  private void add(String name, int line, Map<String, String> ordered, Set<String> open) {
    if (ordered.containsKey(name)) {
      return;
    }
    String value = values.get(name);
    if (value == null) {
      notes.add(line, "${" + name + "} has no value; give it as parameter " + name);
      value = "";
    }
    if (!open.add(name) || open.size() > 100) {
      notes.add(line, "${" + name + "} has itself in its value");
      return;
    }
    String text = text(value, line);
    USE.matcher(value)
        .results()
        .map(found -> found.group(1).strip())
        .filter(other -> NAME.matcher(other).matches())
        .forEach(other -> add(other, line, ordered, open));
    // A circle leaves names without a value before this one; its text is kept as it is.
    boolean complete =
        USE.matcher(value)
            .results()
            .map(found -> found.group(1).strip())
            .filter(other -> NAME.matcher(other).matches())
            .allMatch(ordered::containsKey);
    ordered.put(name, complete ? text : text.replace("$${", "${").replace("${", "$${"));
  }
}
