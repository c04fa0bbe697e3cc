// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.node;

import java.net.InetSocketAddress;
import java.util.List;
import org.apache.hadoop.mapred.JobID;
import org.athanor.engine.buffer.BufferPool;
import org.athanor.engine.exchange.OutputExchange;
import org.athanor.engine.run.Run;
import org.athanor.engine.run.SpillFile;
import org.athanor.engine.transport.Connection;
import org.athanor.engine.transport.Frame;
import org.athanor.engine.transport.FrameHandler;
import org.athanor.engine.transport.Transport;

/** Moves nothing: for a Worker that is alone. */
final class NoExchange implements MapOutputExchange {
  @Override
  public FrameHandler accepted() {
    return new FrameHandler() {
      @Override
      public void opened(Connection connection) {
        connection.close();
      }

      @Override
      public void received(Connection connection, Frame frame) {}

      @Override
      public void closed(Connection connection, String reason) {}
    };
  }

  @Override
  public void begin(Transport transport) {}

  @Override
  public void peerJoined(int worker, InetSocketAddress address) {}

  @Override
  public void peerLost(int worker) {}

  @Override
  public OfJob open(
      JobID job, int partitions, BufferPool pool, SpillFile spill, Listener listener) {
    return new Nothing();
  }

  @Override
  public void close() {}

  private static final class Nothing implements OfJob {
    @Override
    public boolean isNeeded() {
      return false;
    }

    @Override
    public void assign(int assignment, List<Integer> partitions) {}

    @Override
    public void withdraw(int assignment, List<Integer> partitions) {}

    @Override
    public void has(int assignment, int map) {}

    @Override
    public void keep(int map, int attempt, List<Run> runs) {
      OutputExchange.NONE.keep(map, attempt, runs);
    }

    @Override
    public void publish(int map, int attempt) {}

    @Override
    public void close() {}
  }
}
