// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.athanor.engine.job.JobService;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

/**
 * Prints the jars that a Hadoop installation needs on its class path to run jobs with {@code
 * mapreduce.framework.name=athanor}.
 */
@Command(
    mixinStandardHelpOptions = true,
    name = "classpath",
    description = "Prints a class path of the engine's jars, for an existing Hadoop.",
    versionProvider = Version.class,
    optionListHeading = "%nOptions:%n",
    footer = {
      "",
      "Example:",
      "  export HADOOP_CLASSPATH=$(athanor classpath)",
      "  hadoop jar job.jar -D mapreduce.framework.name=athanor in out"
    })
final class ClasspathCommand implements Callable<Integer> {
  @ParentCommand private AthanorCommand athanor;

  @Override
  public Integer call() throws IOException, URISyntaxException {
    Path engine =
        Path.of(JobService.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    athanor.out().println(String.join(File.pathSeparator, withItsDependencies(engine)));
    return ExitCode.SUCCESS;
  }

  /**
   * Returns the jars of the launcher's directory {@code lib/engine}, which holds the engine and its
   * dependencies only.
   */
  private static List<String> withItsDependencies(Path engine) throws IOException {
    Path directory = engine.getParent();
    if (!Files.isRegularFile(engine) || !directory.endsWith(Path.of("lib", "engine"))) {
      return List.of(engine.toString());
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith(".jar"))
          .sorted()
          .collect(Collectors.toList());
    }
  }
}
