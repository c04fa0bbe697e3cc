// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/**
 * Where one side of a comparison works: a common input, and directories of its own for output,
 * scratch files and Hadoop's temporary data. On a cluster, input and output are in its file system.
 * Used by one thread at a time.
 */
public final class Workspace {
  private static final String LIBRARIES = "tmpjars";
  private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

  private final Framework framework;
  private final Path input;
  private final Path root;
  private final Optional<TestCluster> cluster = TestCluster.named();

  Workspace(Framework framework, Path input, Path root) throws IOException {
    this.framework = framework;
    this.input = input;
    this.root = root;
    Files.createDirectories(temporary());
    Files.createDirectories(scratch());
  }

  public Framework framework() {
    return framework;
  }

  /** A new configuration for this side; every call gives another object. */
  public Configuration conf() {
    Configuration conf = new Configuration();
    cluster.ifPresentOrElse(
        there -> there.configure(conf), () -> conf.set("fs.defaultFS", "file:///"));
    framework.configure(conf);
    conf.set("hadoop.tmp.dir", temporary().resolve("hadoop").toString());
    if (cluster.isEmpty() || framework.isHadoopLocal()) {
      conf.set("mapreduce.cluster.local.dir", temporary().resolve("local").toString());
      conf.set("mapreduce.jobtracker.system.dir", temporary().resolve("system").toString());
      conf.set("mapreduce.jobtracker.staging.root.dir", temporary().resolve("staging").toString());
      conf.set("yarn.app.mapreduce.am.staging-dir", temporary().resolve("staging").toString());
    } else {
      containers(conf);
    }
    // Hadoop's local framework forces one map unless the splits say otherwise.
    conf.setInt("mapreduce.job.maps", 1);
    conf.setInt("mapreduce.local.map.tasks.maximum", 1);
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.set(JobObserver.KEY, JobObserver.ON);
    return conf;
  }

  /** What tasks in containers need: the classes of the cases, and small JVMs. */
  private static void containers(Configuration conf) {
    conf.set(LIBRARIES, TestClasses.jar().toUri().toString());
    conf.setInt("athanor.yarn.workers", 2);
    conf.set("athanor.yarn.worker.memory", "2g");
    conf.setInt("athanor.threads", 2);
    conf.setInt("yarn.app.mapreduce.am.resource.mb", 1024);
    conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx700m " + QUICK_START);
    for (String kind : new String[] {"map", "reduce"}) {
      conf.setInt("mapreduce." + kind + ".memory.mb", 768);
      conf.set("mapreduce." + kind + ".java.opts", "-Xmx512m -XX:+UseSerialGC " + QUICK_START);
    }
  }

  /**
   * Gives tasks in containers the classes of the cases in the job's jar. By default they are in one
   * of {@code -libjars}, which tasks find among their cache files.
   */
  public void moveClassesToJobJar(Configuration conf) {
    String jar = conf.get(LIBRARIES);
    if (jar != null) {
      conf.unset(LIBRARIES);
      conf.set("mapreduce.job.jar", jar);
    }
  }

  /** The input directory, the same for both sides. */
  public org.apache.hadoop.fs.Path in() {
    return located(input);
  }

  public org.apache.hadoop.fs.Path in(String name) {
    return new org.apache.hadoop.fs.Path(in(), name);
  }

  /** The output directory; it does not exist yet. */
  public org.apache.hadoop.fs.Path out() {
    return located(output());
  }

  /** A directory below the output directory, for programs of several jobs. */
  public org.apache.hadoop.fs.Path out(String name) {
    return new org.apache.hadoop.fs.Path(out(), name);
  }

  private org.apache.hadoop.fs.Path located(Path local) {
    return cluster
        .map(there -> there.path(local))
        .orElseGet(() -> new org.apache.hadoop.fs.Path(local.toUri().toString()));
  }

  /** The output as local files, once {@link #fetchOutput} was called. */
  Path output() {
    return root.resolve("output");
  }

  void fetchOutput() throws IOException {
    if (cluster.isPresent()) {
      cluster.get().download(output());
    }
  }

  /** An existing directory of this side for files that are not compared. */
  public Path scratch() {
    return root.resolve("scratch");
  }

  /** Root of Hadoop's temporary, staging and local directories. */
  Path temporary() {
    return root.resolve("temporary");
  }

  /** Adds a text to what is compared, as a file of the output directory. */
  public void record(String name, String text) throws IOException {
    org.apache.hadoop.fs.Path file = out(name);
    try (OutputStream written = file.getFileSystem(conf()).create(file)) {
      written.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
