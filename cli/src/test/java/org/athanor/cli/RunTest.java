// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.athanor.cli.jobs.ExitsEarly;
import org.athanor.cli.jobs.FailingJob;
import org.athanor.cli.jobs.GenericDriver;
import org.athanor.cli.jobs.NoMain;
import org.athanor.cli.jobs.ShowHdfsSettings;
import org.athanor.cli.jobs.ShowPlaces;
import org.athanor.cli.jobs.ShowSettings;
import org.athanor.cli.jobs.SubmitsOnly;
import org.athanor.cli.jobs.Throwing;
import org.athanor.cli.jobs.WaitsAfterJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("short")
class RunTest {
  @TempDir private Path directory;

  private Athanor run(String... arguments) throws Exception {
    String[] all = Stream.concat(Stream.of("run"), Stream.of(arguments)).toArray(String[]::new);
    Athanor athanor = Athanor.run(directory, all);
    try (Stream<Path> left = Files.list(directory.resolve("tmp"))) {
      assertThat(left.filter(file -> file.getFileName().toString().startsWith("athanor-")))
          .as("work directories left behind")
          .isEmpty();
    }
    return athanor;
  }

  private String jar(Class<?> mainClass, Class<?>... classes) throws IOException {
    return TestJar.write(directory.resolve("job.jar"), mainClass, classes).toString();
  }

  private Path write(String file, String text) throws IOException {
    Path path = directory.resolve(file);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, text);
  }

  private String conf() throws IOException {
    write(
        "conf/mapred-site.xml",
        """
        <configuration>
          <property><name>mapreduce.framework.name</name><value>yarn</value></property>
          <property><name>a.key</name><value>from the site</value></property>
          <property><name>site.key</name><value>from the site</value></property>
        </configuration>
        """);
    return directory.resolve("conf").toString();
  }

  /** Hadoop formats identifiers and names of files by the default locale. */
  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "th-TH-u-nu-thai", "tr-TR"})
  void runsTheSameInEveryLocale(String tag) throws Exception {
    String text = write("in.txt", "b a b\n").toString();
    Locale locale = Locale.forLanguageTag(tag);
    List<String> options =
        List.of(
            "-Duser.language=" + locale.getLanguage(),
            "-Duser.country=" + locale.getCountry(),
            "-Duser.extensions=" + (locale.hasExtensions() ? "u-nu-thai" : ""));

    Athanor athanor =
        Athanor.run(
            directory,
            options,
            "run",
            "-D",
            "hadoop.tmp.dir=" + directory.resolve("hadoop"),
            "examples",
            "wordcount",
            text,
            directory.resolve("out").toString());

    assertThat(athanor.code()).isZero();
    assertThat(directory.resolve("out/part-r-00000")).hasContent("a\t1\nb\t2\n");
    assertThat(athanor.err())
        .matches("word count \\(job_[0-9]+_0001\\): succeeded in [0-9.]+ s\\R(  [ -~]*\\R)*");
    assertThat(directory.resolve("hadoop/athanor/history"))
        .isDirectoryRecursivelyContaining("regex:.*/job_[0-9]+_0001-[^/]*\\.jhist");
  }

  @Test
  void settingsReachEveryConfigurationThatADriverMakes() throws Exception {
    Athanor athanor =
        run(
            "-D",
            "a.key=x=<&>\u0001",
            jar(ShowSettings.class, ShowSettings.class),
            "-D",
            "in",
            "@out");

    assertThat(athanor.err()).isEmpty();
    assertThat(athanor.out())
        .isEqualToNormalizingNewlines(
            """
            arguments [-D, in, @out]
            Configuration athanor x=<&>\u0001 null JobLocalFileSystem
            JobConf athanor x=<&>\u0001 null JobLocalFileSystem
            Job athanor x=<&>\u0001 null JobLocalFileSystem
            """);
    assertThat(athanor.code()).isZero();
  }

  @Test
  void settingsTakePrecedenceOverTheConfigurationDirectory() throws Exception {
    Athanor athanor =
        run("--conf", conf(), "-D", "a.key=set", jar(ShowSettings.class, ShowSettings.class));

    assertThat(athanor.out())
        .isEqualToNormalizingNewlines(
            """
            arguments []
            Configuration athanor set from the site JobLocalFileSystem
            JobConf athanor set from the site JobLocalFileSystem
            Job athanor set from the site JobLocalFileSystem
            """);
  }

  @Test
  void settingsOfTheCacheNameItsFileSystems() throws Exception {
    Athanor athanor = run("-D", "athanor.cache=on", jar(ShowSettings.class, ShowSettings.class));

    assertThat(athanor.out()).contains("CachedLocalFileSystem").doesNotContain(" JobLocal");
  }

  @Test
  void leavesLocalFilesToTheClassThatTheSiteNames() throws Exception {
    write(
        "conf/core-site.xml",
        """
        <configuration>
          <property>
            <name>fs.file.impl</name><value>org.apache.hadoop.fs.LocalFileSystem</value>
          </property>
        </configuration>
        """);

    Athanor athanor = run("--conf", conf(), jar(ShowSettings.class, ShowSettings.class));

    assertThat(athanor.out())
        .contains("Job athanor from the site from the site LocalFileSystem")
        .doesNotContain("JobLocalFileSystem");
  }

  @ParameterizedTest
  @CsvSource({
    "hdfs://nn:1, a.key, 25, 9",
    "file:///, a.key, null, null",
    "hdfs://nn:1, dfs.client.block.write.locateFollowingBlock.retries, null, 3"
  })
  void clientsOfHdfsCloseFilesWithShortPausesUnlessTheSiteSaysOtherwise(
      String fileSystem, String key, String pause, String retries) throws Exception {
    write("conf/core-site.xml", site("fs.defaultFS", fileSystem));
    write("conf/hdfs-site.xml", site(key, "3"));

    Athanor athanor =
        run(
            "--conf",
            directory.resolve("conf").toString(),
            jar(ShowHdfsSettings.class, ShowHdfsSettings.class));

    assertThat(athanor.out().strip()).isEqualTo("pause " + pause + " retries " + retries);
  }

  private static String site(String key, String value) {
    return "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
        .formatted(key, value);
  }

  @Test
  void leavesLocalFilesToHadoopIfItIsToRunTheJob() throws Exception {
    Athanor athanor =
        run("-Dmapreduce.framework.name=local", jar(ShowSettings.class, ShowSettings.class));

    assertThat(athanor.out()).contains("Job local null null LocalFileSystem");
  }

  @Test
  void aDriversOwnOptionsTakePrecedenceOverSettings() throws Exception {
    Athanor athanor =
        run(
            "-Da.key=set",
            jar(null, GenericDriver.class),
            GenericDriver.class.getName(),
            "-Da.key=own",
            "0");

    assertThat(athanor.out()).isEqualToNormalizingNewlines("athanor own [0]\n");
    assertThat(athanor.code()).isZero();
  }

  @Test
  void keepsTheExitCodeThatADriverSets() throws Exception {
    assertThat(run(jar(GenericDriver.class, GenericDriver.class), "7").code()).isEqualTo(7);
  }

  @Test
  void findsClassesOfJarsInsideTheJar() throws Exception {
    Path jar =
        TestJar.writeNested(directory.resolve("fat.jar"), ShowSettings.class, ShowSettings.class);

    assertThat(run(jar.toString()).out()).startsWith("arguments []");
  }

  @Test
  void findsResourcesAsFilesAndClassesInTheJar() throws Exception {
    Path jar = Path.of(jar(ShowPlaces.class, ShowPlaces.class));
    try (FileSystem entries = FileSystems.newFileSystem(jar)) {
      Files.writeString(entries.getPath("data.txt"), "content");
      Files.createDirectories(entries.getPath("dictionaries/nl"));
      Files.writeString(entries.getPath("dictionaries/all"), "");
      Files.writeString(entries.getPath("dictionaries/nl/long"), "");
    }

    assertThat(run(jar.toString()).out()).isEqualTo("file content\n[all, long]\njob.jar\n");
  }

  @Test
  void acceptsAMainClassWithSlashes() throws Exception {
    String name = ShowSettings.class.getName().replace('.', '/');

    assertThat(run(jar(null, ShowSettings.class), name, "in").out()).startsWith("arguments [in]");
  }

  @Test
  void reportsInOneLineThatADriverThrew() throws Exception {
    Athanor athanor = run(jar(Throwing.class, Throwing.class));

    assertThat(athanor.err())
        .isEqualToNormalizingNewlines(
            "athanor run: org.athanor.cli.jobs.Throwing failed: IOException: Job failed!;"
                + " caused by IllegalStateException: two lines\n");
    assertThat(athanor.code()).isEqualTo(1);
  }

  @Test
  void namesTheKeyIfADriverIsGivenAWordForANumber() throws Exception {
    Athanor athanor =
        run(
            jar(GenericDriver.class, GenericDriver.class),
            "-D",
            "mapreduce.job.reduces=abc",
            "-Da.key=1",
            "0");

    assertThat(athanor.err())
        .isEqualTo("athanor run: -D mapreduce.job.reduces=abc: must be a number, such as 1\n");
    assertThat(athanor.code()).isEqualTo(2);
  }

  /** The driver of Hadoop's examples catches what they throw, and ends the JVM. */
  @Test
  void namesTheKeyIfAnExampleIsGivenAWordForANumber() throws Exception {
    Athanor athanor = run("examples", "wordcount", "-Dmapreduce.job.reduces=abc", "in", "out");

    assertThat(athanor.err())
        .isEqualTo("athanor run: -D mapreduce.job.reduces=abc: must be a number, such as 1\n");
    assertThat(athanor.code()).isEqualTo(2);
  }

  @Test
  void showsStackTracesForDebugging() throws Exception {
    assertThat(run("--debug", jar(Throwing.class, Throwing.class)).err())
        .contains("\tat org.athanor.cli.jobs.Throwing.main(");
  }

  @Test
  void rejectsAClassThatDoesNotExist() throws Exception {
    String jar = jar(null, ShowSettings.class);
    Athanor athanor = run(jar, "com.acme.Main");

    assertThat(athanor.err())
        .isEqualToNormalizingNewlines(
            "athanor run: MainClass=com.acme.Main: no such class in " + jar + "\n");
    assertThat(athanor.code()).isEqualTo(2);
  }

  @Test
  void rejectsAClassWithoutMain() throws Exception {
    String jar = jar(NoMain.class, NoMain.class);
    Athanor athanor = run(jar);

    assertThat(athanor.err())
        .isEqualToNormalizingNewlines(
            "athanor run: MainClass=org.athanor.cli.jobs.NoMain in "
                + jar
                + ": has no public static void main(String[])\n");
    assertThat(athanor.code()).isEqualTo(2);
  }

  @Test
  void runsAJobOfHadoopsExamplesAndPrintsASummary() throws Exception {
    write("in/text", "one two two\n");
    Athanor athanor = run("examples", "wordcount", "in", "out");

    assertThat(athanor.code()).as(athanor.err()).isZero();
    assertThat(directory.resolve("out/part-r-00000")).hasContent("one\t1\ntwo\t2");
    assertThat(athanor.out()).isEmpty();
    assertThat(athanor.err())
        .containsPattern("word count \\(job_\\d+_0001\\): succeeded in \\d+\\.\\d s")
        .contains("  map output     3 records")
        .contains("  reduce output  2 records");
  }

  @Test
  @Timeout(120)
  void printsTheSummaryOfAJobWhenTheJobEnds() throws Exception {
    write("in/text", "one\n");
    String jar = jar(WaitsAfterJob.class, WaitsAfterJob.class);
    Process process =
        Athanor.builder(directory, Athanor.command(directory, List.of(), "run", jar, "in", "out"))
            .start();
    try (BufferedReader err = process.errorReader()) {
      assertThat(err.readLine()).matches("early \\(job_\\d+_0001\\): succeeded in .*");
      process.outputWriter().close(); // the driver waits for that
      assertThat(err.lines())
          .contains("the driver ends")
          .noneMatch(line -> line.contains("succeeded"));
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void printsNothingIfQuiet() throws Exception {
    write("in/text", "one two two\n");
    Athanor athanor = run("--quiet", "examples", "wordcount", "in", "out");

    assertThat(athanor).isEqualTo(new Athanor(0, "", ""));
  }

  @Test
  void writesOnlyJsonToStandardOutput() throws Exception {
    Athanor athanor = run("--json", "examples", "pi", "2", "10");

    assertThat(athanor.code()).as(athanor.err()).isZero();
    assertThat(athanor.err()).contains("Estimated value of Pi is 3.8");
    JsonNode job = new ObjectMapper().readTree(athanor.out()).get("jobs").get(0);
    assertThat(job.get("state").asText()).isEqualTo("SUCCEEDED");
    assertThat(job.get("maps").get("complete").asInt()).isEqualTo(2);
  }

  @Test
  void failsIfTheLastJobFailedAndTheDriverIgnoresThat() throws Exception {
    write("in/text", "one\n");
    Athanor athanor =
        run(
            "-Dmapreduce.map.maxattempts=1",
            jar(FailingJob.class, FailingJob.class, FailingJob.Fails.class),
            "in",
            "out");

    assertThat(athanor.out()).isEqualToNormalizingNewlines("driver goes on after false\n");
    assertThat(athanor.err()).containsPattern("failing \\(job_\\d+_0001\\): failed in ");
    assertThat(athanor.code()).isEqualTo(1);
  }

  private Athanor submitOnly(String... arguments) throws Exception {
    write("good/text", "one\n");
    write("bad/text", "bad\n");
    String[] all =
        Stream.concat(
                Stream.of(
                    "-Dmapreduce.map.maxattempts=1",
                    jar(SubmitsOnly.class, SubmitsOnly.class, SubmitsOnly.Copies.class)),
                Stream.of(arguments))
            .toArray(String[]::new);
    return run(all);
  }

  @Test
  void waitsForJobsThatADriverOnlySubmits() throws Exception {
    Athanor athanor = submitOnly("main", "good", "out1", "good", "out2");

    assertThat(athanor.err())
        .containsPattern("submitted \\(job_\\d+_0001\\): succeeded in ")
        .containsPattern("submitted \\(job_\\d+_0002\\): succeeded in ");
    assertThat(directory.resolve("out1/part-m-00000")).hasContent("0\tone");
    assertThat(directory.resolve("out2/_SUCCESS")).exists();
    assertThat(athanor.code()).isZero();
  }

  @Test
  void failsIfAnyJobFailsThatNobodyWaitedFor() throws Exception {
    Athanor athanor = submitOnly("main", "bad", "out1", "good", "out2");

    assertThat(athanor.err())
        .containsPattern("submitted \\(job_\\d+_0001\\): failed in ")
        .containsPattern("submitted \\(job_\\d+_0002\\): succeeded in ");
    assertThat(athanor.code()).isEqualTo(1);
  }

  @Test
  void reportsJobsOfThreadsThatADriverLeavesRunning() throws Exception {
    Athanor athanor = submitOnly("thread", "good", "out1");

    assertThat(athanor.err()).containsOnlyOnce("submitted (").contains("): succeeded in ");
    assertThat(athanor.code()).isZero();
    assertThat(submitOnly("thread", "bad", "out2").code()).isEqualTo(1);
  }

  private Athanor exitEarly(String who) throws Exception {
    write("in/text", "one\n");
    return run(jar(ExitsEarly.class, ExitsEarly.class, ExitsEarly.Exits.class), who, "in", "out");
  }

  @Test
  void failsTheAttemptsOfAMapperThatCallsSystemExit() throws Exception {
    Athanor athanor = exitEarly("mapper");

    assertThat(athanor.err())
        .containsPattern(
            "exiting \\(job_\\d+_0001\\): failed in .* s: map 0 failed 4 times: exit code 0: the job's"
                + " code called System.exit\\(0\\) before it was done\\R");
    assertThat(athanor.code()).isEqualTo(1);
    assertThat(directory.resolve("out/_temporary")).doesNotExist();
  }

  @Test
  void failsIfADriverEndsTheJvmWhileItsJobRuns() throws Exception {
    Athanor athanor = exitEarly("driver");

    assertThat(athanor.err()).containsPattern("killed in .*: the JVM is ending");
    assertThat(athanor.code()).isEqualTo(1);
  }

  /** The first driver ends with System.exit, the other returns. */
  @Test
  @EnabledIf("hasFullDevice")
  void failsIfItsJsonCannotBeWritten() throws Exception {
    write("in/text", "one\n");
    Athanor exits =
        Athanor.runWithFullDisk(directory, "run", "--json", "examples", "wordcount", "in", "out");
    String jar = jar(ShowSettings.class, ShowSettings.class);
    Athanor returns = Athanor.runWithFullDisk(directory, "run", "--json", jar);

    String message = "athanor run: standard output cannot be written; is the disk full?";
    assertThat(exits.err().lines()).containsOnlyOnce(message);
    assertThat(exits.code()).isEqualTo(1);
    assertThat(returns.err().lines()).containsOnlyOnce(message);
    assertThat(returns.code()).isEqualTo(1);
  }

  static boolean hasFullDevice() {
    return Files.exists(Path.of("/dev/full"));
  }

  @Test
  void reportsAWrongValueOfTheConfigurationDirectoryInOneLine() throws Exception {
    write("in/text", "one\n");
    write(
        "conf/mapred-site.xml",
        """
        <configuration>
          <property><name>athanor.threads</name><value>many</value></property>
        </configuration>
        """);

    Athanor athanor =
        run(
            "--conf",
            directory.resolve("conf").toString(),
            jar(FailingJob.class, FailingJob.class, FailingJob.Fails.class),
            "in",
            "out");

    assertThat(athanor.err().lines())
        .endsWith(
            "athanor run: athanor.threads=many: must be a number from 0 to 1024; 0 means one per"
                + " processor (set in mapred-site.xml)");
    assertThat(athanor.code()).isEqualTo(2);
  }
}
