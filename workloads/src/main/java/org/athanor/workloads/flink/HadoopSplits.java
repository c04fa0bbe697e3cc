// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.flink;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/**
 * Assigns a split to each reader that requests one, preferably one whose data is on the reader's
 * host.
 */
final class HadoopSplits implements SplitEnumerator<HadoopSplit, List<HadoopSplit>> {
  private final SplitEnumeratorContext<HadoopSplit> context;
  private final List<HadoopSplit> left;

  HadoopSplits(SplitEnumeratorContext<HadoopSplit> context, List<HadoopSplit> splits) {
    this.context = context;
    this.left = new ArrayList<>(splits);
  }

  @Override
  public void start() {}

  @Override
  public void handleSplitRequest(int subtask, String host) {
    if (left.isEmpty()) {
      context.signalNoMoreSplits(subtask);
    } else {
      HadoopSplit split =
          left.stream().filter(each -> isOn(each, host)).findFirst().orElse(left.get(0));
      left.remove(split);
      context.assignSplit(split, subtask);
    }
  }

  @Override
  public void addSplitsBack(List<HadoopSplit> splits, int subtask) {
    left.addAll(splits);
  }

  /** Does nothing, because readers request splits. */
  @Override
  public void addReader(int subtask) {}

  @Override
  public List<HadoopSplit> snapshotState(long checkpoint) {
    return List.copyOf(left);
  }

  @Override
  public void close() {}

  private static boolean isOn(HadoopSplit split, String host) {
    try {
      return split.isOn(host);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
