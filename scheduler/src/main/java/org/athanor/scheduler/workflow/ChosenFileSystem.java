// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.athanor.yaml.Place;
import org.athanor.yaml.Problem;
import org.athanor.yaml.YamlNode;

/**
 * A default file system that a program's arguments choose by a generic option of Hadoop, such as
 * {@code -D fs.defaultFS=hdfs://host} or {@code -fs hdfs://host}, in all ways in which Hadoop's
 * parser takes these: with one hyphen or two, and the value with the option or behind it.
 *
 * @param uri as Hadoop completes what is written, such as {@code hdfs://host:8020} for {@code
 *     host:8020}
 * @param file of the workflow, as the user named it
 * @param line of the argument
 */
public record ChosenFileSystem(String uri, String file, int line) {
  private static final List<String> KEYS = List.of("fs.defaultFS", "fs.default.name");

  private static final List<String> PROPERTY = List.of("-D", "--D"); // the value is behind it
  private static final List<String> PROPERTY_WITH_VALUE = List.of("--D=", "-D=", "-D");
  private static final List<String> OPTION = List.of("-fs", "--fs");
  private static final List<String> OPTION_WITH_VALUE = List.of("--fs=", "-fs=");

  /** Other programs' {@code -fs} may be anything: these are file systems of Hadoop. */
  private static final Pattern FILE_SYSTEM =
      Pattern.compile(
          "[A-Za-z][A-Za-z0-9+.-]*:/.*|[A-Za-z0-9][\\w.-]*:\\d+|[A-Za-z0-9][\\w.-]+|\\[.*]:\\d+");

  /** The problem of this argument. */
  public Problem problem(String message) {
    return new Problem(file, line, message);
  }

  /**
   * Those of a program's arguments. Which one counts depends on the program, so all must be right.
   *
   * @param arguments the list in the workflow's file
   */
  static List<ChosenFileSystem> of(Place arguments) {
    List<ChosenFileSystem> found = new ArrayList<>();
    String before = "";
    for (Place argument : arguments.items()) {
      String text = argument.node() instanceof YamlNode.Scalar scalar ? scalar.text() : "";
      name(before, text)
          .map(ChosenFileSystem::completed)
          .ifPresent(it -> found.add(new ChosenFileSystem(it, argument.file(), argument.line())));
      before = text;
    }
    return found;
  }

  private static Optional<String> name(String before, String text) {
    return value(OPTION, OPTION_WITH_VALUE, before, text)
        .map(String::trim) // as Hadoop does, also below
        .filter(name -> FILE_SYSTEM.matcher(name).matches())
        .or(
            () ->
                value(PROPERTY, PROPERTY_WITH_VALUE, before, text)
                    .flatMap(ChosenFileSystem::ofProperty));
  }

  private static Optional<String> value(
      List<String> alone, List<String> withValue, String before, String text) {
    return alone.contains(before)
        ? Optional.of(text)
        : withValue.stream()
            .filter(text::startsWith)
            .map(option -> text.substring(option.length()))
            .findFirst();
  }

  private static Optional<String> ofProperty(String property) {
    int equals = property.indexOf('=');
    return Stream.of(property)
        .filter(text -> equals > 0 && KEYS.contains(text.substring(0, equals).trim()))
        .map(text -> text.substring(equals + 1).trim())
        .findFirst();
  }

  /** As Hadoop's {@code FileSystem} does. */
  private static String completed(String name) {
    return name.equals("local") ? "file:///" : name.indexOf('/') < 0 ? "hdfs://" + name : name;
  }
}
