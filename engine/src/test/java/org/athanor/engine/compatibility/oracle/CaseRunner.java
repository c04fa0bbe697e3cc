// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a program in a fresh workspace and gathers what it shows. One run at a time in a JVM. */
final class CaseRunner {
  private static final Path WORKING_DIRECTORY = Path.of("").toAbsolutePath();

  /** Athanor keeps a job's configuration as long as the JVM lives: clients may still ask for it. */
  private static final Pattern KEPT_CONFIGURATION =
      Pattern.compile(
          ".*/temporary/staging/athanor-staging-[^/]+/(owner|jobs/job_\\d+_\\d+\\.xml)");

  private static final Duration STAGING_PATIENCE = Duration.ofSeconds(10);

  private CaseRunner() {}

  static Observation run(JobCase job, Framework framework, Path input, Path root) throws Exception {
    Workspace workspace = new Workspace(framework, input, root);
    Set<String> before = list(WORKING_DIRECTORY, 1);
    Set<String> staged = stagedJobs();
    JobObserver.reset();
    int exitCode = -1;
    Throwable thrown = null;
    try {
      exitCode = job.program().run(workspace);
    } catch (Exception | LinkageError | AssertionError e) {
      thrown = e;
    }
    workspace.fetchOutput();
    List<ObservedJob> jobs =
        Stream.concat(JobObserver.jobs().stream(), ChildJvm.jobs(workspace).stream()).toList();
    return new Observation(
        workspace,
        exitCode,
        thrown,
        jobs,
        FileTree.read(workspace.output()),
        leftovers(workspace, before, staged));
  }

  private static List<String> leftovers(
      Workspace workspace, Set<String> before, Set<String> stagedBefore)
      throws IOException, InterruptedException {
    if (workspace.framework().isHadoopLocal()) {
      // It tells its client of the end before it cleans up, so what is found is a matter of luck.
      return List.of();
    }
    Set<String> left = list(WORKING_DIRECTORY, 1);
    left.removeAll(before);
    left.addAll(list(workspace.temporary(), Integer.MAX_VALUE));
    left.addAll(stagedLonger(stagedBefore));
    if (!ChildJvm.wasUsedIn(workspace)) {
      left.removeIf(KEPT_CONFIGURATION.asMatchPredicate());
    }
    return List.copyOf(left);
  }

  private static Set<String> stagedJobs() throws IOException {
    return TestCluster.named().isPresent() ? TestCluster.named().get().stagedJobs() : Set.of();
  }

  /**
   * What jobs have left on a cluster some time after their end; a master need not delete at once.
   */
  private static Set<String> stagedLonger(Set<String> before)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + STAGING_PATIENCE.toNanos();
    while (true) {
      Set<String> left = new TreeSet<>(stagedJobs());
      left.removeAll(before);
      if (left.isEmpty() || System.nanoTime() > end) {
        return left;
      }
      Thread.sleep(50);
    }
  }

  /** Files and links below a directory, not directories. */
  private static Set<String> list(Path root, int depth) throws IOException {
    try (Stream<Path> paths = Files.walk(root, depth)) {
      return paths
          .filter(path -> !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
          .map(Path::toString)
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
