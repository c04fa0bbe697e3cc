// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.athanor.cli.ExitCode;
import org.athanor.cli.storage.main.StorageMain;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Without daemons: the launcher is a script that notes what it is asked for. */
class DemoCommandTest {
  private static final String HOME = "athanor.home";

  @TempDir Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Path demo;

  @BeforeEach
  void prepare() {
    demo = directory.resolve("demo");
    System.setProperty(HOME, directory.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty(HOME);
  }

  private void launcher(String script) throws IOException {
    Path launcher =
        Files.writeString(
            directory.resolve("athanor"),
            "#!/bin/sh\necho \"$*\" >>" + directory.resolve("calls") + "\n" + script + "\n");
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
  }

  private int run(String... arguments) {
    String[] line = new String[arguments.length + 2];
    line[0] = "storage";
    line[1] = "demo";
    System.arraycopy(arguments, 0, line, 2, arguments.length);
    return StorageMain.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), line);
  }

  @Test
  void stopsAndDeletesAllIfTheDaemonsDoNotStart() throws Exception {
    launcher("if [ $2 = start ]; then echo 'namenode of localhost has ended' >&2; exit 1; fi");
    assertThat(run("--dir", demo.toString(), "--hadoop", "3.4.2")).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "athanor storage demo: athanor cluster start ended with status 1: namenode of localhost"
                + " has ended\n");
    assertThat(Files.readString(directory.resolve("calls")))
        .isEqualTo(
            """
            cluster start --hosts DEMO/hosts --storage-rules DEMO/rules --hadoop 3.4.2 --dir DEMO/cluster
            cluster stop --dir DEMO/cluster
            """
                .replace("DEMO", demo.toString()));
    assertThat(demo).doesNotExist();
  }

  @Test
  void saysWhatHasFailedFirstIfTheCleanUpFailsToo() throws Exception {
    launcher("echo \"$2 has failed\" >&2; exit 1");
    assertThat(run("--dir", demo.toString())).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString(UTF_8))
        .isEqualTo(
            "athanor storage demo: athanor cluster start ended with status 1: start has failed; the"
                + " clean-up has failed, too: athanor cluster stop ended with status 1: stop has"
                + " failed\n");
    assertThat(demo).as("is needed to stop the daemons").exists();
  }

  @Test
  void stopsTheDaemonsIfTheyCannotBeUsed() throws Exception {
    launcher("exit 0");
    assertThat(run("--dir", demo.toString())).isNotEqualTo(ExitCode.SUCCESS);
    assertThat(err.toString(UTF_8)).contains(demo.resolve("cluster/master/conf").toString());
    assertThat(Files.readString(directory.resolve("calls"))).contains("cluster stop");
    assertThat(demo).doesNotExist();
  }

  @Test
  void leavesADirectoryAloneThatExists() throws Exception {
    Files.createDirectory(demo);
    assertUsage(
        demo
            + ": exists, perhaps of a demo that was kept or killed; choose another --dir, or remove"
            + " it: athanor cluster stop --dir "
            + demo
            + "/cluster && rm -r "
            + demo,
        "--dir",
        demo.toString());
    assertThat(demo).exists();
  }

  @Test
  void refusesWrongNumbers() {
    assertUsage("--files=3: must be from 4 to 1000", "--files", "3");
    assertUsage("--reads=100001: must be from 1 to 100000", "--reads", "100001");
  }

  @Test
  void needsTheLauncher() {
    System.clearProperty(HOME);
    assertUsage("start athanor by its script, which starts the daemons, too");
  }

  private void assertUsage(String message, String... arguments) {
    err.reset();
    assertThat(run(arguments)).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString(UTF_8)).isEqualTo("athanor: " + message + "\n");
  }
}
