// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile.run;

/**
 * The framework that runs an application.
 *
 * @param kind such as {@code spark}
 * @param version such as {@code 4.0.0}
 * @param mode such as {@code local}, {@code standalone}, {@code yarn}
 * @param java version of the Java that runs it
 */
public record Framework(String kind, String version, String mode, String java) {

  public Framework {
    Checks.text("framework", kind);
    Checks.text("version", version);
    Checks.text("mode", mode);
    Checks.text("java", java);
  }
}
