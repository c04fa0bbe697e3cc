// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.keep;

import java.util.List;
import org.athanor.storage.view.Replica;
import org.athanor.tiering.apply.FileState;

/**
 * A file as HDFS has it now, with the nodes of its replicas.
 *
 * @param state what is known without the nodes
 * @param blocks the replicas of each block on nodes in service, without corrupt ones
 */
public record RuledFile(FileState state, List<List<Replica>> blocks) {
  /** Copies the list. */
  public RuledFile {
    blocks = List.copyOf(blocks);
  }

  /** The smallest number of replicas of a block; the number that it shall have if it has none. */
  int fewest() {
    return blocks.stream().mapToInt(List::size).min().orElse(state.replicas());
  }

  /**
   * The number of replicas from which one more is made: HDFS keeps as many as the file shall have,
   * or more if it had more in a snapshot.
   */
  int kept() {
    return Math.max(state.replicas(), fewest());
  }

  /** How many blocks have another number of replicas than they shall have. */
  long otherThan(int replicas) {
    return blocks.stream().filter(block -> block.size() != replicas).count();
  }

  /** Blocks with more replicas. */
  long moreThan(int replicas) {
    return blocks.stream().filter(block -> block.size() > replicas).count();
  }

  /** Blocks with fewer replicas. */
  long fewerThan(int replicas) {
    return blocks.stream().filter(block -> block.size() < replicas).count();
  }
}
