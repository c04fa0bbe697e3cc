// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("short")
class JavaVersionTest {
  @Test
  void readsTheFeatureReleaseOfAllForms() {
    assertThat(JavaVersion.feature("1.8.0_452 (Temurin)")).hasValue(8);
    assertThat(JavaVersion.feature("17.0.15 (Eclipse Adoptium)")).hasValue(17);
    assertThat(JavaVersion.feature("25")).hasValue(25);
    assertThat(JavaVersion.feature("25-ea")).hasValue(25);
    assertThat(JavaVersion.feature("unknown")).isEmpty();
  }

  @Test
  void readsTheVersionAmongOtherOutput() throws Exception {
    String home = System.getProperty("java.home");
    Node node = Nodes.localhost();
    CommandResult answer =
        node.run(
            new Mark("test-java"),
            JavaVersion.question(home)
                .withEnvironment(java.util.Map.of("JAVA_TOOL_OPTIONS", "-Dx=1")),
            Duration.ofSeconds(60));
    assertThat(answer.errors()).startsWith("Picked up JAVA_TOOL_OPTIONS");
    String form = System.getProperty("java.version") + " (" + System.getProperty("java.vendor");
    assertThat(JavaVersion.parse(answer.errors())).hasValue(form + ")");
    assertThat(JavaVersion.parse("Error: could not open libjvm.so")).isEmpty();
  }
}
