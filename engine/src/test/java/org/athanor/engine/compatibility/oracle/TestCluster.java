// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A YARN and an HDFS that run on this machine. If there is one, the candidate's jobs run in its
 * containers, and both sides read and write its file system. A local directory has a counterpart
 * there, whose path contains the local one. Immutable.
 */
final class TestCluster {
  /** Names the directory of the clients' configuration. */
  static final String PROPERTY = "athanor.test.cluster";

  static final List<String> SITE_FILES =
      List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml");

  private static final String ROOT = "/compatibility";
  private static final Optional<TestCluster> NAMED =
      Optional.ofNullable(System.getProperty(PROPERTY)).map(Path::of).map(TestCluster::new);

  private final Path configuration;
  // Of a client of the cluster; only read.
  private final Configuration client = new Configuration();

  private TestCluster(Path configuration) {
    this.configuration = configuration;
    configure(client);
  }

  /** The cluster of this run, or none: then everything happens in this JVM and in local files. */
  static Optional<TestCluster> named() {
    return NAMED;
  }

  /** Makes a client's configuration that of a client of this cluster. */
  void configure(Configuration conf) {
    for (String name : SITE_FILES) {
      conf.addResource(new org.apache.hadoop.fs.Path(configuration.resolve(name).toUri()));
    }
    // One attempt for each task, and blocks whose hosts are the same in each run.
    conf.setBoolean("mapreduce.map.speculative", false);
    conf.setBoolean("mapreduce.reduce.speculative", false);
    conf.setInt("dfs.replication", 1);
  }

  /** The counterpart of a local file. */
  org.apache.hadoop.fs.Path path(Path local) {
    return new org.apache.hadoop.fs.Path(
        FileSystem.getDefaultUri(client) + ROOT, local.toAbsolutePath().toString().substring(1));
  }

  /** Copies a local directory to its counterpart. */
  void upload(Path local) throws IOException {
    fileSystem().copyFromLocalFile(false, true, localPath(local), path(local));
  }

  /** Copies the counterpart, if there is one, to a local directory that does not exist yet. */
  void download(Path local) throws IOException {
    if (fileSystem().exists(path(local))) {
      fileSystem().copyToLocalFile(false, path(local), localPath(local), true);
    }
  }

  /** Deletes the counterpart of a local directory. */
  void delete(Path local) throws IOException {
    fileSystem().delete(path(local), true);
  }

  /**
   * Directories of jobs in the user's staging directory. Those of sessions and of the engine's jars
   * are left out: they live longer than a job.
   */
  Set<String> stagedJobs() throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    Set<String> names = new TreeSet<>();
    try {
      for (FileStatus file : fileSystem().listStatus(MRApps.getStagingAreaDir(client, user))) {
        if (!file.getPath().getName().startsWith("athanor-")) {
          names.add(file.getPath().toString());
        }
      }
    } catch (FileNotFoundException e) {
      return names; // no job has run yet
    }
    return names;
  }

  private FileSystem fileSystem() throws IOException {
    return FileSystem.get(client);
  }

  private static org.apache.hadoop.fs.Path localPath(Path local) {
    return new org.apache.hadoop.fs.Path(local.toUri());
  }
}
