// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AppsCommandTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int athanor(String... arguments) {
    return Main.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }

  @AfterEach
  void forgetTheJar() {
    System.clearProperty(AppCommand.PROPERTY);
  }

  @Test
  void helpListsTheApplications() {
    assertThat(athanor("apps", "--help")).isZero();

    String help = out.toString(UTF_8);
    assertThat(help).startsWith("Usage: athanor apps");
    for (Application application : Application.values()) {
      assertThat(help).contains("  " + application.command() + " ", application.description());
    }
  }

  @Test
  void namesTheApplicationsIfTheWordIsNone() {
    assertThat(athanor("apps", "mardr")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .startsWith("athanor apps: unknown command mardr: must be ")
        .contains("; did you mean mardre?");
  }

  @Test
  void isForTheLauncher() {
    assertThat(athanor("apps", "mardre", "-i", "reads.fastq")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines("athanor: apps: works with the athanor launcher only\n");
  }

  @Test
  void runsTheDriverInTheJarOfTheApplications() {
    System.setProperty(AppCommand.PROPERTY, directory.resolve("none.jar").toString());

    assertThat(athanor("apps", "mardre", "-m", "2", "--quiet", "-i", "reads.fastq")).isEqualTo(2);

    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "athanor run: JAR=" + directory.resolve("none.jar") + ": does not exist\n");
  }

  /** Also behind options of the application, whose driver does not get it. */
  @Test
  void saysWhyItRunsWithoutTheSession() {
    System.setProperty(AppCommand.PROPERTY, directory.resolve("none.jar").toString());
    System.setProperty("athanor.session", "without a session: because of a test");
    try {
      assertThat(athanor("apps", "mardre", "-m", "2", "-v", "-i", "reads.fastq")).isEqualTo(2);
    } finally {
      System.clearProperty("athanor.session");
    }

    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "athanor run: without a session: because of a test\n"
                + "athanor run: JAR="
                + directory.resolve("none.jar")
                + ": does not exist\n");
  }
}
