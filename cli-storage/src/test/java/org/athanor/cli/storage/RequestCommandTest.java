// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.athanor.cli.storage.main.StorageMain;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said without a cluster, and which arguments are taken for input. */
class RequestCommandTest {
  @TempDir Path directory;

  private String execute(int code, String... line) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    assertThat(
            StorageMain.execute(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), line))
        .isEqualTo(code);
    return (code == 0 ? out : err).toString(UTF_8).replace(directory.toString(), "DIR");
  }

  private String conf(String name) throws Exception {
    Path conf = Files.createDirectories(directory.resolve(name));
    Files.writeString(
        conf.resolve("core-site.xml"),
        "<configuration><property><name>fs.defaultFS</name><value>file:///</value></property>"
            + "</configuration>");
    return conf.toString();
  }

  @Test
  void saysInOneLineWhatIsNotPossible() throws Exception {
    String conf = conf("conf");
    assertThat(
            execute(
                0,
                "storage",
                "request",
                "--storage=auto",
                "--application=sort",
                "--conf=" + conf,
                "--",
                "in",
                "-x"))
        .isEqualTo(
            """
            granted false
            reason file:///: is no HDFS; must be the hdfs:// address of a cluster (fs.defaultFS)
            ready\s
            """);
    assertThat(
            execute(
                0,
                "storage",
                "request",
                "--storage=config-4",
                "--application=sort",
                "--conf=" + directory.resolve("none"),
                "in"))
        .isEqualTo(
            """
            granted false
            reason --conf=DIR/none: is not a directory
            tier ssd
            ready\s
            """);
  }

  @Test
  void takesTheArgumentsThatExistForInput() throws Exception {
    for (String name : List.of("a", "b", "c1", "c2", "-D", "secret")) {
      Files.writeString(directory.resolve(name), "x");
    }
    String at = directory + "/";
    FileSystem files = FileSystem.getLocal(new Configuration());
    assertThat(
            JobPaths.existing(
                files,
                List.of(
                    "wordcount",
                    "-D",
                    "x=y",
                    "--password",
                    at + "secret",
                    "",
                    "[",
                    "a:b",
                    "/",
                    "hdfs://elsewhere" + at + "a",
                    at + "a," + at + "b",
                    "file:" + at + "a",
                    at + "c?",
                    at + "out")))
        .containsExactly(at + "a", at + "b", at + "c1", at + "c2");
  }

  @Test
  void theDaemonRefusesWrongValuesOfItsRegion() {
    String[] serve = {"storage", "serve", "--audit-log", "x", "--region-size", "1g", "", ""};
    String[][] wrong = {
      {"--region-reserve", "2g", "--region-reserve=2g: must be at most --region-size, 1g"},
      {"--region-lease", "5s", "--region-lease=5s: must be 30s or more"},
      {"--requests", "x", "--requests=x: must begin with /"},
      {"--requests", "/", "--requests=/: must be a directory of its own"},
      {"--region-reserve", "x", "--region-reserve=x: must be a size such as 500g or 1.5t"}
    };
    for (String[] one : wrong) {
      serve[6] = one[0];
      serve[7] = one[1];
      assertThat(execute(2, serve)).isEqualTo("athanor: " + one[2] + "\n");
    }
    assertThat(execute(2, "storage", "serve", "--audit-log", "x", "--region-reserve", "1g"))
        .isEqualTo("athanor: --region-reserve needs --region-size\n");
    assertThat(execute(2, "storage", "serve", "--audit-log", "x"))
        .isEqualTo(
            "athanor: nothing may be done: give --ssd, --extra-replicas, --archive-after,"
                + " --region-size, or --rules with a placement by tiers or regions\n");
    for (String requests : List.of("/data", "/data/requests/", "/")) {
      assertThat(
              execute(
                  2,
                  "storage",
                  "serve",
                  "--audit-log",
                  "x",
                  "--region-size",
                  "1g",
                  "--root",
                  "/data",
                  "--requests",
                  requests))
          .startsWith("athanor: --requests=/")
          .contains(": must ");
    }
  }
}
