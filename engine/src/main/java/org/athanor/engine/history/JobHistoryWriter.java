// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSError;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.util.MRJobConfUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.athanor.engine.files.FileErrors;
import org.athanor.engine.history.HistorySettings.Layout;
import org.athanor.engine.job.JobAccess;
import org.athanor.engine.job.JobView;
import org.athanor.engine.thread.DaemonThread;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the history of ended jobs: a {@code .jhist} file that Hadoop's tools read, and the job's
 * configuration beside it. {@link HistorySettings} decide the directory. Files appear complete or
 * not at all. A failure to write is only logged, as a warning of one line, and does not change the
 * job's state.
 *
 * <p>The first history of a JVM would take several times as long as the others, because Avro must
 * be loaded. So the constructor starts to load it in the background, while the first job runs.
 * Thread-safe.
 */
public final class JobHistoryWriter implements AutoCloseable {
  /** Runs after the engine has stopped and before Hadoop closes file systems (10). */
  private static final int SHUTDOWN_PRIORITY = 12;

  private static final long SHUTDOWN_WAIT_SECONDS = 10;

  /**
   * Maximum number of histories that wait to be written, each with its {@code job.xml} in memory.
   */
  static final int MAX_WAITING = 32;

  private static final int BUFFER_BYTES = 1 << 16;
  private static final Logger LOG = LoggerFactory.getLogger(JobHistoryWriter.class);

  private final ThreadPoolExecutor executor =
      new ThreadPoolExecutor(
          1,
          1,
          5,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MAX_WAITING),
          work -> new DaemonThread(work, "athanor-history"),
          JobHistoryWriter::runOnCaller);
  private final Thread hook = new Thread(this::finish, "athanor-history-end");

  private final Supplier<Configuration> service;

  @GuardedBy("this")
  private JobAccess access; // null before the first history

  /** Makes a writer for the service that this process's default configuration describes. */
  public JobHistoryWriter() {
    this(JobConf::new);
  }

  JobHistoryWriter(Supplier<Configuration> service) {
    this.service = service;
    executor.allowCoreThreadTimeOut(true);
    ShutdownHookManager.get()
        .addShutdownHook(hook, SHUTDOWN_PRIORITY, SHUTDOWN_WAIT_SECONDS + 5, TimeUnit.SECONDS);
    // submit() keeps an exception in the future. It is ignored here, because the same error occurs
    // again, and is logged, when a job's history is written.
    Future<?> unused =
        executor.submit(
            () -> {
              HistoryEncoder.load();
              return null;
            });
  }

  /**
   * Writes the history of an ended job on the calling thread.
   *
   * @param jobXml the submitted {@code job.xml}, if available; copying it takes a tenth of the time
   *     of writing the configuration
   * @return the {@code .jhist} file; empty if history is off or could not be written
   */
  public Optional<String> write(JobView job, Optional<byte[]> jobXml) {
    try {
      HistorySettings settings = HistorySettings.of(job.configuration());
      return settings.enabled() ? Optional.of(write(job, jobXml, settings)) : Optional.empty();
    } catch (IOException e) {
      LOG.warn("history of {} is not written: {}", job.id(), FileErrors.reason(e));
    } catch (RuntimeException | LinkageError e) {
      LOG.warn("history of {} is not written: {}", job.id(), e.toString());
    }
    return Optional.empty();
  }

  /**
   * Writes the history of an ended job on a daemon thread, or on the calling thread if {@value
   * #MAX_WAITING} others wait already. The end of the JVM waits for histories.
   *
   * @param jobXml see {@link #write}
   * @param written called with the {@code .jhist} file, on the thread that has written it; not
   *     called if there is none
   */
  public void writeLater(JobView job, Optional<byte[]> jobXml, Consumer<String> written) {
    writeLater(job, jobXml, written, () -> {});
  }

  /**
   * Writes the history of an ended job as {@link #writeLater(JobView, Optional, Consumer)} does.
   *
   * @param done called after that, also if there is no file
   */
  public void writeLater(
      JobView job, Optional<byte[]> jobXml, Consumer<String> written, Runnable done) {
    executor.execute(
        () -> {
          write(job, jobXml).ifPresent(written);
          done.run();
        });
  }

  private static void runOnCaller(Runnable work, ThreadPoolExecutor executor) {
    if (executor.isShutdown()) {
      throw new RejectedExecutionException("the history cannot be written: the writer is closed");
    }
    work.run();
  }

  /** Waits until all histories are written; later ones are refused. */
  @Override
  public void close() {
    finish();
    if (!ShutdownHookManager.get().isShutdownInProgress()) {
      ShutdownHookManager.get().removeShutdownHook(hook);
    }
  }

  private void finish() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(SHUTDOWN_WAIT_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn(
            "{} histories were not written in {} s, and are lost if the JVM ends",
            executor.getQueue().size() + 1,
            SHUTDOWN_WAIT_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized JobAccess access() {
    if (access == null) {
      access = new JobAccess(service.get());
    }
    return access;
  }

  private String write(JobView job, Optional<byte[]> jobXml, HistorySettings settings)
      throws IOException {
    HistoryDirectory history = new HistoryDirectory(settings, job.configuration());
    EndedTasks tasks = EndedTasks.of(job);
    Path directory = history.make(job);
    Path conf = new Path(directory, job.id() + "_conf.xml");
    Path file = new Path(directory, HistoryFileName.of(job, tasks));
    replace(history, conf, out -> writeConfiguration(job.configuration(), jobXml, out));
    if (settings.layout() == Layout.INTERMEDIATE) {
      replace(
          history,
          new Path(directory, job.id() + ".summary"),
          out -> writeSummary(job, tasks, out));
    }
    // The last file, because a history server that finds it expects the others to exist.
    replace(history, file, out -> writeEvents(job, tasks, conf, out));
    return file.toString();
  }

  private interface Content {
    void writeTo(OutputStream out) throws IOException;
  }

  private static void replace(HistoryDirectory history, Path file, Content content)
      throws IOException {
    FileSystem fs = history.fileSystem();
    Path unfinished = HistoryDirectory.unfinished(file);
    try {
      try (OutputStream out = new BufferedOutputStream(history.create(unfinished), BUFFER_BYTES)) {
        content.writeTo(out);
      }
      history.share(unfinished);
      fs.delete(file, false);
      if (!fs.rename(unfinished, file)) {
        throw new IOException(unfinished.getName() + " cannot be renamed to " + file.getName());
      }
    } catch (IOException | RuntimeException | FSError e) {
      IOException failure =
          new IOException(
              "cannot write "
                  + file
                  + ": "
                  + FileErrors.reason(e)
                  + "; set "
                  + HistorySettings.DIRECTORY_KEY
                  + " to another directory",
              e);
      try {
        fs.delete(unfinished, false);
      } catch (IOException | RuntimeException | FSError left) {
        failure.addSuppressed(left);
      }
      throw failure;
    }
  }

  private void writeEvents(JobView job, EndedTasks tasks, Path conf, OutputStream out)
      throws IOException {
    HistoryEncoder encoder = new HistoryEncoder(out);
    HistoryEvents.emit(job, tasks, access().lists(job), conf.toString(), encoder::write);
    encoder.flush();
  }

  private static void writeConfiguration(
      Configuration conf, Optional<byte[]> jobXml, OutputStream out) throws IOException {
    if (!conf.getTrimmed(MRJobConfig.MR_JOB_REDACTED_PROPERTIES, "").isEmpty()) {
      Configuration redacted = new Configuration(conf);
      MRJobConfUtil.redact(redacted);
      redacted.writeXml(out);
    } else if (jobXml.isPresent()) {
      out.write(jobXml.get());
    } else {
      conf.writeXml(out);
    }
  }

  private static void writeSummary(JobView job, EndedTasks tasks, OutputStream out)
      throws IOException {
    String summary =
        String.join(
            ",",
            "jobId=" + job.id(),
            "submitTime=" + job.submitTime(),
            "launchTime=" + job.startTime(),
            "finishTime=" + job.finishTime(),
            "numMaps=" + tasks.maps().size(),
            "numReduces=" + tasks.reduces().size(),
            "user=" + escape(job.user()),
            "queue=" + escape(job.queue()),
            "status=" + job.state(),
            "jobName=" + escape(job.name().substring(0, Math.min(job.name().length(), 1000))));
    DataOutputStream data = new DataOutputStream(out);
    data.writeUTF(summary);
    data.flush();
  }

  private static String escape(String text) {
    return text.replace("\\", "\\\\").replace(",", "\\,").replace("=", "\\=").replace("\n", "\\n");
  }
}
