// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Random histories of a master, its Workers and the exchange of map output, in which connections
 * break, processes end or stop, disks fill up, code fails, and clients interfere. Each ends as its
 * job would without failures, or as a job that had to fail; and nothing is left.
 *
 * <p>{@code -Dathanor.test.histories=N} makes it N histories, {@code -Dathanor.test.history=SEED}
 * one of them again. That takes the same course, unless operations of a Worker ran at once, which
 * they do for a moment when they are stopped or begin together.
 */
class SessionHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 300);
  private static final Long ONLY = Long.getLong("athanor.test.history");

  /** Why a job fails whose master was killed in the middle of the commit: nobody knows how far. */
  private static final String HALF_COMMITTED = "which may be incomplete";

  @TempDir(factory = InMemory.class)
  Path root;

  private final TaskThreadsAtRest threads = new TaskThreadsAtRest();
  private final Map<JobShape, HistoryEnd> references = new HashMap<>();
  private final Logger logger = Logger.getLogger("org.athanor.engine");
  private final Level level = logger.getLevel();

  /** Makes the directory in memory, if there is such a place: the histories make many files. */
  static final class InMemory implements TempDirFactory {
    private static final Path PLACE = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test)
        throws IOException {
      return Files.isWritable(PLACE)
          ? Files.createTempDirectory(PLACE, "athanor-histories")
          : Files.createTempDirectory("athanor-histories");
    }
  }

  @BeforeEach
  void logNothing() {
    logger.setLevel(Level.OFF); // Of what the histories do on purpose there are many messages.
  }

  @AfterEach
  void logAsBefore() {
    logger.setLevel(level);
  }

  @Test
  void eachHistoryEndsAsItsJobWouldWithoutFailuresOrFails() throws Exception {
    if (ONLY != null) {
      live(ONLY);
      return;
    }
    Random random = Seeds.of("session histories");
    Map<JobStatus.State, Integer> ends = new EnumMap<>(JobStatus.State.class);
    for (int i = 0; i < HISTORIES; i++) {
      ends.merge(live(random.nextLong()), 1, Integer::sum);
    }
    // The histories are only a good test if most jobs succeed in spite of all.
    assertThat(ends.get(JobStatus.State.SUCCEEDED)).isGreaterThan(HISTORIES / 2);
  }

  private JobStatus.State live(long seed) {
    try {
      Random random = new Random(seed);
      HistoryPlan plan = HistoryPlan.of(random);
      HistoryEnd reference = reference(plan.shape());
      try (History history = new History(plan, random, root.resolve("history"), threads)) {
        HistoryEnd end = history.live();
        check(history, end, reference);
        return end.state();
      }
    } catch (Exception | AssertionError e) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "to replay this history: -Dathanor.test.history=%d: %s",
              seed,
              e.getMessage()),
          e);
    }
  }

  /** How the job ends if nothing goes wrong. */
  private HistoryEnd reference(JobShape shape) throws Exception {
    HistoryEnd known = references.get(shape);
    if (known != null) {
      return known;
    }
    HistoryPlan plan = HistoryPlan.withoutFailures(shape);
    try (History history =
        new History(plan, new Random(shape.seed()), root.resolve("history"), threads)) {
      HistoryEnd end = history.live();
      assertThat(end.state()).as("%s", history).isEqualTo(JobStatus.State.SUCCEEDED);
      assertThat(end.wrongs()).isEmpty();
      references.put(shape, end);
      return end;
    }
  }

  private static void check(History history, HistoryEnd end, HistoryEnd reference) {
    assertThat(end.wrongs()).as("%s", history).isEmpty();
    assertThat(history.allows(end.state(), end.reason())).as("%s", history).isTrue();
    if (end.state() != JobStatus.State.SUCCEEDED) {
      assertThat(end.reason()).as("%s", history).isNotEmpty();
      if (!end.reason().contains(HALF_COMMITTED)) {
        assertThat(end.output()).as("%s", history).isEmpty();
      }
      return;
    }
    assertThat(end.outputState()).as("%s", history).isEqualTo(KeptRecords.State.COMMITTED);
    assertThat(end.output().keySet()).as("%s", history).isEqualTo(reference.output().keySet());
    end.output().forEach((task, committed) -> check(history, task, committed, end, reference));
    reference
        .counters()
        .forEach(
            (name, value) ->
                assertThat(end.counters().getOrDefault(name, value))
                    .as("%s: %s", name, history)
                    .isEqualTo(value));
  }

  private static void check(
      History history,
      TaskID task,
      KeptRecords.Committed committed,
      HistoryEnd end,
      HistoryEnd reference) {
    assertThat(end.successful().get(task)).as("%s", history).contains(committed.attempt());
    checkSources(history, committed, end);
    List<String> expected = reference.output().get(task).contents();
    assertThat(HistoryJob.sorted(committed.contents()))
        .as("records of %s: %s", task, history)
        .isEqualTo(HistoryJob.sorted(expected));
    if (history.plan().shape().mayMergeRuns()) {
      assertThat(committed.contents().stream().map(HistoryJob::key).toList())
          .as("order of the keys of %s: %s", task, history)
          .isEqualTo(expected.stream().map(HistoryJob::key).toList());
    } else {
      assertThat(committed.contents())
          .as("order of the records of %s: %s", task, history)
          .isEqualTo(expected);
    }
  }

  /** All records of a map are those of one attempt, which counts or has counted. */
  private static void checkSources(
      History history, KeptRecords.Committed committed, HistoryEnd end) {
    Set<KeptRecords.Source> sources = committed.sources();
    assertThat(sources.stream().map(KeptRecords.Source::map))
        .as("attempts whose records %s has: %s", committed.attempt(), history)
        .doesNotHaveDuplicates();
    assertThat(end.mapsThatCounted())
        .as("attempts whose records %s has: %s", committed.attempt(), history)
        .containsAll(sources);
  }
}
