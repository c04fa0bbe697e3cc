// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarnmaster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.yarn.api.records.Container;
import org.athanor.engine.affinity.Seat;

/** Records what is asked of the cluster. */
final class FakeCalls implements ContainerCalls {
  final List<String> calls = new ArrayList<>();
  final Map<Integer, Seat> seats = new HashMap<>(); // by Worker
  int requests;
  int nodes = 3;

  /** Returns the calls since the last call of this method. */
  List<String> take() {
    List<String> taken = List.copyOf(calls);
    calls.clear();
    return taken;
  }

  private void add(String call, Container container) {
    calls.add(call + " c" + container.getId().getContainerId());
  }

  @Override
  public void request() {
    requests++;
  }

  @Override
  public void cancelRequest() {
    requests--;
  }

  @Override
  public void release(Container container) {
    add("release", container);
  }

  @Override
  public void start(Container container, int worker, Seat seat) {
    add("start " + worker + " in", container);
    seats.put(worker, seat);
  }

  @Override
  public void stop(Container container) {
    add("stop", container);
  }

  @Override
  public void exclude(String host) {
    calls.add("exclude " + host);
  }

  @Override
  public int nodes() {
    return nodes;
  }
}
