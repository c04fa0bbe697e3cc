// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.ClusterMonitors;
import org.athanor.scheduler.clusters.Kind;
import org.athanor.scheduler.launch.Attempts;
import org.athanor.scheduler.launch.Driver;
import org.athanor.scheduler.launch.LocalShare;
import org.athanor.scheduler.run.JobSpec;
import org.athanor.scheduler.run.JobState;
import org.athanor.scheduler.service.InputRegions;
import org.athanor.scheduler.service.Site;
import org.athanor.scheduler.workflow.Program;

/** Files and applications of clusters through Hadoop's clients. Any thread may call it. */
final class HadoopFiles implements Site {
  /** So many files of an input are looked at; of more, the rest is only counted. */
  private static final int MOST_FILES = 10_000;

  private final DriverCommands drivers;
  private final ClusterConfigurations configurations;
  private final Optional<InputRegions> regions;

  /**
   * Makes it.
   *
   * @param drivers with the same configurations
   * @param rules the regions of the storage; empty if there are none
   */
  HadoopFiles(
      DriverCommands drivers, ClusterConfigurations configurations, Optional<RegionRules> rules) {
    this.drivers = drivers;
    this.configurations = configurations;
    this.regions = rules.map(it -> new HadoopRegions(it, configurations));
  }

  @Override
  public Optional<InputRegions> regions() {
    return regions;
  }

  @Override
  public boolean beginsAtWorkflow(Cluster cluster) {
    return configurations.isLocalByDefault(cluster);
  }

  @Override
  public boolean isFileSystem(Cluster cluster, String uri) {
    return configurations.isFileSystem(cluster, uri);
  }

  /** A path of the cluster's file system; on this machine, relative to the workflow's file. */
  static Path path(
      ClusterConfigurations configurations,
      Cluster cluster,
      java.nio.file.Path directory,
      String path) {
    Path given = new Path(path);
    boolean relative = !given.isAbsolute() && !path.contains(":");
    return relative && configurations.isLocalByDefault(cluster)
        ? new Path(new Path(directory.toUri()), given)
        : given;
  }

  @Override
  public JobState.Input measure(Cluster cluster, java.nio.file.Path directory, List<String> paths)
      throws IOException {
    if (paths.isEmpty()) {
      return JobState.Input.UNKNOWN;
    }
    MessageDigest digest = sha256();
    double bytes = 0;
    for (String each : paths) {
      Path path = path(configurations, cluster, directory, each);
      FileSystem files = path.getFileSystem(configurations.of(cluster));
      FileStatus[] found = files.globStatus(path);
      if (found == null) {
        continue;
      }
      for (FileStatus status : found) {
        bytes += files.getContentSummary(status.getPath()).getLength();
        add(files, status.getPath(), digest);
      }
    }
    return new JobState.Input(bytes, HexFormat.of().formatHex(digest.digest(), 0, 16));
  }

  private static void add(FileSystem files, Path path, MessageDigest digest) throws IOException {
    RemoteIterator<LocatedFileStatus> all = files.listFiles(path, true);
    // The order of a listing is not promised, so the sum of each file's digest is taken.
    byte[] sum = new byte[32];
    for (int i = 0; all.hasNext() && i < MOST_FILES; i++) {
      LocatedFileStatus file = all.next();
      String text = file.getPath() + " " + file.getLen() + " " + file.getModificationTime();
      byte[] one = sha256().digest(text.getBytes(StandardCharsets.UTF_8));
      for (int at = 0; at < sum.length; at++) {
        sum[at] += one[at];
      }
    }
    digest.update(sum);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each Java has it
    }
  }

  @Override
  public boolean exists(Cluster cluster, java.nio.file.Path directory, String path)
      throws IOException {
    Path full = path(configurations, cluster, directory, path);
    return full.getFileSystem(configurations.of(cluster)).exists(full);
  }

  @Override
  public void remove(Cluster cluster, java.nio.file.Path directory, String path)
      throws IOException {
    Path full = path(configurations, cluster, directory, path);
    FileSystem files = full.getFileSystem(configurations.of(cluster));
    if (!files.delete(full, true) && files.exists(full)) {
      throw new IOException(full + ": cannot be removed");
    }
  }

  @Override
  public Driver driver(JobSpec job, Cluster cluster, String tag, java.nio.file.Path own)
      throws IOException {
    if (cluster.kind() instanceof Kind.Yarn yarn) {
      return drivers.onYarn(job, yarn, tag, own.resolve(Attempts.CONFIGURATION));
    }
    return drivers.onThisMachine(
        job,
        new DriverCommands.Here(
            configurations.directory(cluster.kind()),
            share(job, cluster),
            cluster.limits().memoryBytes().isPresent()),
        own.resolve(Attempts.CONFIGURATION));
  }

  private LocalShare share(JobSpec job, Cluster cluster) {
    String key =
        job.job().program() instanceof Program.Spark
            ? LocalShare.SPARK_THREADS
            : LocalShare.THREADS;
    String given = job.job().settings().get(key);
    return LocalShare.of(
        given != null ? given : setting(cluster, key).orElse(""),
        cluster.limits(),
        cluster.limits().of(ClusterMonitors.thisMachine()));
  }

  @Override
  public Optional<String> setting(Cluster cluster, String key) {
    try {
      return key.startsWith("spark.")
          ? drivers.sparkDefault(key)
          : Optional.ofNullable(configurations.of(cluster).get(key));
    } catch (IOException | RuntimeException unreadable) {
      return Optional.empty(); // a job that needs it does not start, and says why
    }
  }

  @Override
  public void kill(Cluster cluster, String application) throws IOException {
    try (YarnClient client = YarnClient.createYarnClient()) {
      client.init(new YarnConfiguration(configurations.of(cluster)));
      client.start();
      client.killApplication(ApplicationId.fromString(application));
    } catch (YarnException e) {
      throw new IOException(application + " cannot be killed: " + e.getMessage(), e);
    }
  }
}
