// SPDX-License-Identifier: Apache-2.0
package org.athanor.results.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.athanor.cluster.SystemInfo;
import org.athanor.results.Results;
import org.athanor.results.ResultsFile;
import org.athanor.results.Trials;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveTest {
  private static final Instant START = Instant.parse("2026-11-27T10:15:00Z");

  @TempDir Path directory;
  private Path root;
  private Archive archive;

  @BeforeEach
  void open() {
    root = directory.resolve("archive");
    archive = new Archive(root);
  }

  @Test
  void keepsResultsByMachineAndTimeForItsOwnerOnly() throws IOException {
    Path run = run("nightly", 0, 10);

    Archive.Addition addition = archive.add(run, Optional.empty(), Optional.of("1a2b3c"), true, 10);

    assertThat(addition.added()).isTrue();
    assertThat(addition.entry().id()).matches("20261127T101500Z-[0-9a-f]{8}");
    Entry entry = archive.entries().get(0);
    assertThat(entry).isEqualTo(addition.entry());
    assertThat(entry.commit()).contains("1a2b3c");
    assertThat(entry.machineText()).isEqualTo("n1: a CPU, 2 processors, 8.00 GB");
    assertThat(ResultsFile.read(entry.directory())).isEqualTo(ResultsFile.read(run));
    for (Path path : List.of(root, entry.directory().getParent(), entry.directory())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
    }
    try (Stream<Path> hidden = Files.list(entry.directory().getParent())) {
      assertThat(hidden).containsExactly(entry.directory());
    }
  }

  @Test
  void theSameResultsAreAddedOnceAndCanBeAcceptedLater() throws IOException {
    Path run = run("nightly", 0, 10);

    assertThat(add(run, false).added()).isTrue();
    assertThat(archive.entries()).extracting(Entry::accepted).containsExactly(false);
    assertThat(add(run, true).added()).isFalse();
    assertThat(add(run, false).added()).isFalse();

    assertThat(archive.entries()).extracting(Entry::accepted).containsExactly(true);
  }

  @Test
  void resultsOfAResumedRunReplaceEarlierOnesOfIt() throws IOException {
    add(run("nightly", 0, 10), true);

    assertThat(add(run("nightly", 0, 10, 11), true).removed()).isEqualTo(1);

    assertThat(ResultsFile.read(archive.entries().get(0).directory()).trials()).hasSize(2);
  }

  @Test
  void acceptanceOfARunOutlivesItsEarlierResults() throws IOException {
    Path early = run("nightly", 0, 10);
    add(early, true);

    assertThat(add(run("nightly", 0, 10, 11), false).entry().accepted()).isTrue();

    assertThat(archive.entries())
        .singleElement()
        .satisfies(entry -> assertThat(entry.accepted()).isTrue())
        .satisfies(entry -> assertThat(entry.trials()).isEqualTo(2));
  }

  @Test
  void earlierResultsOfARunDoNotReplaceLaterOnes() throws IOException {
    add(run("nightly", 0, 10, 11), false);

    Archive.Addition addition = add(run("nightly", 0, 10), true);

    assertThat(addition.added()).isFalse();
    assertThat(archive.entries()).containsExactly(addition.entry());
    assertThat(addition.entry().trials()).isEqualTo(2);
    assertThat(addition.entry().accepted()).as("the run is").isTrue();
  }

  @Test
  void writersOfOneRunLeaveItsLatestResults() throws Exception {
    int writers = 8;
    List<Callable<Archive.Addition>> tasks = new ArrayList<>();
    double[] times = {};
    for (int i = 0; i < writers; i++) {
      times = Arrays.copyOf(times, i + 1);
      times[i] = 10 + i;
      Path run = run("nightly", 0, times);
      boolean accept = i == 2;
      tasks.add(() -> add(run, accept));
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (Future<Archive.Addition> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(archive.entries())
        .extracting(Entry::trials, Entry::accepted)
        .containsExactly(tuple(writers, true));
  }

  @Test
  void refusesDirectoriesInWhichOthersMayWrite() throws IOException {
    Path run = run("nightly", 0, 10);
    Path machine = add(run, true).entry().directory().getParent();
    for (Path open : List.of(root, machine)) {
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
      String message =
          open
              + ": everybody may write in it, and so change references: chmod o-w it, or choose"
              + " another one";
      assertThatThrownBy(archive::entries).hasMessage(message);
      assertThatThrownBy(() -> add(run, true)).hasMessage(message);
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxr-x"));
    }
    assertThat(archive.entries()).as("groups are trusted").hasSize(1);
  }

  @Test
  void refusesDirectoriesOfOthers() throws IOException {
    assumeTrue(
        Files.getOwner(Path.of("/proc/self")).getName().equals("root"), "needs root: other owners");
    UserPrincipal nobody =
        directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
    Path run = run("nightly", 0, 10);
    Path machine = add(run, true).entry().directory().getParent();
    for (Path others : List.of(root, machine)) {
      UserPrincipal owner = Files.getOwner(others);
      Files.setOwner(others, nobody);
      String message =
          others + ": belongs to nobody; an archive is for one user: choose another one";
      assertThatThrownBy(archive::entries).hasMessage(message);
      assertThatThrownBy(() -> add(run, true)).hasMessage(message);
      Files.setOwner(others, owner);
    }
  }

  @Test
  void theReferenceIsTheNewestAcceptedOneOfTheMachineAndTheExperiment() throws IOException {
    add(run("nightly", 1, 11), true);
    add(run("nightly", 2, 12), true);
    add(run("nightly", 3, 13), false);
    add(run("weekly", 4, 14), true);
    archive.add(run("nightly", 5, 15), Optional.of("ci"), Optional.empty(), true, 10);
    Results results = ResultsFile.read(run("nightly", 6, 16));

    assertThat(archive.reference(results, Optional.empty()).started())
        .isEqualTo(START.plusSeconds(2));
    assertThat(archive.reference(results, Optional.of("ci")).started())
        .isEqualTo(START.plusSeconds(5));
    assertThat(
            archive.reference(ResultsFile.read(run("nightly", 2, 12)), Optional.empty()).started())
        .as("not itself")
        .isEqualTo(START.plusSeconds(1));
    assertThatThrownBy(() -> archive.reference(results, Optional.of("other")))
        .isInstanceOf(IOException.class)
        .hasMessageMatching(
            ".*/archive: no accepted results of experiment nightly on other: a CPU, 2 processors,"
                + " 8\\.00 GB \\(machine [0-9a-f]{16}\\), 0 of 5 entries are of both; add some with"
                + " athanor bench archive add --accept");
  }

  @Test
  void keepsSoManyAndTheReference() throws IOException {
    add(run("nightly", 1, 11), true);
    add(run("weekly", 0, 11), false);
    for (int i = 2; i < 7; i++) {
      archive.add(run("nightly", i, 10 + i), Optional.empty(), Optional.empty(), false, 3);
    }

    assertThat(archive.entries())
        .extracting(entry -> entry.experiment() + entry.started().getEpochSecond() % 60)
        .as("the weekly one and the reference stay")
        .containsExactly("weekly0", "nightly1", "nightly4", "nightly5", "nightly6");
  }

  @Test
  void manyWritersLoseNothing() throws Exception {
    int writers = 8;
    List<Callable<Archive.Addition>> tasks = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Path run = run("nightly", i, 10 + i);
      tasks.add(() -> add(run, true));
      tasks.add(() -> add(run, false));
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (Future<Archive.Addition> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(archive.entries()).hasSize(writers).allMatch(Entry::accepted);
  }

  @Test
  void manyWritersThatPruneKeepTheNewest() throws Exception {
    int writers = 8;
    List<Callable<Archive.Addition>> tasks = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      Path run = run("nightly", i, 10 + i);
      tasks.add(() -> archive.add(run, Optional.empty(), Optional.empty(), false, 2));
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try {
      for (Future<Archive.Addition> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(archive.entries())
        .extracting(Entry::started)
        .contains(START.plusSeconds(writers - 1));
    add(run("nightly", 50, 9), false);
    archive.add(run("nightly", 51, 9), Optional.empty(), Optional.empty(), false, 2);
    assertThat(archive.entries()).hasSize(2);
  }

  @Test
  void removesWhatDeadWritersLeft() throws IOException {
    Entry entry = add(run("nightly", 0, 10), true).entry();
    Path dead = Files.createDirectory(entry.directory().resolveSibling(".new-123"));
    Files.writeString(dead.resolve("results.json"), "{");
    assertThat(archive.entries()).hasSize(1);
    add(run("nightly", 1, 10), true);
    assertThat(dead).exists();

    Files.setLastModifiedTime(dead, FileTime.from(Instant.now().minusSeconds(100_000)));
    add(run("nightly", 2, 10), true);

    assertThat(dead).doesNotExist();
  }

  @Test
  void namesWhatItCannotRead() throws IOException {
    assertThatThrownBy(archive::entries)
        .hasMessage(
            root + ": no such archive; athanor bench archive add makes it with its first entry");
    Path damaged = add(run("nightly", 0, 10), true).entry().directory().resolve("entry.json");
    Files.writeString(damaged, "{");

    assertThatThrownBy(archive::entries)
        .hasMessage(damaged + ": not readable as an archive's entry: remove its directory");
    Files.writeString(damaged, "{\"format\":9}");
    assertThatThrownBy(archive::entries)
        .hasMessageStartingWith(damaged + ": format 9, this Athanor reads format 1");
    Files.writeString(
        damaged, "{\"format\":1,\"experiment\":\"e\",\"started\":\"2026-11-27T10:15:00Z\"}");
    assertThatThrownBy(archive::entries)
        .hasMessage(damaged + ": not readable as an archive's entry: remove its directory");
  }

  @Test
  void refusesLinksInPlaceOfMachines() throws IOException {
    Path run = run("nightly", 0, 10);
    String machine = Fingerprint.of(ResultsFile.read(run), Optional.empty()).id();
    Files.createDirectories(root);
    Files.createSymbolicLink(root.resolve(machine), directory);

    assertThatThrownBy(() -> add(run, true))
        .hasMessage(root.resolve(machine) + ": is not a directory: remove it");
  }

  @Test
  void aNewKernelIsTheSameMachine() throws IOException {
    Results results = ResultsFile.read(run("nightly", 0, 10));
    SystemInfo system = results.nodes().get(0).system();
    Fingerprint fingerprint = Fingerprint.of(results, Optional.empty());

    SystemInfo updated = system("6.12.0", "a CPU", system.memoryBytes() - 9_000_000, "25.0.1");
    assertThat(updated.host()).isEqualTo(system.host());
    assertThat(fingerprint(results, updated).id()).isEqualTo(fingerprint.id());
    assertThat(fingerprint(results, system("6.1.0", "other", system.memoryBytes(), "17")).id())
        .isNotEqualTo(fingerprint.id());
    assertThat(fingerprint(results, system("6.1.0", "a CPU", 4_000_000_000L, "17")).id())
        .isNotEqualTo(fingerprint.id());
    assertThat(Fingerprint.of(results, Optional.of("ci")).id()).isNotEqualTo(fingerprint.id());
  }

  private static Fingerprint fingerprint(Results results, SystemInfo system) {
    return Fingerprint.of(Trials.withSystem(results, system), Optional.empty());
  }

  private static SystemInfo system(String kernel, String cpu, long memory, String java) {
    return new SystemInfo(
        "n1",
        "Debian GNU/Linux 13 (trixie)",
        kernel,
        "x86_64",
        cpu,
        2,
        memory,
        Optional.of("performance"),
        Optional.of("KVM"),
        Optional.of(java),
        Optional.of("/opt/java"),
        Optional.empty());
  }

  private Archive.Addition add(Path run, boolean accept) throws IOException {
    return archive.add(run, Optional.empty(), Optional.empty(), accept, 100);
  }

  private Path run(String name, int second, double... times) throws IOException {
    Path path = Files.createTempDirectory(directory, "run");
    Results results =
        Trials.startedAt(
            Trials.results(name, "1", Trials.repeated("spark", "sort", 1, times)),
            START.plusSeconds(second));
    ResultsFile.write(results, path);
    return path;
  }
}
