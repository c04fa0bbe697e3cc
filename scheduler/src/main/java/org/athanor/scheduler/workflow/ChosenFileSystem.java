// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.List;
import java.util.Optional;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlNode;

/**
 * A default file system that a program's arguments choose by a generic option of Hadoop: {@code -D
 * fs.defaultFS=hdfs://host}, {@code -Dfs.defaultFS=hdfs://host} or {@code -fs hdfs://host}.
 *
 * @param uri as it is written, such as {@code hdfs://host:8020}
 * @param file of the workflow, as the user named it
 * @param line of the argument
 */
public record ChosenFileSystem(String uri, String file, int line) {
  private static final List<String> KEYS = List.of("fs.defaultFS=", "fs.default.name=");
  private static final String PROPERTY = "-D";
  private static final String OPTION = "-fs";

  /** The problem of this argument. */
  public Problem problem(String message) {
    return new Problem(file, line, message);
  }

  /**
   * The last one of a program's arguments, which counts; empty if they choose none.
   *
   * @param arguments the list in the workflow's file
   */
  static Optional<ChosenFileSystem> of(Place arguments) {
    Optional<ChosenFileSystem> found = Optional.empty();
    String before = "";
    for (Place argument : arguments.items()) {
      String text = argument.node() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
      Optional<String> uri = uri(before, text);
      if (uri.isPresent()) {
        found = uri.map(it -> new ChosenFileSystem(it, argument.file(), argument.line()));
      }
      before = text;
    }
    return found;
  }

  private static Optional<String> uri(String before, String text) {
    // Other programs' -fs may be anything: only a URI is one of Hadoop.
    if (before.equals(OPTION) && text.contains("://")) {
      return Optional.of(text);
    }
    String property =
        before.equals(PROPERTY)
            ? text
            : text.startsWith(PROPERTY) ? text.substring(PROPERTY.length()) : "";
    return KEYS.stream()
        .filter(property::startsWith)
        .map(key -> property.substring(key.length()))
        .findFirst();
  }
}
