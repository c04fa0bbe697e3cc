// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** Base of all test classes that compare Athanor with Hadoop. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OracleTest {
  private Scoreboard scoreboard;
  private Path directory;
  // Test methods of which at least one run began.
  private final Set<Method> begun = new HashSet<>();

  @BeforeAll
  void open(TestInfo info) {
    Class<?> testClass = info.getTestClass().orElseThrow();
    scoreboard = new Scoreboard(testClass.getAnnotation(Area.class).value());
  }

  @BeforeEach
  void prepare(TestInfo info, @TempDir Path temporary) {
    directory = temporary;
    begun.add(info.getTestMethod().orElseThrow());
  }

  @AfterAll
  void close() {
    scoreboard.publish(begun.containsAll(testMethods()));
  }

  private List<Method> testMethods() {
    return Stream.of(getClass().getDeclaredMethods())
        .filter(
            method ->
                method.isAnnotationPresent(Test.class)
                    || method.isAnnotationPresent(ParameterizedTest.class))
        .toList();
  }

  /** Whether the jobs of the candidate run in containers of a YARN. */
  protected static boolean isOnYarn() {
    return TestCluster.named().isPresent();
  }

  /** Whether the other side is Hadoop's MapReduce on YARN. */
  protected static boolean isComparedWithYarn() {
    return !Framework.HADOOP.isHadoopLocal();
  }

  /** Runs a case on both sides and fails with every difference. */
  protected final void check(JobCase job) throws Exception {
    assumeFalse(
        job.isCandidateOnly() && Framework.CANDIDATE.isHadoopLocal(),
        "the candidate is Hadoop's local framework, which lacks this");
    Optional<TestCluster> cluster = TestCluster.named();
    if (cluster.isPresent() && job.notOnYarn() != null) {
      String stale = scoreboard.add(job, ScorePage.NOT_RUN_ON_YARN);
      assumeTrue(stale != null, () -> "not run on YARN: " + job.notOnYarn());
      fail(stale);
    }
    Path input = Files.createDirectories(directory.resolve("input"));
    job.input().write(input, Seeds.of(job.name()));
    Comparison comparison;
    if (cluster.isPresent()) {
      cluster.get().upload(input);
      comparison = compare(job, input, directory);
      cluster.get().delete(directory);
    } else {
      comparison = compare(job, input, directory);
    }
    String stale = scoreboard.add(job, comparison.verdict());
    if (!comparison.isSame()) {
      fail(
          String.format(
              Locale.ROOT,
              "%s (replay with -Dathanor.test.seed=%d): %s",
              job.name(),
              Seeds.seed(),
              comparison));
    }
    if (stale != null) {
      fail(stale);
    }
  }

  // Names of equal length: counters of split sizes and of written paths include them.
  private static Comparison compare(JobCase job, Path input, Path directory) throws Exception {
    Observation hadoop = null;
    if (!job.isCandidateOnly() || !Framework.HADOOP.isHadoopLocal()) {
      hadoop = CaseRunner.run(job, Framework.HADOOP, input, directory.resolve("side-1"));
      requireAsExpected(job, hadoop);
    }
    Observation candidate =
        CaseRunner.run(job, Framework.CANDIDATE, input, directory.resolve("side-2"));
    Comparison comparison =
        hadoop == null
            ? Comparison.ofCandidate(job, candidate)
            : Comparison.between(job, hadoop, candidate);
    if (candidate.thrown() != null && !comparison.isSame()) {
      candidate.thrown().printStackTrace();
    }
    for (Check check : job.checks()) {
      try {
        check.verify(candidate);
      } catch (Exception | AssertionError e) {
        comparison.add(Aspect.CLIENT, "check: " + e);
      }
    }
    return comparison;
  }

  /** If Hadoop itself does not do what the case expects, the case is wrong, not the candidate. */
  private static void requireAsExpected(JobCase job, Observation hadoop) throws Exception {
    if (hadoop.succeeded() == job.fails()) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "%s: the case expects %s, but Hadoop: exit code %d, jobs %s",
              job.name(),
              job.fails() ? "failure" : "success",
              hadoop.exitCode(),
              hadoop.jobs()),
          hadoop.thrown());
    }
    for (Check check : job.checks()) {
      check.verify(hadoop);
    }
  }
}
