// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.cli.driver.DriverRun;
import org.athanor.cli.session.DriverRequest;

/**
 * Runs small jobs of Hadoop's examples, as drivers, so that classes are loaded, the code that runs
 * often is compiled, and everything has been registered that is registered once.
 */
final class WarmUp {
  private static final int FILES = 10;

  /** How often the jobs are run, for tests of something else. */
  private static final int WORD_COUNTS = Integer.getInteger("athanor.session.rehearsals", 8);

  private static final int SORTS = (WORD_COUNTS + 3) / 4;
  private static final String ROWS = "20000";
  private static final String TEXT = "the words of this line are counted again and again\n";

  private final Properties properties;
  private final Path directory;
  private final Set<String> late = new LinkedHashSet<>();

  /**
   * @param properties the system's, as drivers will find them
   * @param place where files can be written
   */
  WarmUp(Properties properties, Path place) {
    this.properties = properties;
    directory = place.resolve("warm-up-" + ProcessHandle.current().pid());
  }

  /** Returns the state in which drivers will find the JVM. */
  JvmState run() throws IOException, InterruptedException {
    ShutdownHookManager unused = ShutdownHookManager.get();
    Map<String, String> environment = Map.copyOf(System.getenv());
    JvmState first = JvmState.now(properties, Set.of());
    try {
      Path in = Files.createDirectories(directory.resolve("in"));
      for (int i = 0; i < FILES; i++) {
        Files.writeString(in.resolve("text-" + i), TEXT.repeat(200));
      }
      for (int i = 0; i < WORD_COUNTS; i++) {
        rehearse(first, environment, "wordcount", "in", "counts-" + i);
      }
      for (int i = 0; i < SORTS; i++) {
        rehearse(first, environment, "teragen", ROWS, "rows-" + i);
        rehearse(first, environment, "terasort", "rows-" + i, "sorted-" + i);
      }
    } finally {
      DriverProcess.changeDirectory("/");
      delete(directory);
    }
    DriverRun.setResourcesOfLoadedClasses(List.copyOf(late));
    return JvmState.now(properties, late);
  }

  private void rehearse(JvmState state, Map<String, String> environment, String... example)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.addAll(
        List.of(
            "run",
            "--quiet",
            "-Dmapreduce.framework.name=athanor",
            "-Dathanor.deploy=embedded",
            "-Dfs.defaultFS=file:///",
            "-Dhadoop.tmp.dir=" + directory.resolve("tmp"),
            "examples"));
    words.addAll(List.of(example));
    DriverProcess.setEnvironment(environment);
    DriverProcess.changeDirectory(directory.toString());
    CountDownLatch ended = new CountDownLatch(1);
    new Driver(
            new DriverRequest(0, 0, 0, directory.toString(), environment, words),
            Optional.empty(),
            (driver, code, parked) -> ended.countDown())
        .start();
    ended.await();
    late.addAll(state.addedResources());
    state.restore();
  }

  private static void delete(Path tree) throws IOException {
    Files.walkFileTree(
        tree,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
