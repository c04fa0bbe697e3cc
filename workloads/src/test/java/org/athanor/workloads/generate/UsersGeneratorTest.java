// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.athanor.workloads.Generate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsersGeneratorTest {
  private static final String WRITE = "printf '0123456789' > \"$ATHANOR_OUTPUT\"/part-0";

  @TempDir Path directory;

  private static UsersGenerator generator(String command) {
    return generator(command, List.of());
  }

  private static UsersGenerator generator(String command, List<String> directories) {
    return new UsersGenerator(command, 10, Duration.ofMinutes(1), directories);
  }

  private long write(UsersGenerator generator, Map<String, byte[]> taken) throws Exception {
    return generator.write(
        directory.resolve("local"),
        files -> {
          for (var file : files.entrySet()) {
            taken.put(file.getKey(), Files.readAllBytes(file.getValue()));
          }
        });
  }

  private void assertFails(UsersGenerator generator, String message) throws IOException {
    List<Object> taken = new ArrayList<>();
    assertThatThrownBy(() -> generator.write(directory.resolve("local"), taken::add))
        .isInstanceOf(IOException.class)
        .hasMessage(message);
    assertThat(taken).isEmpty();
    assertThat(directory.resolve("local")).isEmptyDirectory();
  }

  @Test
  void handsOverWhatTheCommandHasWritten() throws Exception {
    Map<String, byte[]> taken = new TreeMap<>();
    assertThat(write(generator(WRITE + "; echo seen; touch .hidden _log"), taken)).isEqualTo(10);
    assertThat(taken).containsOnlyKeys("part-0");
    assertThat(taken.get("part-0")).asString(UTF_8).isEqualTo("0123456789");
    assertThat(directory.resolve("local")).isEmptyDirectory();
    taken.clear();
    String both = "mkdir test train; echo one > train/a; echo two. > test/a";
    assertThat(write(generator(both, List.of("train", "test")), taken)).isEqualTo(9);
    assertThat(taken).containsOnlyKeys("test/a", "train/a");
  }

  @Test
  void nobodyElseCanReadWhatIsNotReady() throws Exception {
    Map<String, byte[]> taken = new TreeMap<>();
    write(generator("stat -c '%A' .. > part-0; head -c 10 part-0 > x; mv x part-0"), taken);
    assertThat(taken.get("part-0")).asString(UTF_8).isEqualTo("drwx------");
  }

  @Test
  void saysWhatIsWrongAndLeavesNothing() throws Exception {
    assertFails(
        generator("echo first >&2; echo 'no licence' >&2; exit 3"),
        "the command ended with status 3: no licence");
    assertFails(generator("exit 1"), "the command ended with status 1: it said nothing");
    assertFails(
        generator("echo data"),
        "the command wrote 0 bytes in 0 files; must be within a tenth of the size, 10 bytes");
    assertFails(
        generator("printf 12345678 > a"),
        "the command wrote 8 bytes in 1 files; must be within a tenth of the size, 10 bytes");
    assertFails(
        generator("ln -s /etc/passwd a"), "the command wrote a, which is not a regular file");
    assertThatThrownBy(() -> write(generator(WRITE, List.of("train")), Map.of()))
        .hasMessage("the command did not write the directory train");
  }

  @Test
  void endsACommandAndWhatItStartedAtItsLimit() throws Exception {
    Path pid = directory.resolve("pid");
    String command = "sh -c 'echo $$ > " + pid + "; exec sleep 600'; true";
    UsersGenerator slow = new UsersGenerator(command, 10, Duration.ofMillis(1500), List.of());
    assertFails(slow, "the command did not end within 1 s");
    assertEnded(pid);
  }

  /** Its parent has ended: it is no descendant of the command any more. */
  @Test
  void doesNotTakeWhatAProcessInTheBackgroundStillWrites() throws Exception {
    Path pid = directory.resolve("pid");
    String writer = "echo $$ > " + pid + "; printf 01234 > a; sleep 600; printf 5 >> a";
    assertFails(
        generator(
            "setsid sh -c '"
                + writer
                + "' & until [ -s a ]; do sleep 0.01; done; printf 01234 > b"),
        "the command ended, but 2 processes that it had started still ran and may not have written"
            + " all; let it wait for them");
    assertEnded(pid);
    Map<String, byte[]> taken = new TreeMap<>();
    assertThat(write(generator("printf 01234 > a & printf 56789 > b; wait"), taken)).isEqualTo(10);
    assertThat(taken).containsOnlyKeys("a", "b");
  }

  private static void assertEnded(Path pid) throws Exception {
    Optional<ProcessHandle> process =
        ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
    if (process.isPresent()) {
      process.get().onExit().get(10, TimeUnit.SECONDS);
    }
  }

  @Test
  void theIdentityTellsCommandsAndLayoutsApartAndShowsNoCommand() {
    String secret = generator("gen --password s3cret").identity();
    assertThat(secret).matches("command bytes=10 sha256=[0-9a-f]{64}");
    assertThat(generator("gen --password other").identity()).isNotEqualTo(secret);
    assertThat(generator("gen --password s3cret", List.of("train", "test")).identity())
        .isEqualTo(secret + " directories=train,test");
  }

  private int generate(Configuration configuration, String command, String uri) throws Exception {
    return Generate.run(
        configuration,
        "command",
        "--run",
        command,
        "--size",
        "10",
        "--local",
        directory.resolve("local").toString(),
        uri);
  }

  @Test
  void aDatasetIsMadeOnceAndAnotherCommandMakesAnotherOne() throws Exception {
    Path home = directory.resolve("set");
    Path runs = directory.resolve("runs");
    String counted = "echo >> " + runs + "; " + WRITE + " \n";
    assertThat(generate(new Configuration(), counted, home.toString())).isZero();
    assertThat(generate(new Configuration(), counted, home.toString())).isZero();
    assertThat(runs).content().isEqualTo("\n");
    assertThat(home.resolve("data/part-0")).content().isEqualTo("0123456789");
    assertThat(generate(new Configuration(), WRITE, home.toString())).isEqualTo(1);
    try (Stream<Path> left = Files.list(directory.resolve("local"))) {
      assertThat(left).isEmpty();
    }
  }

  /** Stands for a file system of several hosts. */
  public static final class FarFiles extends RawLocalFileSystem {
    @Override
    public URI getUri() {
      return URI.create("far:///");
    }
  }

  @Test
  void copiesToAFileSystemThatIsNotLocal() throws Exception {
    Configuration configuration = new Configuration();
    configuration.set("fs.far.impl", FarFiles.class.getName());
    Path home = directory.resolve("set");
    assertThat(generate(configuration, WRITE, "far://" + home)).isZero();
    assertThat(home.resolve("data/part-0")).content().isEqualTo("0123456789");
  }
}
