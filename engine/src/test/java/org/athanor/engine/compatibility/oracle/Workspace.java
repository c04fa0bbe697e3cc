// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * Where one side of a comparison works: a common input, and directories of its own for output,
 * scratch files and Hadoop's temporary data. Used by one thread at a time.
 */
public final class Workspace {
  private final Framework framework;
  private final Path input;
  private final Path root;

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
    framework.configure(conf);
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", temporary().resolve("hadoop").toString());
    conf.set("mapreduce.cluster.local.dir", temporary().resolve("local").toString());
    conf.set("mapreduce.jobtracker.system.dir", temporary().resolve("system").toString());
    conf.set("mapreduce.jobtracker.staging.root.dir", temporary().resolve("staging").toString());
    conf.set("yarn.app.mapreduce.am.staging-dir", temporary().resolve("staging").toString());
    // Hadoop's local framework forces one map unless the splits say otherwise.
    conf.setInt("mapreduce.job.maps", 1);
    conf.setInt("mapreduce.local.map.tasks.maximum", 1);
    conf.setInt("mapreduce.task.io.sort.mb", 16);
    conf.setInt("mapreduce.client.progressmonitor.pollinterval", 10);
    conf.setInt("mapreduce.client.completion.pollinterval", 10);
    conf.set(JobObserver.KEY, JobObserver.ON);
    return conf;
  }

  /** The input directory, the same for both sides. */
  public org.apache.hadoop.fs.Path in() {
    return new org.apache.hadoop.fs.Path(input.toUri());
  }

  public org.apache.hadoop.fs.Path in(String name) {
    return new org.apache.hadoop.fs.Path(in(), name);
  }

  /** The output directory; it does not exist yet. */
  public org.apache.hadoop.fs.Path out() {
    return new org.apache.hadoop.fs.Path(output().toUri().toString());
  }

  /** A directory below the output directory, for programs of several jobs. */
  public org.apache.hadoop.fs.Path out(String name) {
    return new org.apache.hadoop.fs.Path(out(), name);
  }

  public Path input() {
    return input;
  }

  public Path output() {
    return root.resolve("output");
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
    Files.createDirectories(output());
    Files.writeString(output().resolve(name), text);
  }
}
