// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses Maven 3's errors about missing artifacts; it resolves all before it reports any. */
final class MavenOutput {

  private static final Pattern COORDINATES =
      Pattern.compile("([\\w.-]+):([\\w.-]+):(?:jar|pom|bundle)((?::[\\w.-]+)?):([\\w.-]+)");
  private static final Pattern MISSING =
      Pattern.compile(
          "could not be resolved:|Could not find artifact|was not found in|^\\[ERROR\\] dependency:");
  private static final Pattern UNREACHABLE =
      Pattern.compile("Could not transfer artifact .*|.*Unknown host.*|.*Cannot access .*");

  private MavenOutput() {}

  /** The artifacts that no repository has, as {@code group:artifact:version}, in Maven's order. */
  static List<String> missing(List<String> lines) {
    Set<String> found = new LinkedHashSet<>();
    for (String line : lines) {
      if (line.startsWith("[ERROR]") && MISSING.matcher(line).find()) {
        Matcher matcher = COORDINATES.matcher(line);
        while (matcher.find()) {
          String name = matcher.group(1) + ":" + matcher.group(2);
          if (!name.equals(MavenPom.PROJECT)) {
            found.add(name + ":" + matcher.group(4) + matcher.group(3));
          }
        }
      }
    }
    return new ArrayList<>(found);
  }

  /** Whether a repository could not be reached; then no artifact is known to be missing. */
  static boolean unreachable(List<String> lines) {
    return lines.stream().anyMatch(line -> UNREACHABLE.matcher(line).find());
  }

  /** The first error, or the last line if there is none. */
  static String firstError(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("[ERROR]"))
        .map(line -> line.substring("[ERROR]".length()).strip())
        .filter(line -> !line.isEmpty())
        .findFirst()
        .orElseGet(() -> lines.isEmpty() ? "no output" : lines.get(lines.size() - 1).strip());
  }
}
