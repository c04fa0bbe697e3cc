// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of Java in the form that Athanor writes: {@code 17.0.15 (Eclipse Adoptium)}. */
public final class JavaVersion {
  private static final Pattern VERSION = Pattern.compile("(?m)^ *java\\.version = (.*)$");
  private static final Pattern VENDOR = Pattern.compile("(?m)^ *java\\.vendor = (.*)$");
  private static final Pattern FEATURE = Pattern.compile("(?:1\\.)?(\\d{1,4})(?:\\D.*)?");

  private JavaVersion() {}

  /** The command that prints the text for {@link #parse} to standard error. */
  public static Command question(String home) {
    return Command.of(List.of(home + "/bin/java", "-XshowSettings:properties", "-version"));
  }

  /**
   * Reads version and vendor from the output of {@code java -XshowSettings:properties -version}.
   */
  public static Optional<String> parse(String properties) {
    Optional<String> vendor = find(VENDOR, properties);
    return find(VERSION, properties)
        .map(version -> version + vendor.map(name -> " (" + name + ")").orElse(""));
  }

  private static Optional<String> find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Optional.of(matcher.group(1).strip()) : Optional.empty();
  }

  /** 8 of {@code 1.8.0_452}, 17 of {@code 17.0.15 (Debian)}, 25 of {@code 25-ea}. */
  public static OptionalInt feature(String version) {
    Matcher matcher = FEATURE.matcher(version);
    return matcher.matches()
        ? OptionalInt.of(Integer.parseInt(matcher.group(1)))
        : OptionalInt.empty();
  }
}
