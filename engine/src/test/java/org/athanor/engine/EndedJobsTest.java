// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.Mapper;
import org.athanor.engine.testing.JobJar;
import org.junit.jupiter.api.Test;

/** What a JVM that runs job after job keeps of those that have ended. */
class EndedJobsTest extends JobFixture {
  private static final String LOADER = "athanor.test.loader";
  private static final String MAPPER = "org.example.job.Leaver";
  private static final String SOURCE =
      """
      package org.example.job;

      import java.io.IOException;
      import java.lang.ref.WeakReference;
      import org.apache.hadoop.io.LongWritable;
      import org.apache.hadoop.io.Text;
      import org.apache.hadoop.mapreduce.Mapper;

      /** Leaves itself in a thread local, and tells who has loaded it. */
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

  private void runIdentity(Path jar) throws Exception {
    run(job(conf()), jar);
  }

  private void run(Job job, Path jar) throws Exception {
    job.setJar(jar.toString());
    job.setNumReduceTasks(0);
    assertThat(run(job).state()).isEqualTo(JobStatus.State.SUCCEEDED);
    assertThat(FileUtil.fullyDelete(output().toFile())).isTrue();
  }

  private void runLeaver(Path jar) throws Exception {
    try (URLClassLoader driver = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      Job job = job(conf());
      job.getConfiguration().setClassLoader(driver);
      job.setMapperClass(driver.loadClass(MAPPER).asSubclass(Mapper.class));
      run(job, jar);
      assertThat(loader().get()).isNotNull().isNotSameAs(driver);
    }
  }

  private static WeakReference<?> loader() {
    return (WeakReference<?>) System.getProperties().get(LOADER);
  }

  @Test
  void theirClassesAreCollectedOnceTheirThreadsHaveRunAnotherJob() throws Exception {
    for (int file = 0; file < 4; file++) {
      input("f" + file, "a line");
    }
    Path jar = JobJar.of(root.resolve("job.jar"), MAPPER, SOURCE);
    try {
      runLeaver(jar);
      for (int job = 0; job < 50 && loader().get() != null; job++) {
        runIdentity(jar);
        System.gc();
      }
      assertThat(loader().get()).isNull();
    } finally {
      System.getProperties().remove(LOADER);
    }
  }
}
