// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.util.VersionInfo;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.jobs.ShowSettings;
import org.athanor.cli.usage.UsageException;
import org.athanor.topology.HwlocLibrary;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

class MainTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int athanor(String... arguments) {
    return Main.execute(
        new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), arguments);
  }

  private void assertWrongUsage(String message, String... arguments) {
    assertThat(athanor(arguments)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).isEqualToNormalizingNewlines(message + "\n");
    assertThat(out.toString(UTF_8)).isEmpty();
  }

  private Path jar(Class<?> mainClass) throws IOException {
    return TestJar.write(directory.resolve("job.jar"), mainClass, ShowSettings.class);
  }

  @Test
  void showsTheVersionsThatMatter() {
    assertThat(athanor("--version")).isZero();
    assertThat(out.toString(UTF_8).lines())
        .hasSize(3)
        .anyMatch(line -> line.matches("athanor \\d+\\.\\d+\\.\\d+.*"))
        .contains("Hadoop " + VersionInfo.getVersion())
        .anyMatch(line -> line.startsWith("Java " + Runtime.version().feature()));
  }

  @Test
  void helpTeachesByExample() {
    assertThat(athanor("--help")).isZero();
    assertThat(athanor("run", "--help")).isZero();
    assertThat(athanor("doctor", "--help")).isZero();
    assertThat(athanor("topology", "--help")).isZero();
    assertThat(athanor("classpath", "--help")).isZero();
    assertThat(out.toString(UTF_8))
        .contains("athanor run job.jar in out ")
        .contains("athanor run -D mapreduce.job.reduces=4 job.jar in out")
        .contains("athanor run examples pi 8 1000")
        .contains("athanor topology --svg machine.svg --png machine.png")
        .contains("HADOOP_CLASSPATH=$(athanor classpath)");
  }

  @Test
  void helpReadsWellOnALineOf100Columns() {
    check(Main.commandLine(new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8)));
  }

  private void check(CommandLine command, String... path) {
    String[] line = Arrays.copyOf(path, path.length + 1);
    line[path.length] = "--help";
    out.reset();
    assertThat(athanor(line)).isZero();
    List<String> help = out.toString(UTF_8).lines().toList();
    assertThat(help).allSatisfy(text -> assertThat(text).hasSizeLessThanOrEqualTo(100));
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    assertThat(help).contains(usage.description()).containsAll(List.of(usage.footer()));
    assertThat(usage.description()[0]).endsWith(".");
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              String first = sub.getCommandSpec().usageMessage().description()[0];
              assertThat(help)
                  .anyMatch(text -> text.matches("  " + name + " .*" + Pattern.quote(first)));
              // The help of an application is that of its driver.
              if (!LauncherCommands.names().contains(name)
                  && !(sub.getCommand() instanceof AppCommand)) {
                String[] next = Arrays.copyOf(path, path.length + 1);
                next[path.length] = name;
                check(sub, next);
              }
            });
  }

  @Test
  void classpathIsOneLineOfExistingFiles() {
    assertThat(athanor("classpath")).isZero();
    String line = out.toString(UTF_8).stripTrailing();
    assertThat(line).doesNotContain("\n").contains("engine").doesNotContain("picocli");
    assertThat(line.split(":", -1)).allMatch(path -> Files.exists(Path.of(path)));
  }

  @Test
  void rejectsNoCommand() {
    assertWrongUsage(
        "athanor: a command is missing: run or apps or doctor or session or topology or classpath or advise or bench or"
            + " cluster or profile or schedule or simulate or storage (see athanor --help)");
  }

  @Test
  void rejectsAnUnknownCommand() {
    assertWrongUsage(
        "athanor: unknown command walk: must be run or apps or doctor or session or topology or classpath or advise or"
            + " bench or cluster or profile or schedule or simulate or storage (see athanor --help)",
        "walk");
  }

  @Test
  void namesTheNearestCommand() {
    assertWrongUsage(
        "athanor: unknown command clustr: must be run or apps or doctor or session or topology or classpath or advise or"
            + " bench or cluster or profile or schedule or simulate or storage; did you mean cluster? (see athanor --help)",
        "clustr");
  }

  @Test
  void rejectsHelpForAnUnknownCommand() {
    assertWrongUsage(
        "athanor: unknown command examples: must be run or apps or doctor or session or topology or classpath or advise or"
            + " bench or cluster or profile or schedule or simulate or storage (see athanor --help)",
        "examples",
        "--help");
  }

  @Test
  void rejectsAnUnknownOption() {
    assertWrongUsage(
        "athanor run: unknown option --fast (see athanor run --help)", "run", "--fast");
  }

  @Test
  void rejectsAMissingJarArgument() {
    assertWrongUsage(
        "athanor run: JAR is missing: must be a job's jar, or the word examples", "run");
  }

  @Test
  void rejectsAJarThatDoesNotExist() {
    Path jar = directory.resolve("none.jar");
    assertWrongUsage("athanor run: JAR=" + jar + ": does not exist", "run", jar.toString());
  }

  @Test
  void rejectsADirectoryAsJar() {
    assertWrongUsage(
        "athanor run: JAR=" + directory + ": is not a file", "run", directory.toString());
  }

  @Test
  void rejectsAFileThatIsNotAJar() throws IOException {
    Path file = Files.writeString(directory.resolve("text.jar"), "no jar at all, but long enough");
    assertThat(athanor("run", file.toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .hasSize(1)
        .allMatch(
            line -> line.startsWith("athanor run: JAR=" + file + ": cannot be read as a jar: "));
  }

  @Test
  void rejectsAJarWithoutMainClassIfNoneIsGiven() throws IOException {
    Path jar = jar(null);
    assertWrongUsage(
        "athanor run: MainClass is missing: "
            + jar
            + " names none in its manifest; give it after the jar",
        "run",
        jar.toString());
  }

  @Test
  void rejectsASettingWithoutValue() {
    assertWrongUsage("athanor run: -D a.key: must be key=value", "run", "-D", "a.key", "job.jar");
  }

  @Test
  void rejectsAnUnknownKeyOfOursAndNamesTheNearest() {
    assertWrongUsage(
        "athanor run: -D athanor.pool.fractoin: no such key; the nearest is athanor.pool.fraction",
        "run",
        "-Dathanor.pool.fractoin=0.5",
        "job.jar");
  }

  @Test
  void rejectsAValueThatTheEngineDoesNotAllow() {
    assertWrongUsage(
        "athanor run: athanor.pool.fraction=1.4: must be a number from 0.05 to 0.90 (set in -D)",
        "run",
        "-Dathanor.pool.fraction=1.4",
        "job.jar");
  }

  @Test
  void rejectsAWordInPlaceOfTrueOrFalse() {
    assertWrongUsage(
        "athanor run: athanor.history.enabled=no: must be true or false (set in -D)",
        "run",
        "-Dathanor.history.enabled=no",
        "job.jar");
  }

  @Test
  void namesAKeyOfHadoopsThatTakesANumber() {
    assertWrongUsage(
        "athanor run: -D mapreduce.job.reduces=abc: must be a number, such as 1",
        "run",
        "-Dmapreduce.job.reduces=abc",
        "job.jar");
  }

  @Test
  void takesNumbersInAnyFormAndWordsWhereHadoopTakesThem() throws IOException {
    String jar = directory.resolve("none.jar").toString();
    assertWrongUsage(
        "athanor run: JAR=" + jar + ": does not exist",
        "run",
        "-Dmapreduce.job.reduces= 0x10 ",
        "-Dmapreduce.input.fileinputformat.split.minsize=64m",
        "-Dmapreduce.task.io.sort.mb=${some.other.key}",
        "-Dmapreduce.job.queuename=abc",
        jar);
  }

  @Test
  void rejectsMoreThreadsThanThereAreCoresToBindThemTo() {
    HwlocLibrary.unavailableReason().ifPresent(Assumptions::abort);
    String[] arguments = {
      "run",
      "-Dathanor.affinity=core",
      "-Dathanor.threads=1024",
      "-Dathanor.buffer.size=4k",
      "a.jar"
    };
    assertThat(athanor(arguments)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .matches(
            "athanor run: athanor.threads=1024: athanor.affinity=core gives each thread a core of"
                + " its own, and the engine can have (\\d+) here; set athanor.threads to \\1 or"
                + " less, or athanor.affinity to cpu or none\\R");
  }

  @Test
  void leavesTheCheckToTheEngineIfThreadsAreNotSet() {
    Path jar = directory.resolve("none.jar");
    assertWrongUsage(
        "athanor run: JAR=" + jar + ": does not exist",
        "run",
        "-Dathanor.affinity=core",
        jar.toString());
  }

  @Test
  void rejectsAConfigurationDirectoryThatDoesNotExist() throws IOException {
    Path missing = directory.resolve("missing");
    assertWrongUsage(
        "athanor run: --conf=" + missing + ": is not a directory",
        "run",
        "--conf",
        missing.toString(),
        jar(null).toString());
  }

  @Test
  void rejectsAConfigurationDirectoryWithoutSiteFiles() throws IOException {
    Path empty = Files.createDirectory(directory.resolve("empty"));
    assertWrongUsage(
        "athanor run: --conf="
            + empty
            + ": has no *-site.xml; must be a Hadoop configuration directory",
        "run",
        "--conf",
        empty.toString(),
        jar(null).toString());
  }

  @Test
  void rejectsAConfigurationFileThatCannotBeRead() throws IOException {
    Path conf = Files.createDirectory(directory.resolve("broken"));
    Path site = Files.writeString(conf.resolve("core-site.xml"), "<configuration><prop");
    assertThat(athanor("run", "--conf", conf.toString(), jar(null).toString())).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .hasSize(1)
        .allMatch(line -> line.startsWith("athanor run: --conf: " + site + ": is not XML: "));
  }

  @Test
  void rejectsAConfigurationFileThatIncludesWhatIsNotThere() throws IOException {
    Path conf = Files.createDirectory(directory.resolve("including"));
    String include = "<configuration><include href='%s'>%s</include></configuration>";
    Path site = Files.writeString(conf.resolve("yarn-site.xml"), include.formatted("x.xml", ""));
    String jar = directory.resolve("none.jar").toString();
    assertWrongUsage(
        "athanor run: --conf: " + site + ": includes x.xml, which does not exist",
        "run",
        "--conf",
        conf.toString(),
        jar);

    err.reset();
    Files.writeString(site, include.formatted("x.xml", "<fallback/>"));
    assertWrongUsage(
        "athanor run: JAR=" + jar + ": does not exist", "run", "--conf", conf.toString(), jar);
  }

  @Test
  void namesTheFileInWhichAKeyHasNoNumber() throws IOException {
    Path conf = Files.createDirectory(directory.resolve("words"));
    Path site =
        Files.writeString(
            conf.resolve("mapred-site.xml"),
            "<configuration><property><name>mapreduce.job.reduces</name><value>abc</value>"
                + "</property></configuration>");
    String jar = jar(ShowSettings.class).toString();
    assertWrongUsage(
        "athanor run: --conf: " + site + ": mapreduce.job.reduces=abc: must be a number, such as 1",
        "run",
        "--conf",
        conf.toString(),
        jar);
  }

  @Test
  void aKeyOfTheCommandLineIsNotTheFiles() throws Exception {
    Path conf = Files.createDirectory(directory.resolve("words"));
    Files.writeString(
        conf.resolve("mapred-site.xml"),
        "<configuration><property><name>mapreduce.job.reduces</name><value>abc</value>"
            + "</property></configuration>");
    ConfigurationDirectory site = ConfigurationDirectory.open("--conf", conf);
    site.checkNumbers(Map.of("mapreduce.job.reduces", "2"));
    assertThatExceptionOfType(UsageException.class).isThrownBy(() -> site.checkNumbers(Map.of()));
  }

  @Test
  void namesTheClassPathOfAHadoopThatIsNotWhole() {
    NoClassDefFoundError error = new NoClassDefFoundError("com/ctc/wstx/io/InputBootstrapper");
    PrintStream stream = new PrintStream(err, true, UTF_8);
    assertThat(Main.withoutClass(error, Optional.of("/h/common.jar"), stream)).isEqualTo(2);
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            "athanor: ATHANOR_HADOOP_CLASSPATH=/h/common.jar: lacks"
                + " com.ctc.wstx.io.InputBootstrapper; must be what `hadoop classpath` prints\n");
    assertThatThrownBy(() -> Main.withoutClass(error, Optional.empty(), stream)).isSameAs(error);
  }

  @Test
  void leavesTheDriversArgumentsAlone() throws IOException {
    Path jar = directory.resolve("none.jar");
    assertWrongUsage(
        "athanor run: JAR=" + jar + ": does not exist", "run", jar.toString(), "--json", "@file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "--help", "run --help", "topology --help", "classpath"})
  void failsIfItsOutputCannotBeWritten(String line) {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    String[] arguments = line.split(" ", -1);

    int code = Main.execute(new PrintStream(full), new PrintStream(err, true, UTF_8), arguments);

    assertThat(code).isEqualTo(1);
    String command = arguments[0].startsWith("-") ? "athanor" : "athanor " + arguments[0];
    assertThat(err.toString(UTF_8))
        .isEqualToNormalizingNewlines(
            command + ": standard output cannot be written; is the disk full?\n");
  }
}
