// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.JavaVersion;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Node;
import org.athanor.cluster.SystemInfo;
import org.athanor.cluster.artifact.JavaRange;

/**
 * The Java that a framework runs on.
 *
 * @param chosen its home directory on every node; if empty, each node's own Java
 */
record JavaHome(Optional<String> chosen) {

  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"([^\"]+)\"");

  /**
   * The home directory on a node.
   *
   * @throws IOException if there is none
   */
  String on(Node node) throws IOException, InterruptedException {
    if (chosen.isPresent()) {
      return chosen.get();
    }
    return node.system()
        .javaHome()
        .orElseThrow(
            () -> new IOException(node.name() + ": no Java found: install one, or set java"));
  }

  /** The reason why a node's Java cannot be used; empty if it can. */
  Optional<String> problem(Node node, Mark mark, String title, JavaRange range)
      throws IOException, InterruptedException {
    Optional<String> version = version(node, mark);
    if (version.isEmpty()) {
      return Optional.of(
          (chosen.isPresent()
                  ? "java: has no file named release with a version on " + node.name()
                  : node.name() + ": no Java found")
              + "; must be the home of a Java "
              + range);
    }
    OptionalInt feature = JavaVersion.feature(version.get());
    if (feature.isPresent() && !range.contains(feature.getAsInt())) {
      return Optional.of(
          String.format(
              chosen.isPresent()
                  ? "java: is Java %2$s on %1$s; %3$s needs Java %4$s"
                  : "%s: Java %s: %s needs Java %s; set java to the home of one",
              node.name(),
              version.get(),
              title,
              range));
    }
    return Optional.empty();
  }

  private Optional<String> version(Node node, Mark mark) throws IOException, InterruptedException {
    if (chosen.isEmpty()) {
      SystemInfo system = node.system();
      return system.javaHome().flatMap(home -> system.java());
    }
    CommandResult release =
        node.run(mark, Command.of("cat", chosen.get() + "/release"), COMMAND_TIMEOUT);
    Matcher matcher = VERSION.matcher(release.output());
    return release.status() == 0 && matcher.find()
        ? Optional.of(matcher.group(1))
        : Optional.empty();
  }
}
