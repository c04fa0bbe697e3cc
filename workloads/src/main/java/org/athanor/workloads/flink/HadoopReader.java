// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.hadoop.mapreduce.RecordReader;

/**
 * Reads one split after the other and requests the next at the end of a split. Task thread only.
 */
final class HadoopReader<K, V, T> implements SourceReader<T, HadoopSplit> {
  private final HadoopSource<K, V, T> source;
  private final SourceReaderContext context;
  private final Queue<HadoopSplit> splits = new ArrayDeque<>();
  private CompletableFuture<Void> available = new CompletableFuture<>();
  private RecordReader<K, V> reader;
  private boolean last;

  HadoopReader(HadoopSource<K, V, T> source, SourceReaderContext context) {
    this.source = source;
    this.context = context;
  }

  @Override
  public void start() {
    context.sendSplitRequest();
  }

  @Override
  public InputStatus pollNext(ReaderOutput<T> output) throws IOException, InterruptedException {
    if (reader == null) {
      HadoopSplit next = splits.poll();
      if (next == null) {
        return last ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
      }
      reader = source.open(next.split());
    }
    if (reader.nextKeyValue()) {
      output.collect(source.current(reader));
      return InputStatus.MORE_AVAILABLE;
    }
    close();
    available = new CompletableFuture<>();
    context.sendSplitRequest();
    return InputStatus.NOTHING_AVAILABLE;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<HadoopSplit> assigned) {
    splits.addAll(assigned);
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    last = true;
    available.complete(null);
  }

  /** Returns no state, because bounded data is read again from the beginning. */
  @Override
  public List<HadoopSplit> snapshotState(long checkpoint) {
    return List.of();
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
