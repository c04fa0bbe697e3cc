// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.athanor.workloads.flink.YarnApplication.Submission;
import org.junit.jupiter.api.Test;

class YarnApplicationTest {
  private static final String USAGE =
      "arguments: [-DKEY=VALUE]... [-C URL]... -c CLASS JAR [ARGUMENT]...";

  @Test
  void readsTheArgumentsOfFlinksClient() {
    Configuration configuration = new Configuration();
    Submission submission =
        Submission.parse(
            configuration,
            "-Da.b=c=d e",
            "-C",
            "file:///x.jar",
            "-C",
            "file:///y.jar",
            "-c",
            "org.acme.Main",
            "/lib/programs.jar",
            "-Dnot=mine",
            "-c",
            "output");

    assertThat(submission.mainClass()).isEqualTo("org.acme.Main");
    assertThat(submission.arguments()).containsExactly("-Dnot=mine", "-c", "output");
    assertThat(configuration.toMap()).containsEntry("a.b", "c=d e");
    assertThat(configuration.get(PipelineOptions.JARS)).containsExactly("file:///lib/programs.jar");
    assertThat(configuration.get(PipelineOptions.CLASSPATHS))
        .containsExactly("file:///x.jar", "file:///y.jar");
    assertThat(configuration.get(DeploymentOptions.TARGET)).isEqualTo("yarn-application");
  }

  @Test
  void refusesIncompleteArguments() {
    assertWrong("class and jar are missing; " + USAGE);
    assertWrong("class and jar are missing; " + USAGE, "-c", "Main");
    assertWrong("class and jar are missing; " + USAGE, "x.jar");
    assertWrong("-C: not an option, or incomplete; " + USAGE, "-C");
    assertWrong("-Dkey: not an option, or incomplete; " + USAGE, "-Dkey", "-c", "Main", "x.jar");
    assertWrong("-x: not an option, or incomplete; " + USAGE, "-x", "-c", "Main", "x.jar");
  }

  private static void assertWrong(String message, String... arguments) {
    assertThatThrownBy(() -> Submission.parse(new Configuration(), arguments))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }
}
