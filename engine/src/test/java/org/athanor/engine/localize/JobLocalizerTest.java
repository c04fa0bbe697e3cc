// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.athanor.engine.files.PrivateDirectory;
import org.athanor.engine.localize.JobLocalizer.Wanted;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobLocalizerTest {
  @TempDir Path root;
  private Path data;
  private Path staging;
  private Path work;
  private Path directory;
  private WorkingDirectoryLinks links;
  private final JobConf conf = new JobConf();
  private final JobID id = new JobID("1", 1);

  @BeforeEach
  void directories() throws IOException {
    data = Files.createDirectories(root.resolve("data"));
    staging = Files.createDirectories(root.resolve("staging/job_1_0001"));
    work = root.resolve("work");
    directory = Files.createDirectories(root.resolve("cwd"));
    links = new WorkingDirectoryLinks(directory);
    conf.set(
        MRJobConfig.MAPREDUCE_JOB_DIR, new org.apache.hadoop.fs.Path(staging.toUri()).toString());
  }

  private JobLocalizer localize() throws IOException {
    JobLocalizer localizer = JobLocalizer.localize(conf, id, work, Wanted.ALL, links);
    assertThat(localizer.link(problem -> assertThat(problem).isEmpty())).isEmpty();
    return localizer;
  }

  /** Another job, whose only cache file has the name {@code stop.txt}. */
  private JobLocalizer other(int number, String content) throws IOException {
    JobConf other = new JobConf();
    Path directory = Files.createDirectories(data.resolve("of" + number));
    Job.addCacheFile(file(directory, "stop.txt", content), other);
    return JobLocalizer.localize(other, new JobID("1", number), work, Wanted.ALL, links);
  }

  private Path inWorkingDirectory() {
    return directory.resolve("stop.txt");
  }

  private static URI file(Path directory, String name, String content) throws IOException {
    return uri(Files.writeString(directory.resolve(name), content));
  }

  private static URI uri(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri()).toUri();
  }

  private static URI named(URI uri, String name) {
    return URI.create(uri + "#" + name);
  }

  private static Path zip(Path file, String... entries) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
        zip.write(("in " + entry).getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> list = Files.list(directory)) {
      return list.map(path -> path.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aJobWithoutFilesCreatesNothing() throws IOException {
    try (JobLocalizer localizer = localize()) {
      assertThat(localizer.classPath()).isEmpty();
      assertThat(work).doesNotExist();
      assertThat(names(directory)).isEmpty();
      assertThat(conf.get(MRJobConfig.CACHE_LOCALFILES)).isNull();
    }
  }

  @Test
  void tasksFindFilesByNameAndByFragment() throws IOException {
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    Job.addCacheFile(named(file(data, "long-name.txt", "a"), "short"), conf);
    try (JobLocalizer localizer = localize()) {
      assertThat(directory.resolve("stop.txt")).hasContent("the").isSymbolicLink();
      assertThat(directory.resolve("short")).hasContent("a").isSymbolicLink();
      assertThat(localizer.classPath()).isEmpty();
    }
    assertThat(names(directory)).isEmpty();
    assertThat(names(work)).isEmpty();
  }

  @Test
  void localPathsAreInTheConfigurationAndKeepTheirNames() throws IOException {
    Job.addCacheFile(named(file(data, "stop.txt", "the"), "words"), conf);
    Job.addCacheArchive(uri(zip(data.resolve("dict.zip"), "en/a.txt")), conf);
    try (JobLocalizer localizer = localize()) {
      JobContextImpl context = new JobContextImpl(conf, id);
      Path local = Path.of(context.getLocalCacheFiles()[0].toString());
      assertThat(local).hasContent("the").hasFileName("stop.txt");
      Path unpacked = Path.of(context.getLocalCacheArchives()[0].toString());
      assertThat(unpacked.resolve("en/a.txt")).hasContent("in en/a.txt");
      assertThat(directory.resolve("dict.zip/en/a.txt")).hasContent("in en/a.txt");
      assertThat(localizer.classPath()).isEmpty();
    }
  }

  @Test
  void aProcessThatRunsNoTasksGetsClassesOnly() throws IOException {
    conf.setJar(uri(zip(data.resolve("job.jar"), "Job.class")).toString());
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    Job.addCacheArchive(uri(zip(data.resolve("large.zip"), "data")), conf);
    Job.addCacheFile(uri(zip(data.resolve("lib.jar"), "Lib.class")), conf);
    URI properties = file(data, "lib.properties", "a=b");
    Job.addCacheFile(properties, conf);
    Job.addCacheArchive(uri(zip(data.resolve("classes.zip"), "Other.class")), conf);
    conf.set(MRJobConfig.CLASSPATH_FILES, properties.getPath());
    conf.set(MRJobConfig.CLASSPATH_ARCHIVES, data.resolve("classes.zip").toString());
    try (JobLocalizer localizer = JobLocalizer.localize(conf, id, work, Wanted.CLASSES, links)) {
      assertThat(localizer.classPath())
          .extracting(url -> Path.of(url.getPath()).getFileName().toString())
          .contains("job.jar", "lib.properties", "classes.zip", "lib.jar");
      try (Stream<Path> files = Files.walk(work)) {
        assertThat(files.map(file -> file.getFileName().toString()))
            .doesNotContain("stop.txt", "large.zip");
      }
    }
  }

  @Test
  void aTaskThatChangesItsFileDoesNotChangeTheOriginal() throws IOException {
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    try (JobLocalizer localizer = localize()) {
      Files.writeString(directory.resolve("stop.txt"), "changed");
      assertThat(data.resolve("stop.txt")).hasContent("the");
      assertThat(localizer).isNotNull();
    }
  }

  @Test
  void filesOfTheSubmissionAreUsedInPlaceAndNotDeleted() throws IOException {
    Path files = Files.createDirectories(staging.resolve("files"));
    Job.addCacheFile(file(files, "run.sh", "#!/bin/sh\n"), conf);
    try (JobLocalizer localizer = localize()) {
      assertThat(work).doesNotExist();
      assertThat(Files.readSymbolicLink(directory.resolve("run.sh")))
          .isEqualTo(files.resolve("run.sh"));
      assertThat(files.resolve("run.sh")).isExecutable();
      assertThat(localizer).isNotNull();
    }
    assertThat(files.resolve("run.sh")).exists();
  }

  @Test
  void tarArchivesAreUnpacked() throws Exception {
    Path content = Files.createDirectories(data.resolve("content"));
    Files.writeString(content.resolve("x.txt"), "x");
    Path archive = data.resolve("model.tar.gz");
    String[] command = {"tar", "-C", content.toString(), "-czf", archive.toString(), "x.txt"};
    assertThat(new ProcessBuilder(command).start().waitFor()).isZero();
    Job.addCacheArchive(named(uri(archive), "model"), conf);
    try (JobLocalizer localizer = localize()) {
      assertThat(directory.resolve("model/x.txt")).hasContent("x");
      assertThat(localizer).isNotNull();
    }
  }

  @Test
  void archivesOfUnknownKindStayPacked() throws IOException {
    Job.addCacheArchive(file(data, "model.7z", "packed"), conf);
    try (JobLocalizer localizer = localize()) {
      assertThat(directory.resolve("model.7z")).hasContent("packed");
      assertThat(localizer).isNotNull();
    }
  }

  @Test
  void theClassPathIsJobJarThenItsPartsThenLibjars() throws IOException {
    Path jar =
        zip(staging.resolve("job.jar"), "A.class", "classes/B.class", "lib/z.jar", "lib/a.jar");
    conf.setJar(uri(jar).toString());
    Path libjars = Files.createDirectories(staging.resolve("libjars"));
    zip(libjars.resolve("lib1.jar"), "C.class");
    conf.set(MRJobConfig.CLASSPATH_FILES, libjars.resolve("lib1.jar").toString());
    Job.addCacheFile(URI.create(uri(libjars) + "/*"), conf);
    Job.addCacheFile(uri(zip(data.resolve("other.jar"), "D.class")), conf);
    Job.addCacheArchive(uri(zip(data.resolve("classes.zip"), "E.class")), conf);
    conf.set(MRJobConfig.CLASSPATH_ARCHIVES, data.resolve("classes.zip").toString());
    try (JobLocalizer localizer = localize()) {
      assertThat(
              localizer.classPath().stream()
                  .map(URL::getPath)
                  .map(p -> p.replaceAll(".*/(?=.)", "")))
          .containsExactly(
              "job.jar", "classes/", "a.jar", "z.jar", "lib1.jar", "classes.zip/", "other.jar");
      assertThat(localizer.classPath().get(0).getPath()).isEqualTo(jar.toString());
      assertThat(directory.resolve("lib1.jar")).isSymbolicLink();
    }
    assertThat(names(work)).isEmpty();
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void libjarsThatWereLocalAtSubmissionAreOnTheClassPath() throws IOException {
    // On a local file system, -libjars results in a wildcard for an empty directory.
    Path libjars = Files.createDirectories(staging.resolve("libjars"));
    Job.addCacheFile(URI.create(uri(libjars) + "/*"), conf);
    conf.set(MRJobConfig.CLASSPATH_FILES, zip(data.resolve("lib.jar"), "C.class").toString());
    try (JobLocalizer localizer = localize()) {
      assertThat(localizer.classPath()).containsExactly(data.resolve("lib.jar").toUri().toURL());
    }
  }

  @Test
  void aJarWithoutPartsIsUsedWhereItIs() throws IOException {
    conf.setJar(uri(zip(staging.resolve("job.jar"), "A.class")).toString());
    try (JobLocalizer localizer = localize()) {
      assertThat(localizer.classPath()).hasSize(1);
      assertThat(work).doesNotExist();
    }
  }

  @Test
  void existingFilesInTheWorkingDirectoryAreNotReplaced() throws IOException {
    file(directory, "stop.txt", "mine");
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    localize().close();
    assertThat(directory.resolve("stop.txt")).hasContent("mine");
  }

  @Test
  void aLinkThatWasReplacedByAFileIsNotDeleted() throws IOException {
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    JobLocalizer localizer = localize();
    Files.delete(directory.resolve("stop.txt"));
    file(directory, "stop.txt", "written by the job");
    localizer.close();
    assertThat(directory.resolve("stop.txt")).hasContent("written by the job");
  }

  @Test
  void jobsWithTheSameContentShareALinkUntilTheLastHasEnded() throws IOException {
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    JobLocalizer first = localize();
    Path ofFirst = Files.readSymbolicLink(inWorkingDirectory());
    JobLocalizer second = other(2, "the");
    assertThat(second.link(problem -> assertThat(problem).isEmpty())).isEmpty();
    assertThat(Files.readSymbolicLink(inWorkingDirectory())).isEqualTo(ofFirst);
    first.close();
    assertThat(inWorkingDirectory()).hasContent("the").isSymbolicLink();
    assertThat(Files.readSymbolicLink(inWorkingDirectory())).isNotEqualTo(ofFirst);
    second.close();
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void aJobWithAnotherFileOfTheNameWaitsUntilAllThatShareTheLinkHaveEnded() throws IOException {
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    JobLocalizer first = localize();
    JobLocalizer sharing = other(2, "the");
    assertThat(sharing.link(problem -> {})).isEmpty();
    JobLocalizer third = other(3, "ein");
    List<Optional<String>> notified = new ArrayList<>();
    assertThat(third.link(notified::add))
        .contains(
            "job_1_0003 waits for job_1_0001, which has another file named stop.txt in "
                + directory
                + "; to run both jobs at once, give one of the files another name (file#name)");
    first.close();
    assertThat(notified).isEmpty();
    assertThat(inWorkingDirectory()).hasContent("the");
    sharing.close();
    assertThat(notified).containsExactly(Optional.empty());
    assertThat(inWorkingDirectory()).hasContent("ein");
    third.close();
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void largeFilesOfOneSizeAreComparedToTheLastByte() throws IOException {
    Path large = data.resolve("of2");
    Files.createDirectories(large);
    for (Path parent : List.of(data, large)) {
      try (FileChannel channel =
          FileChannel.open(
              parent.resolve("stop.txt"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        byte last = (byte) (parent.equals(large) ? 'b' : 'a');
        channel.write(ByteBuffer.wrap(new byte[] {last}), 100L << 20); // the rest is a hole
      }
    }
    Job.addCacheFile(uri(data.resolve("stop.txt")), conf);
    JobLocalizer first = localize();
    JobConf second = new JobConf();
    Job.addCacheFile(uri(large.resolve("stop.txt")), second);
    try (JobLocalizer other =
        JobLocalizer.localize(second, new JobID("1", 2), work, Wanted.ALL, links)) {
      assertThat(other.link(problem -> {})).isPresent();
    }
    first.close();
  }

  @Test
  void archivesAreComparedByTheirContents() throws IOException {
    Job.addCacheArchive(named(uri(zip(data.resolve("a.zip"), "x", "d/y")), "stop.txt"), conf);
    JobLocalizer first = localize();
    JobConf same = new JobConf();
    Job.addCacheArchive(named(uri(zip(data.resolve("b.zip"), "d/y", "x")), "stop.txt"), same);
    JobConf different = new JobConf();
    Job.addCacheArchive(named(uri(zip(data.resolve("c.zip"), "x", "d/z")), "stop.txt"), different);
    try (JobLocalizer two =
            JobLocalizer.localize(same, new JobID("1", 2), work, Wanted.ALL, links);
        JobLocalizer three =
            JobLocalizer.localize(different, new JobID("1", 3), work, Wanted.ALL, links)) {
      assertThat(two.link(problem -> {})).isEmpty();
      assertThat(three.link(problem -> {})).isPresent();
    }
    first.close();
  }

  @Test
  void waitingJobsGetTheirNamesInOrderOfArrival() throws IOException {
    List<String> order = new ArrayList<>();
    JobLocalizer one = other(1, "a");
    JobLocalizer two = other(2, "b");
    JobLocalizer three = other(3, "a");
    assertThat(one.link(problem -> order.add("one"))).isEmpty();
    assertThat(two.link(problem -> order.add("two"))).isPresent();
    // The third job has the same file as the first. It must wait all the same, because the second
    // job would wait for ever if such jobs kept coming.
    assertThat(three.link(problem -> order.add("three")).orElseThrow())
        .startsWith("job_1_0003 waits for job_1_0002,");
    one.close();
    two.close();
    three.close();
    assertThat(order).containsExactly("one", "two", "three");
  }

  @Test
  void aJobThatEndsWhileItWaitsIsNotNotified() throws IOException {
    List<String> order = new ArrayList<>();
    JobLocalizer one = other(1, "a");
    JobLocalizer two = other(2, "b");
    assertThat(one.link(problem -> order.add("one"))).isEmpty();
    assertThat(two.link(problem -> order.add("two"))).isPresent();
    two.close();
    assertThat(inWorkingDirectory()).hasContent("a");
    one.close();
    assertThat(order).containsExactly("one");
    assertThat(names(directory)).isEmpty();
  }

  /** A private directory stands for another process. */
  @Test
  void aJobFailsIfAnotherProcessHasTheNameForADifferentFile() throws IOException {
    try (PrivateDirectory running =
        PrivateDirectory.create(root, PrivateDirectory.Purpose.JOB, "key")) {
      Path theirs = Files.writeString(running.path().resolve("stop.txt"), "ein");
      Files.createSymbolicLink(inWorkingDirectory(), theirs);
      List<Optional<String>> notified = new ArrayList<>();
      try (JobLocalizer localizer = other(1, "the")) {
        assertThat(localizer.link(notified::add)).isEmpty();
      }
      assertThat(notified)
          .containsExactly(
              Optional.of(
                  inWorkingDirectory()
                      + " leads to a cache file of another running process, whose content differs"
                      + " from that of this job's file: run the job in another working directory, or"
                      + " give its file another name (file#name)"));
      notified.clear();
      try (JobLocalizer localizer = other(1, "ein")) {
        assertThat(localizer.link(notified::add)).isEmpty();
      }
      assertThat(notified).containsExactly(Optional.empty());
      assertThat(Files.readSymbolicLink(inWorkingDirectory())).isEqualTo(theirs);
    }
  }

  @Test
  void linksOfAKilledProcessAreReplaced() throws IOException {
    String name = "athanor-job-" + "0".repeat(32);
    Files.createSymbolicLink(inWorkingDirectory(), Path.of("/nowhere", name, "stop.txt"));
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    localize().close();
    assertThat(names(directory)).isEmpty();
    // The same while the killed process's directory still exists.
    Path dead = Files.createDirectories(root.resolve(name));
    Files.createFile(dead.resolve("owner")); // nobody holds its lock
    Files.createSymbolicLink(
        inWorkingDirectory(), Files.writeString(dead.resolve("stop.txt"), "ein"));
    JobLocalizer localizer = localize();
    assertThat(inWorkingDirectory()).hasContent("the");
    localizer.close();
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void brokenLinksThatAreNotTheEnginesStay() throws IOException {
    Path elsewhere = Path.of("/nowhere/athanor/stop.txt");
    Files.createSymbolicLink(inWorkingDirectory(), elsewhere);
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    localize().close();
    assertThat(Files.readSymbolicLink(inWorkingDirectory())).isEqualTo(elsewhere);
  }

  @Test
  void subdirectoriesMadeForLinksAreDeletedWithThem() throws IOException {
    Job.addCacheFile(named(file(data, "stop.txt", "the"), "a/b/stop"), conf);
    JobLocalizer localizer = localize();
    assertThat(directory.resolve("a/b/stop")).hasContent("the");
    localizer.close();
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void existingDirectoriesStayWhenTheirLinksAreDeleted() throws IOException {
    Path elsewhere = Files.createDirectory(data.resolve("elsewhere"));
    Files.createSymbolicLink(directory.resolve("conf"), elsewhere);
    Files.createDirectory(directory.resolve("logs"));
    Job.addCacheFile(named(file(data, "one.txt", "1"), "conf/one"), conf);
    Job.addCacheFile(named(file(data, "two.txt", "2"), "logs/two"), conf);
    JobLocalizer localizer = localize();
    assertThat(directory.resolve("logs/two")).hasContent("2");
    localizer.close();
    assertThat(directory.resolve("conf")).isSymbolicLink();
    assertThat(directory.resolve("logs")).isEmptyDirectory();
    assertThat(elsewhere).isEmptyDirectory();
  }

  @Test
  void aJobThatEndedBeforeItsRequestTakesNoName() throws IOException {
    JobLocalizer one = other(1, "a");
    one.close();
    assertThat(one.link(problem -> {})).isEmpty();
    assertThat(names(directory)).isEmpty();
    JobLocalizer two = other(2, "b");
    assertThat(two.link(problem -> {})).isEmpty();
    assertThat(inWorkingDirectory()).hasContent("b");
    two.close();
  }

  @Test
  void aNameOutsideTheWorkingDirectoryIsRefused() throws IOException {
    conf.set(MRJobConfig.CACHE_FILES, named(file(data, "stop.txt", "the"), "../stop").toString());
    assertThatThrownBy(this::localize)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must be a path inside the working directory");
    assertThat(names(directory)).isEmpty();
  }

  @Test
  void aFileThatChangedSinceSubmissionIsRefusedAndCopiesAreDeleted() throws IOException {
    Job.addCacheFile(file(data, "a.txt", "a"), conf);
    Job.addCacheFile(file(data, "stop.txt", "the"), conf);
    long modified = Files.getLastModifiedTime(data.resolve("a.txt")).toMillis();
    conf.set(MRJobConfig.CACHE_FILE_TIMESTAMPS, modified + ",1000");
    assertThatThrownBy(this::localize)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("stop.txt: changed since the job was submitted");
    assertThat(names(directory)).isEmpty();
    assertThat(names(work)).isEmpty();
  }

  @Test
  void hadoopsOwnArchiveIsNotFetched() throws IOException {
    conf.set(
        MRJobConfig.MAPREDUCE_APPLICATION_FRAMEWORK_PATH, "hdfs://nowhere:1/hadoop.tgz#hadoop");
    conf.set(MRJobConfig.CACHE_ARCHIVES, "hdfs://nowhere:1/hadoop.tgz#hadoop");
    localize().close();
  }
}
