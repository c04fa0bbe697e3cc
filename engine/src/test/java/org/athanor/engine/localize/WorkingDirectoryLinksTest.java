// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.athanor.engine.localize.WorkingDirectoryLinks.Claim;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jobs that ask, are released and change files while files are compared. */
class WorkingDirectoryLinksTest {
  private static final int THREADS = 6;
  private static final int JOBS = 60;

  @TempDir Path root;
  private Path directory;

  /** What happens during the next comparison, after the files were read. */
  private Runnable during = () -> {};

  private WorkingDirectoryLinks links;
  private final List<String> told = new ArrayList<>();

  @BeforeEach
  void makeLinks() throws IOException {
    directory = Files.createDirectory(root.resolve("cwd"));
    links =
        new WorkingDirectoryLinks(
            directory,
            (one, other) -> {
              boolean same = FileContents.same(one, other);
              Runnable now = during;
              during = () -> {};
              now.run();
              return same;
            });
  }

  private Claim claim(String job, String name, String content) throws IOException {
    Path file = Files.createDirectories(root.resolve(job)).resolve(name);
    return new Claim(job, Map.of(name, Files.writeString(file, content)));
  }

  private Optional<String> acquire(Claim claim, String job) {
    return links.acquire(claim, problem -> told.add(job + problem.map(p -> ": " + p).orElse("")));
  }

  /** To its end, which it would not come to if this thread had the lock. */
  private void runInAnotherThread(Runnable action) {
    assertThat(Thread.holdsLock(links)).isFalse();
    CompletableFuture.runAsync(action, task -> new Thread(task).start()).join();
  }

  @Test
  void aJobWithOtherNamesDoesNotWaitForAComparison() throws Exception {
    acquire(claim("one", "large", "content"), "one");
    Claim other = claim("other", "small", "x");
    during =
        () ->
            runInAnotherThread(
                () -> {
                  acquire(other, "other");
                  links.release(other);
                });
    acquire(claim("two", "large", "content"), "two");
    assertThat(told).containsExactly("one", "other", "two");
  }

  @Test
  void aNameThatIsGivenUpDuringAComparisonIsTaken() throws Exception {
    Claim one = claim("one", "file", "old");
    acquire(one, "one");
    during = () -> links.release(one);
    assertThat(acquire(claim("two", "file", "new"), "two")).isEmpty();
    assertThat(told).containsExactly("one", "two");
    assertThat(directory.resolve("file")).hasContent("new");
  }

  @Test
  void aFileThatIsWrittenToDuringAComparisonIsNotShared() throws Exception {
    Claim one = claim("one", "file", "same");
    acquire(one, "one");
    during =
        () -> {
          try {
            Files.writeString(directory.resolve("file"), "no longer");
          } catch (IOException e) {
            throw new IllegalStateException(e);
          }
        };
    Claim two = claim("two", "file", "same");
    assertThat(acquire(two, "two").orElseThrow()).startsWith("two waits for one, ");
    links.release(one);
    assertThat(told).containsExactly("one", "two");
    assertThat(directory.resolve("file")).hasContent("same");
  }

  @Test
  void aJobThatIsKilledDuringItsComparisonTakesNothing() throws Exception {
    Claim one = claim("one", "file", "same");
    Claim two = claim("two", "file", "same");
    acquire(one, "one");
    during = () -> links.release(two);
    assertThat(acquire(two, "two")).isEmpty();
    links.release(one);
    assertThat(told).containsExactly("one");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void aJobThatAsksDuringTheComparisonOfAnotherWaitsForItsOtherFile() throws Exception {
    Claim one = claim("one", "file", "a");
    Claim two = claim("two", "file", "b");
    Claim three = claim("three", "file", "a");
    acquire(one, "one");
    List<Optional<String>> answers = new ArrayList<>();
    during = () -> answers.add(acquire(three, "three"));
    assertThat(acquire(two, "two").orElseThrow()).startsWith("two waits for one, ");
    assertThat(answers.get(0).orElseThrow()).startsWith("three waits for two, ");
    links.release(one);
    links.release(two);
    assertThat(told).containsExactly("one", "two", "three");
  }

  @Test
  void aFileOfTheUserIsComparedWithoutTheLockToo() throws Exception {
    Files.writeString(directory.resolve("file"), "mine");
    Claim other = claim("other", "small", "x");
    during = () -> runInAnotherThread(() -> acquire(other, "other"));
    assertThat(acquire(claim("one", "file", "yours"), "one")).isEmpty();
    assertThat(told).containsExactly("other", "one");
    assertThat(directory.resolve("file")).hasContent("mine");
  }

  /** Threads × names × contents: each job reads its own content while it has its names. */
  @Test
  @Timeout(120)
  void eachJobSeesItsOwnContentWhateverOthersDo() throws Exception {
    WorkingDirectoryLinks shared = new WorkingDirectoryLinks(directory);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> results = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Random random = Seeds.of("links" + thread);
      String prefix = "job" + thread + "-";
      results.add(
          threads.submit(
              () -> {
                for (int i = 0; i < JOBS; i++) {
                  runJob(shared, prefix + i, random);
                }
                return null;
              }));
    }
    threads.shutdown();
    for (Future<?> result : results) {
      result.get(100, TimeUnit.SECONDS);
    }
    assertThat(directory).isEmptyDirectory();
  }

  private void runJob(WorkingDirectoryLinks shared, String job, Random random) throws Exception {
    Map<String, Path> targets = new HashMap<>();
    Map<String, String> contents = new HashMap<>();
    Path own = Files.createDirectory(root.resolve(job));
    for (String name : List.of("a", "b", "c")) {
      if (random.nextInt(3) > 0) {
        contents.put(name, random.nextBoolean() ? "x" : "y");
        targets.put(name, Files.writeString(own.resolve(name), contents.get(name)));
      }
    }
    Claim claim = new Claim(job, targets);
    boolean killed = random.nextInt(8) == 0;
    CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
    shared.acquire(claim, answer::complete);
    if (!killed) {
      assertThat(answer.get()).isEmpty();
      for (int round = 0; round < 3; round++) {
        contents.forEach((name, text) -> assertThat(directory.resolve(name)).hasContent(text));
      }
    }
    shared.release(claim);
  }
}
