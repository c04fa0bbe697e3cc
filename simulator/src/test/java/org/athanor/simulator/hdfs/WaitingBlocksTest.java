// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.athanor.testkit.Seeds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Blocks are taken in the order in which a search through all of them would take them. */
@Tag("short")
class WaitingBlocksTest {
  private static final int NODES = 8;
  private static final int BLOCKS = 60;
  private static final int STREAMS = 2;
  private static final int STEPS = 4000;

  private final Random random = Seeds.of("waiting blocks");
  private final int[] sending = new int[NODES];
  private final SimulatedFile file = new SimulatedFile(new FileSpec("/file", BLOCKS, 1, 3));
  private final Set<Block> plain = new LinkedHashSet<>();
  private final WaitingBlocks waiting = new WaitingBlocks(node -> sending[node] < STREAMS);
  private int looks;

  /** Nodes that have a block are those of its replicas: devices and nodes are the same here. */
  WaitingBlocksTest() {
    for (int block = 0; block < BLOCKS; block++) {
      int[] nodes = random.ints(0, NODES).distinct().limit(1 + random.nextInt(3)).toArray();
      for (int node : nodes) {
        file.add(block, node);
      }
    }
  }

  @Test
  void takesBlocksAsASearchThroughAllDoes() {
    List<Integer> senders = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      if (senders.isEmpty() || random.nextInt(3) > 0) {
        Block block = new Block(file, random.nextInt(BLOCKS));
        plain.add(block);
        waiting.add(block);
      } else {
        int node = senders.remove(random.nextInt(senders.size()));
        sending[node]--;
        waiting.ready(node);
      }
      int most = random.nextInt(3);
      for (int i = 0; i < most; i++) {
        Optional<Block> expected = search();
        assertThat(next()).as("step %s, seed %s", step, Seeds.seed()).isEqualTo(expected);
        expected.map(this::sender).ifPresent(senders::add);
        expected.map(this::sender).ifPresent(node -> sending[node]++);
      }
    }
  }

  @Test
  void looksAtABlockAgainOnlyWhenItsNodeCanSend() {
    for (int node = 0; node < NODES; node++) {
      sending[node] = STREAMS;
    }
    for (int block = 0; block < BLOCKS; block++) {
      waiting.add(new Block(file, block));
    }
    assertThat(next()).isEmpty();
    assertThat(looks).isEqualTo(BLOCKS);
    sending[0]--;
    waiting.ready(0);
    assertThat(next().orElseThrow().replicas()).contains(0);
    assertThat(looks).isEqualTo(BLOCKS + 1);
    sending[0]++;
    waiting.ready(0);
    assertThat(next()).isEmpty();
    assertThat(looks).isEqualTo(BLOCKS + 1);
  }

  /** Their replicas may be elsewhere meanwhile, and they can be added again. */
  @Test
  void looksAtBlocksAgainThatWaitedForALostNodeOnly() {
    Block block = new Block(file, 0);
    waiting.add(block);
    waiting.await(waiting.poll().orElseThrow(), 1, 2);
    waiting.lose(1);
    assertThat(waiting.poll()).isEmpty();
    waiting.lose(2);
    waiting.add(block);
    assertThat(waiting.poll().map(WaitingBlocks.Entry::block)).contains(block);
    assertThat(waiting.poll()).isEmpty();
  }

  private Optional<Block> search() {
    for (Iterator<Block> blocks = plain.iterator(); blocks.hasNext(); ) {
      Block block = blocks.next();
      if (sender(block) >= 0) {
        blocks.remove();
        return Optional.of(block);
      }
    }
    return Optional.empty();
  }

  private Optional<Block> next() {
    for (var entry = waiting.poll(); entry.isPresent(); entry = waiting.poll()) {
      looks++;
      Block block = entry.get().block();
      if (sender(block) >= 0) {
        return Optional.of(block);
      }
      waiting.await(entry.get(), block.replicas());
    }
    return Optional.empty();
  }

  /** The first node that has a block and can send; -1 if there is none. */
  private int sender(Block block) {
    for (int node : block.replicas()) {
      if (sending[node] < STREAMS) {
        return node;
      }
    }
    return -1;
  }
}
