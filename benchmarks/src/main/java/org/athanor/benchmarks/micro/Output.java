// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.engine.files.JobLocalFileSystem;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does writing a record cost through the engine's local file system, and through Hadoop's with
 * and without checksums? Writes as TeraSort's output format does.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class Output {
  private static final int RECORDS = 300_000;

  @Param({"athanor", "hadoop", "hadoop without checksums"})
  public String fileSystem;

  private final TeraRecords records = new TeraRecords(RECORDS, 1);
  private java.nio.file.Path directory;
  private FileSystem files;

  @Setup
  public void open() throws IOException {
    directory = Files.createTempDirectory("athanor-output-");
    Configuration conf = new Configuration();
    if (fileSystem.equals("athanor")) {
      conf.setClass(JobLocalFileSystem.CLASS_KEY, JobLocalFileSystem.class, FileSystem.class);
    }
    files = FileSystem.newInstanceLocal(conf);
    files.setWriteChecksum(!fileSystem.equals("hadoop without checksums"));
  }

  @TearDown
  public void close() throws IOException {
    files.delete(new Path(directory.toUri()), true);
    files.close();
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long write() throws IOException {
    Path file = new Path(directory.resolve("part-r-00000").toUri());
    try (FSDataOutputStream out = files.create(file, true)) {
      for (int i = 0; i < RECORDS; i++) {
        Text key = records.key(i);
        Text value = records.value();
        out.write(key.getBytes(), 0, key.getLength());
        out.write(value.getBytes(), 0, value.getLength());
      }
      return out.getPos();
    }
  }
}
