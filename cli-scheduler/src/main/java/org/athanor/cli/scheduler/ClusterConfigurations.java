// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.athanor.cli.driver.ConfigurationDirectory;
import org.athanor.cli.usage.UsageException;
import org.athanor.scheduler.clusters.Cluster;
import org.athanor.scheduler.clusters.Kind;

/**
 * The Hadoop configuration of each cluster: the same one for what the scheduler does with files and
 * for the drivers of jobs, so that both mean the same file by a path. Any thread may call it.
 */
final class ClusterConfigurations {
  /** Where the clients of Hadoop look for a configuration. */
  static final String INHERITED = "HADOOP_CONF_DIR";

  private static final int HDFS_PORT = 8020; // where hdfs://host has none

  private final UnaryOperator<String> environment;
  private final Map<String, Configuration> known = new ConcurrentHashMap<>();

  /**
   * Makes it.
   *
   * @param environment value of a variable, or null
   */
  ClusterConfigurations(UnaryOperator<String> environment) {
    this.environment = environment;
  }

  /**
   * The directory of a cluster's configuration, an absolute path: that of the file of clusters, and
   * of a local cluster without one, what {@value #INHERITED} names. Empty: Hadoop's defaults.
   */
  Optional<java.nio.file.Path> directory(Kind kind) {
    Optional<java.nio.file.Path> given =
        kind instanceof Kind.Yarn yarn
            ? Optional.of(yarn.configuration())
            : ((Kind.Local) kind).configuration().or(this::inherited);
    return given.map(path -> path.toAbsolutePath().normalize());
  }

  private Optional<java.nio.file.Path> inherited() {
    return Optional.ofNullable(environment.apply(INHERITED))
        .filter(text -> !text.isEmpty())
        .map(java.nio.file.Path::of);
  }

  /**
   * What the files of a cluster's configuration say. They are read once.
   *
   * @throws RuntimeException of Hadoop's if a file is no configuration
   */
  Configuration of(Cluster cluster) {
    return known.computeIfAbsent(cluster.name(), name -> read(cluster.kind()));
  }

  private Configuration read(Kind kind) {
    Configuration configuration = new Configuration();
    directory(kind)
        .ifPresent(
            directory -> {
              for (String site : List.of("core", "hdfs", "yarn", "mapred")) {
                java.nio.file.Path file = directory.resolve(site + "-site.xml");
                if (Files.exists(file)) {
                  configuration.addResource(new Path(file.toUri()));
                }
              }
            });
    // Hadoop would close file systems when the JVM is asked to end, while they are still used.
    configuration.setBoolean("fs.automatic.close", false);
    return configuration;
  }

  /**
   * Whether relative paths of a cluster's jobs begin in the directory that they are started in, on
   * this machine, and not in the user's directory of another file system.
   */
  boolean isLocalByDefault(Cluster cluster) {
    return "file".equals(FileSystem.getDefaultUri(of(cluster)).getScheme());
  }

  /**
   * Checks that all clusters have one file system: a job's paths must be the same files wherever it
   * runs.
   *
   * @throws UsageException with a message for the user if they have not, or a configuration cannot
   *     be read
   */
  void check(List<Cluster> clusters) throws UsageException {
    for (Cluster cluster : clusters) {
      checkDirectory(cluster);
    }
    for (Cluster other : clusters) {
      Cluster first = clusters.get(0);
      if (!fileSystem(first).equals(fileSystem(other))) {
        throw new UsageException(
            "the clusters "
                + text(first)
                + " and "
                + text(other)
                + " have different file systems: fs.defaultFS must be the same for all clusters of a"
                + " file, so that a path is the same file wherever a job runs; give them hadoop"
                + " configurations with the same one");
      }
    }
  }

  /** As the drivers of jobs do: one without files would be this machine's file system. */
  private void checkDirectory(Cluster cluster) throws UsageException {
    if (cluster.kind() instanceof Kind.Local local) {
      String origin =
          "cluster "
              + cluster.name()
              + ": "
              + (local.configuration().isPresent() ? "hadoop configuration" : INHERITED);
      Optional<java.nio.file.Path> directory = directory(local);
      if (directory.isPresent()) {
        ConfigurationDirectory unused = ConfigurationDirectory.open(origin, directory.get());
      }
    }
  }

  private String text(Cluster cluster) throws UsageException {
    return cluster.name() + " (" + fileSystem(cluster) + ")";
  }

  /** The default file system, in one spelling. */
  private String fileSystem(Cluster cluster) throws UsageException {
    URI uri;
    try {
      uri = FileSystem.getDefaultUri(of(cluster));
    } catch (RuntimeException unusable) {
      throw new UsageException(
          "cluster "
              + cluster.name()
              + ": its Hadoop configuration cannot be used: "
              + unusable.getMessage(),
          unusable);
    }
    return spelling(uri);
  }

  /**
   * Whether a URI names the default file system of a cluster, whose configuration can be used.
   *
   * @param uri perhaps with a path
   */
  boolean isFileSystem(Cluster cluster, String uri) {
    try {
      return spelling(URI.create(uri)).equals(spelling(FileSystem.getDefaultUri(of(cluster))));
    } catch (IllegalArgumentException noUri) {
      return false;
    }
  }

  /** A file system without a path, the usual port, and capital letters. */
  private static String spelling(URI uri) {
    String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
    String authority = uri.getAuthority() == null ? "" : uri.getAuthority();
    String suffix = ":" + HDFS_PORT;
    boolean usual = scheme.equals("hdfs") && authority.endsWith(suffix);
    return scheme
        + "://"
        + (usual ? authority.substring(0, authority.length() - suffix.length()) : authority)
            .toLowerCase(Locale.ROOT);
  }
}
