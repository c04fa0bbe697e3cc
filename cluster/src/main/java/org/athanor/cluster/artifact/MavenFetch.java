// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Fills a directory with the jars of a Maven set. */
final class MavenFetch {

  private static final String PLUGIN =
      "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies";

  /** The number of downloads after which a progress line is written. */
  private static final int DOWNLOADS_PER_LINE = 25;

  private MavenFetch() {}

  static void into(
      Path directory,
      ArtifactSet.MavenSet set,
      List<String> maven,
      Path log,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    Path project = Files.createDirectory(directory.resolve("project"));
    Path jars = Files.createDirectory(directory.resolve("home"));
    Files.writeString(project.resolve("pom.xml"), MavenPom.of(set.artifacts()));
    List<String> command = new ArrayList<>(maven);
    // -U: requests artifacts again that a repository did not have the last time.
    command.addAll(List.of("-B", "-U", "-f", project.resolve("pom.xml").toString(), PLUGIN));
    command.addAll(List.of("-DincludeScope=runtime", "-DoutputDirectory=" + jars));
    AtomicInteger downloads = new AtomicInteger();
    ToolRun run =
        ToolRun.of(
            command,
            project,
            Map.of(),
            log,
            line -> {
              if (line.contains("Downloaded from ")
                  && downloads.incrementAndGet() % DOWNLOADS_PER_LINE == 0) {
                progress.accept(set.title() + ": " + downloads + " files");
              }
            });
    if (run.status() != 0) {
      throw new FetchException(reason(set, run, log));
    }
    for (Coordinates artifact : set.artifacts()) {
      Path jar = jars.resolve(fileName(artifact));
      if (!Files.isRegularFile(jar)) {
        throw new FetchException(
            set.title()
                + ": Maven did not copy "
                + jar.getFileName()
                + "; its output is in "
                + log);
      }
    }
  }

  private static String fileName(Coordinates artifact) {
    return artifact.artifact()
        + "-"
        + artifact.version()
        + artifact.classifier().map(it -> "-" + it).orElse("")
        + ".jar";
  }

  private static String reason(ArtifactSet set, ToolRun run, Path log) {
    List<String> missing = MavenOutput.missing(run.lines());
    if (!missing.isEmpty() && !MavenOutput.unreachable(run.lines())) {
      return set.title()
          + ": not in Maven's repositories: "
          + String.join(", ", missing)
          + "; choose another version, give an installed home, or add a repository that has them to"
          + " settings.xml";
    }
    return set.title()
        + ": Maven failed: "
        + MavenOutput.firstError(run.lines())
        + "; all of its output is in "
        + log;
  }
}
