// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapred.InputFormat;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.IdentityMapper;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.athanor.engine.testing.CompiledJar;
import org.junit.jupiter.api.Test;

/** Checks that a JVM that runs many jobs does not hold the classes of ended jobs. */
class EndedJobsTest extends JobFixture {
  private static final String LOADER = "athanor.test.loader";
  private static final String LEAVER = "org.example.job.Leaver";
  private static final String LEAVER_SOURCE =
      """
      package org.example.job;

      import java.io.IOException;
      import java.lang.ref.WeakReference;
      import org.apache.hadoop.io.LongWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Mapper;

      /** Leaves itself in a thread local, and publishes its class loader. */
      public class Leaver extends Mapper<LongWritable, Text, LongWritable, Text> {
        static final ThreadLocal<Leaver> LAST = new ThreadLocal<>();

        @Override
        protected void map(LongWritable key, Text line, Context context)
            throws IOException, InterruptedException {
          LAST.set(this);
          System.getProperties().put("%s", new WeakReference<>(getClass().getClassLoader()));
          context.write(key, line);
        }
      }
      """
          .formatted(LOADER);

  private static final String OWN_SPLITS = "org.example.job.OwnSplits";
  private static final String OWN_SPLITS_SOURCE =
      """
      package org.example.job;

      import java.io.DataInput;
      import java.io.IOException;
      import java.lang.ref.WeakReference;
      import org.apache.hadoop.mapred.FileSplit;
      import org.apache.hadoop.mapred.InputSplit;
      import org.apache.hadoop.mapred.JobConf;
      import org.apache.hadoop.mapred.TextInputFormat;

      /** Reads lines of text, in splits of its own class, which publish their class loader. */
      public class OwnSplits extends TextInputFormat {
        /** A plain split of a file. */
        public static class Split extends FileSplit {
          Split() {}

          Split(FileSplit split) throws IOException {
            super(split.getPath(), split.getStart(), split.getLength(), split.getLocations());
          }

          @Override
          public void readFields(DataInput in) throws IOException {
            super.readFields(in);
            System.getProperties().put("%s", new WeakReference<>(getClass().getClassLoader()));
          }
        }

        @Override
        public InputSplit[] getSplits(JobConf conf, int hint) throws IOException {
          InputSplit[] splits = super.getSplits(conf, hint);
          for (int i = 0; i < splits.length; i++) {
            splits[i] = new Split((FileSplit) splits[i]);
          }
          return splits;
        }
      }
      """
          .formatted(LOADER);

  private interface SetUp {
    void apply(Job job, ClassLoader driver) throws ReflectiveOperationException;
  }

  private void runIdentity(Path jar) throws Exception {
    run(job(conf()), jar);
  }

  private void run(Job job, Path jar) throws Exception {
    job.setJar(jar.toString());
    job.setNumReduceTasks(0);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(FileUtil.fullyDelete(output().toFile())).isTrue();
  }

  private void runByDriver(Path jar, SetUp setUp) throws Exception {
    try (URLClassLoader driver = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      Job job = job(conf());
      job.getConfiguration().setClassLoader(driver);
      setUp.apply(job, driver);
      run(job, jar);
      assertThat(loader().get()).isNotNull().isNotSameAs(driver);
    }
  }

  private static WeakReference<?> loader() {
    return (WeakReference<?>) System.getProperties().get(LOADER);
  }

  /** Runs the job, then other jobs until the first one's classes have been collected. */
  private void assertIsCollected(Path jar, SetUp setUp) throws Exception {
    for (int file = 0; file < 4; file++) {
      input("f" + file, "a line");
    }
    try {
      runByDriver(jar, setUp);
      for (int job = 0; job < 50 && loader().get() != null; job++) {
        runIdentity(jar);
        System.gc();
      }
      assertThat(loader().get()).isNull();
    } finally {
      System.getProperties().remove(LOADER);
    }
  }

  @Test
  void theirClassesAreCollectedAfterTheirThreadsHaveRunOtherJobs() throws Exception {
    Path jar = CompiledJar.of(root.resolve("job.jar"), LEAVER, LEAVER_SOURCE);
    assertIsCollected(
        jar,
        (job, driver) -> job.setMapperClass(driver.loadClass(LEAVER).asSubclass(Mapper.class)));
  }

  @Test
  void theirSplitsAreNotHeldForClients() throws Exception {
    Path jar = CompiledJar.of(root.resolve("job.jar"), OWN_SPLITS, OWN_SPLITS_SOURCE);
    assertIsCollected(
        jar,
        (job, driver) -> {
          JobConf conf = (JobConf) job.getConfiguration();
          conf.setMapperClass(IdentityMapper.class);
          conf.setInputFormat(driver.loadClass(OWN_SPLITS).asSubclass(InputFormat.class));
        });
  }
}
