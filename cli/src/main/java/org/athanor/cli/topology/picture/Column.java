// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.List;

/** Blocks one below the other, all of the same width. */
record Column(List<Block> blocks, int gap) implements Block {
  Column {
    blocks = List.copyOf(blocks);
  }

  @Override
  public int width() {
    return blocks.stream().mapToInt(Block::width).max().orElse(0);
  }

  @Override
  public int height() {
    return blocks.stream().mapToInt(Block::height).sum() + gap * Math.max(0, blocks.size() - 1);
  }

  @Override
  public List<Box> placed(int x, int y, int width) {
    List<Box> boxes = new ArrayList<>();
    int top = y;
    for (Block block : blocks) {
      boxes.addAll(block.placed(x, top, width));
      top += block.height() + gap;
    }
    return boxes;
  }
}
