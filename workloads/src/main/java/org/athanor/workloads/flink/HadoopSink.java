// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.StandardSinkTopologies;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.SimpleVersionedStringSerializer;
import org.apache.flink.util.function.SerializableFunction;
import org.apache.hadoop.mapreduce.RecordWriter;

/**
 * Writes bounded data with a Hadoop output format, one part file per subtask. It commits in two
 * phases: each subtask's output when it is complete, then the job, which makes all part files and
 * {@code _SUCCESS} visible. Committables are attempt ids.
 */
final class HadoopSink<T, K, V>
    implements Sink<T>, SupportsCommitter<String>, SupportsPostCommitTopology<String> {
  private static final long serialVersionUID = 1;
  private final HadoopOutput<K, V> output;
  private final SerializableFunction<T, K> key;
  private final SerializableFunction<T, V> value;

  private HadoopSink(
      HadoopOutput<K, V> output, SerializableFunction<T, K> key, SerializableFunction<T, V> value) {
    this.output = output;
    this.key = key;
    this.value = value;
  }

  /**
   * Runs the job that computes these records and writes one file per subtask into a directory. If
   * the job fails, the directory is left empty.
   */
  static <T, K, V> JobExecutionResult write(
      DataStream<T> records,
      HadoopOutput<K, V> output,
      SerializableFunction<T, K> key,
      SerializableFunction<T, V> value,
      String job)
      throws Exception {
    records.sinkTo(new HadoopSink<>(output, key, value)).setParallelism(records.getParallelism());
    return output.orAbort(() -> records.getExecutionEnvironment().execute(job));
  }

  @Override
  public CommittingSinkWriter<T, String> createWriter(WriterInitContext context)
      throws IOException {
    try {
      return new Writer(
          output.attempt(
              context.getTaskInfo().getIndexOfThisSubtask(),
              context.getTaskInfo().getAttemptNumber()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while opening a part", e);
    }
  }

  @Override
  public Committer<String> createCommitter(CommitterInitContext context) {
    return new AttemptCommitter(output);
  }

  @Override
  public SimpleVersionedSerializer<String> getCommittableSerializer() {
    return SimpleVersionedStringSerializer.INSTANCE;
  }

  @Override
  public void addPostCommitTopology(DataStream<CommittableMessage<String>> committed) {
    HadoopOutput<K, V> directory = output;
    StandardSinkTopologies.addGlobalCommitter(
        committed,
        (CommitterInitContext context) -> new JobCommitter(directory),
        () -> SimpleVersionedStringSerializer.INSTANCE);
  }

  /** Writes a part. */
  private final class Writer implements CommittingSinkWriter<T, String> {
    private final String attempt;
    private final RecordWriter<K, V> writer;
    private boolean ended;
    private boolean closed;

    Writer(String attempt) throws IOException, InterruptedException {
      this.attempt = attempt;
      this.writer = output.open(attempt);
    }

    @Override
    public void write(T element, Context context) throws IOException, InterruptedException {
      writer.write(key.apply(element), value.apply(element));
    }

    @Override
    public void flush(boolean endOfInput) {
      ended = endOfInput;
    }

    @Override
    public Collection<String> prepareCommit() throws IOException, InterruptedException {
      if (!ended) {
        return List.of();
      }
      closed = true;
      output.close(writer, attempt);
      return List.of(attempt);
    }

    /**
     * Aborts the attempt if no commit was prepared, because the subtask failed or was cancelled.
     */
    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        try {
          output.close(writer, attempt);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        } finally {
          output.abort(attempt);
        }
      }
    }
  }

  private record AttemptCommitter(HadoopOutput<?, ?> output) implements Committer<String> {
    @Override
    public void commit(Collection<CommitRequest<String>> requests) throws IOException {
      for (CommitRequest<String> request : requests) {
        output.commit(request.getCommittable());
      }
    }

    @Override
    public void close() {}
  }

  /** Commits the job. Called once, with the attempts of all subtasks. */
  private record JobCommitter(HadoopOutput<?, ?> output) implements Committer<String> {
    @Override
    public void commit(Collection<CommitRequest<String>> requests) throws IOException {
      output.commitJob();
    }

    @Override
    public void close() {}
  }
}
