// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.util.List;

/**
 * Writes the project whose dependencies are a set. Coordinates contain no characters that need
 * escaping.
 */
final class MavenPom {

  static final String PROJECT = "org.athanor.fetch:set";

  private MavenPom() {}

  static String of(List<Coordinates> artifacts) {
    StringBuilder pom = new StringBuilder();
    pom.append("<project xmlns=\"http://maven.apache.org/POM/4.0.0\">\n")
        .append("  <modelVersion>4.0.0</modelVersion>\n")
        .append("  <groupId>org.athanor.fetch</groupId>\n")
        .append("  <artifactId>set</artifactId>\n")
        .append("  <version>1</version>\n")
        .append("  <packaging>pom</packaging>\n")
        .append("  <dependencies>\n");
    artifacts.forEach(artifact -> append(pom, artifact));
    return pom.append("  </dependencies>\n</project>\n").toString();
  }

  private static void append(StringBuilder pom, Coordinates artifact) {
    pom.append("    <dependency>\n");
    element(pom, "      ", "groupId", artifact.group());
    element(pom, "      ", "artifactId", artifact.artifact());
    element(pom, "      ", "version", artifact.version());
    artifact.classifier().ifPresent(it -> element(pom, "      ", "classifier", it));
    if (!artifact.exclusions().isEmpty()) {
      pom.append("      <exclusions>\n");
      for (String exclusion : artifact.exclusions()) {
        int colon = exclusion.indexOf(':');
        pom.append("        <exclusion>\n");
        element(pom, "          ", "groupId", exclusion.substring(0, colon));
        element(pom, "          ", "artifactId", exclusion.substring(colon + 1));
        pom.append("        </exclusion>\n");
      }
      pom.append("      </exclusions>\n");
    }
    pom.append("    </dependency>\n");
  }

  private static void element(StringBuilder pom, String indent, String name, String text) {
    pom.append(indent)
        .append('<')
        .append(name)
        .append('>')
        .append(text)
        .append("</")
        .append(name)
        .append(">\n");
  }
}
