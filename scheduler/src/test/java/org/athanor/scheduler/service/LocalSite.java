// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.launch.Driver;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.workflow.Program;

/** Shell jobs and files of this machine; settings of others are written, but they cannot run. */
class LocalSite implements Site {
  private final Optional<InputRegions> regions;

  LocalSite() {
    this.regions = Optional.empty();
  }

  LocalSite(InputRegions regions) {
    this.regions = Optional.of(regions);
  }

  @Override
  public JobState.Input measure(Cluster cluster, Path directory, List<String> paths)
      throws IOException {
    long bytes = 0;
    StringBuilder seen = new StringBuilder();
    for (String path : paths) {
      Path file = directory.resolve(path);
      if (Files.isRegularFile(file)) {
        bytes += Files.size(file);
        seen.append(file).append(Files.readString(file));
      }
    }
    return new JobState.Input(
        bytes, seen.isEmpty() ? "" : Integer.toHexString(seen.toString().hashCode()));
  }

  @Override
  public Optional<InputRegions> regions() {
    return regions;
  }

  @Override
  public boolean beginsAtWorkflow(Cluster cluster) {
    return !cluster.isYarn();
  }

  @Override
  public boolean isFileSystem(Cluster cluster, String uri) {
    return uri.startsWith("file:");
  }

  @Override
  public boolean exists(Cluster cluster, Path directory, String path) {
    return Files.exists(directory.resolve(path));
  }

  @Override
  public void remove(Cluster cluster, Path directory, String path) throws IOException {
    Files.deleteIfExists(directory.resolve(path));
  }

  @Override
  public Driver driver(JobSpec job, Cluster cluster, String tag, Path own) throws IOException {
    if (job.job().program() instanceof Program.Shell shell) {
      return new Driver(shell.command(), Map.of(), job.directory());
    }
    Path settings = Files.createDirectory(own.resolve(Attempts.CONFIGURATION));
    Files.writeString(settings.resolve("core-site.xml"), "a secret");
    throw new IOException("job " + job.name() + ": not a shell job");
  }

  @Override
  public Optional<String> setting(Cluster cluster, String key) {
    return Optional.empty();
  }

  @Override
  public void kill(Cluster cluster, String application) throws IOException {
    throw new IllegalStateException("there is no YARN here");
  }
}
