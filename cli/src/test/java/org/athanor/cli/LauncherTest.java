// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.athanor.cli.session.Libc;
import org.athanor.cli.session.SessionPlace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher's JVM options that name classes of Athanor and of Hadoop. */
class LauncherTest {
  private static final Pattern METHOD = Pattern.compile("^ +([\\w.$]+)::(\\w+)", Pattern.MULTILINE);

  /** The JVM does not report options for methods that do not exist. */
  @Test
  void namesMethodsThatExist() throws IOException {
    List<MatchResult> named =
        METHOD.matcher(Files.readString(Path.of("..", "athanor"))).results().toList();
    assertThat(named).hasSizeGreaterThan(3);
    assertThat(named)
        .allSatisfy(
            match ->
                assertThat(
                        Arrays.stream(Class.forName(match.group(1)).getDeclaredMethods())
                            .map(Method::getName))
                    .contains(match.group(2)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "-1g", "1.5g", "4x", "1", "10", "1k", "0m", "15m", "9999t", "4 g"})
  void refusesAHeapThatNoJvmCanHave(String heap) throws Exception {
    List<String> lines = failing("ATHANOR_HEAP", heap);
    assertThat(lines)
        .singleElement()
        .asString()
        .startsWith("athanor: ATHANOR_HEAP=" + heap + ": must be ");
  }

  @Test
  void refusesANumberThatTheShellCannotHold() throws Exception {
    assertThat(failing("ATHANOR_HEAP", "99999999999999999999g")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/nonexistent", "/nonexistent/*", ":"})
  void refusesAClassPathWithoutHadoop(String path) throws Exception {
    assertThat(failing("ATHANOR_HADOOP_CLASSPATH", path))
        .containsExactly(
            "athanor: ATHANOR_HADOOP_CLASSPATH="
                + path
                + ": has no Hadoop; must be what `hadoop classpath` prints");
  }

  /** What the launcher says where a session is required and does not serve the command. */
  private static List<String> required(Path release, String session, String command)
      throws Exception {
    ProcessBuilder launcher = new ProcessBuilder("sh", "-c", command);
    launcher.environment().put("ATHANOR_SESSION", session);
    launcher.environment().put("XDG_CACHE_HOME", release.resolve("cache").toString());
    launcher.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = launcher.directory(release.toFile()).redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor()).as(lines.toString()).isEqualTo(2);
    return lines;
  }

  /** Makes a release that has nothing but the launcher. */
  private static Path release(Path directory) throws IOException {
    Path release = directory.toRealPath();
    Files.copy(Path.of("..", "athanor"), release.resolve("athanor"));
    Files.createDirectory(release.resolve("lib"));
    return release;
  }

  @Test
  void refusesToRunWithoutTheSessionThatIsRequired(@TempDir Path directory) throws Exception {
    Path release = release(directory);
    String none = "without a session: none runs (athanor session start)";
    for (String command : List.of("run a.jar", "apps mardre")) {
      assertThat(required(release, "required", "sh ./athanor " + command))
          .containsExactly("athanor: ATHANOR_SESSION=required: " + none);
    }
    assertThat(
            required(release, "required", "sh ./athanor --without-session 'it is busy' run a.jar"))
        .containsExactly("athanor: ATHANOR_SESSION=required: without the session: it is busy");
    assertThat(required(release, "maybe", "sh ./athanor run a.jar"))
        .containsExactly("athanor: ATHANOR_SESSION=maybe: must be auto, off or required");
  }

  /** HBase is for one application, and only if that is to use it. */
  @Test
  void asksForHBaseOnlyWhereItIsUsed(@TempDir Path directory) throws Exception {
    Path release = release(directory);
    String home = "HBASE_HOME=/nonexistent sh ./athanor apps mesh ";
    assertThat(required(release, "required", home + "--table t"))
        .containsExactly(
            "athanor: HBASE_HOME=/nonexistent: has no bin/hbase; must be an installed HBase");
    assertThat(required(release, "required", home + "-i a.msh"))
        .containsExactly(
            "athanor: ATHANOR_SESSION=required: without a session: none runs (athanor session"
                + " start)");
    assertThat(required(release, "required", "ATHANOR_HBASE_CLASSPATH=a.jar " + home + "-t t"))
        .containsExactly(
            "athanor: ATHANOR_SESSION=required: without a session: its class path has no HBase");
  }

  /** What a keeper leaves that was killed, and what other users may have prepared. */
  @Test
  void startsNoClientThatWouldBeWrong(@TempDir Path directory) throws Exception {
    assumeTrue(Libc.isSupported());
    Path release = release(directory);
    SessionPlace place =
        SessionPlace.of(Map.of("XDG_CACHE_HOME", release.resolve("cache").toString()));
    Files.createDirectories(
        place.directory(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try (ServerSocketChannel stale = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      stale.bind(UnixDomainSocketAddress.of(place.socket()));
    }
    Files.writeString(
        place.directory().resolve("java"), System.getProperty("java.home") + "/bin/java\n");
    Files.writeString(
        place.directory().resolve("client.options"),
        "-Xint\n-cp\n\"" + System.getProperty("java.class.path") + "\"\n");
    Path jar = Files.createFile(release.resolve("client.jar"));
    String needs = release.resolve("athanor") + "\n\n\n\n" + jar + "\n";
    Path needed = place.directory().resolve("client.needs");
    Files.writeString(needed, needs);
    String refused = "athanor: ATHANOR_SESSION=required: without";
    assertThat(required(release, "required", "sh ./athanor run a.jar"))
        .containsExactly(
            refused + " the session: the session does not answer: connect: Connection refused");
    for (String closed : List.of("<&-", ">&-")) {
      assertThat(required(release, "required", "sh ./athanor run a.jar " + closed))
          .containsExactly(refused + " a session: a standard stream is closed");
    }
    assertThat(required(release, "required", "JAVA_TOOL_OPTIONS=-Xms512m sh ./athanor run a.jar"))
        .containsExactly(
            refused + " a session: JAVA_TOOL_OPTIONS is not as when the session was started");
    Files.writeString(needed, needs.replace(release.toString(), "/other"));
    assertThat(required(release, "required", "sh ./athanor run a.jar"))
        .containsExactly(
            refused + " a session: it is a session of another Athanor, /other/athanor");
    Files.writeString(needed, needs);
    Files.delete(jar);
    assertThat(required(release, "required", "sh ./athanor run a.jar"))
        .containsExactly(
            refused + " a session: " + jar + ", which its client needs, is not there any more");
    Files.setPosixFilePermissions(place.directory(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(required(release, "required", "sh ./athanor run a.jar"))
        .containsExactly(
            refused
                + " a session: others could have written to its directory, "
                + place.directory());
  }

  /** What the launcher says to a wrong setting, before it builds or starts anything. */
  private static List<String> failing(String variable, String value) throws Exception {
    ProcessBuilder launcher = new ProcessBuilder("sh", "../athanor", "--version");
    launcher.environment().put(variable, value);
    Process process = launcher.redirectErrorStream(true).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), UTF_8).lines().toList();
    assertThat(process.waitFor()).isEqualTo(2);
    return lines;
  }
}
