// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.junit.jupiter.api.Test;

/** Checks that other users of the machine can read no file of a job, during the job and later. */
@SuppressWarnings("SameNameButDifferent") // Context, in mappers
class PrivacyOfJobsTest extends JobFixture {
  private static final String SECRET = "correct-horse-battery-staple";

  private static CountDownLatch running;
  private static CountDownLatch looked;

  /** Prints the secret, emits it until memory is full and it is spilled, and waits. */
  static final class TellsSecrets extends Mapper<LongWritable, Text, LongWritable, Text> {
    @Override
    protected void map(LongWritable key, Text line, Context context)
        throws IOException, InterruptedException {
      System.out.println(context.getConfiguration().get("my.password"));
      Text value = new Text(SECRET.repeat(1000));
      for (int i = 0; i < 600; i++) {
        context.write(key, value);
      }
    }

    @Override
    protected void cleanup(Context context) throws InterruptedException {
      running.countDown();
      looked.await();
    }
  }

  @Override
  Configuration conf() {
    Configuration conf = super.conf();
    conf.set("my.password", SECRET);
    conf.setBoolean("athanor.history.enabled", true);
    conf.setBoolean("yarn.log-aggregation-enable", true);
    conf.set("yarn.nodemanager.remote-app-log-dir", root.resolve("logs").toUri().toString());
    return conf;
  }

  /** Returns the directories below the root that contain files with the secret. */
  private Set<String> places() throws IOException {
    Set<String> places = new TreeSet<>();
    for (Path file : withSecret()) {
      places.add(root.relativize(file).getName(0).toString());
    }
    return places;
  }

  private List<Path> withSecret() throws IOException {
    List<Path> found = new ArrayList<>();
    for (Path file : filesBelow(root)) {
      String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
      if (text.contains(SECRET)) {
        found.add(file);
      }
    }
    return found;
  }

  private List<Path> othersCanRead() throws IOException {
    List<Path> readable = new ArrayList<>();
    for (Path file : withSecret()) {
      if (!file.startsWith(output()) && isOpen(file)) {
        readable.add(file);
      }
    }
    return readable;
  }

  private boolean isOpen(Path file) throws IOException {
    for (Path at = file.getParent(); !at.equals(root); at = at.getParent()) {
      if (!Files.getPosixFilePermissions(at).contains(PosixFilePermission.OTHERS_EXECUTE)) {
        return false;
      }
    }
    return Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
  }

  @Test
  void otherUsersCannotReadWhatAJobWrites() throws Exception {
    running = new CountDownLatch(1);
    looked = new CountDownLatch(1);
    input("a", "x\n");
    Path stop = Files.writeString(Files.createDirectory(root.resolve("data")).resolve("c"), SECRET);
    Files.setPosixFilePermissions(stop, Set.of(PosixFilePermission.OWNER_READ));
    Job job = job(conf());
    job.setMapperClass(TellsSecrets.class);
    job.addCacheFile(new java.net.URI(stop.toUri() + "#athanor-privacy-test"));
    job.submit();
    running.await();
    try {
      assertThat(places()).contains("staging", "local");
      assertThat(spills()).isNotEmpty();
      assertThat(othersCanRead()).isEmpty();
    } finally {
      looked.countDown();
    }
    assertThat(end(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(HistoryOfJobsTest.historyOf(job)).startsWith(root.resolve("tmp"));
    assertThat(places()).contains("tmp", "logs");
    assertThat(othersCanRead()).isEmpty();
    assertThat(leftOf("athanor-job-")).isEmpty();
  }

  private List<Path> spills() throws IOException {
    return filesBelow(local()).stream().filter(file -> file.endsWith("spill")).toList();
  }

  private List<Path> leftOf(String prefix) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(path -> path.getFileName().toString().startsWith(prefix)).toList();
    }
  }
}
