// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.warm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.cli.driver.DriverRun;
import org.athanor.cli.session.SessionLog;
import org.athanor.cli.session.WarmUpDirectory;

/**
 * Runs small jobs of Hadoop's examples, as drivers, so that classes are loaded, the code that runs
 * often is compiled, and everything has been registered that is registered once.
 */
final class WarmUp {
  private static final int FILES = 10;

  /** How often the jobs are run; fewer, or none, for tests of something else. */
  private static final int WORD_COUNTS = Integer.getInteger("athanor.session.rehearsals", 8);

  private static final int SORTS = WORD_COUNTS / 4;
  private static final String ROWS = "20000";
  private static final String TEXT = "the words of this line are counted again and again\n";

  private final Properties properties;
  private final Path directory;
  private final Set<String> late = new LinkedHashSet<>();

  /**
   * @param properties the system's, as drivers will find them
   * @param directory where files can be written; it is deleted
   */
  WarmUp(Properties properties, Path directory) {
    this.properties = properties;
    this.directory = directory;
  }

  /**
   * Returns the state in which drivers will find the JVM.
   *
   * @param environment the variables of this JVM
   */
  JvmState run(Map<String, String> environment) throws IOException {
    ShutdownHookManager unused = ShutdownHookManager.get();
    JvmState first = JvmState.now(properties, Set.of());
    // Looks for all file systems, whose classes add default resources, and starts Hadoop's threads.
    FileSystem.getLocal(new Configuration(false)).close();
    late.addAll(first.addedResources());
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
      DriverProcess.leave(environment);
      WarmUpDirectory.delete(directory);
    }
    DriverRun.setResourcesOfLoadedClasses(List.copyOf(late));
    return JvmState.now(properties, late);
  }

  private void rehearse(JvmState state, Map<String, String> environment, String... example)
      throws IOException {
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
    CompletableFuture<Integer> end = new CompletableFuture<>();
    new Driver(words, Optional.empty(), (code, parks) -> end.complete(code)).start();
    int code = end.join();
    if (code != 0) {
      SessionLog.say("a job that compiles code has failed: " + String.join(" ", words));
    }
    late.addAll(state.addedResources());
    state.restore();
  }
}
