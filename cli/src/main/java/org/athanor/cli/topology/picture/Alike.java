// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.List;
import java.util.Map;

/**
 * A block that is never placed wider than another one of its shape, so that both look the same.
 *
 * @param widths the widths of shapes, in pixels; placing a block lowers that of its shape to what
 *     there is room for. Blocks that were placed before are then too wide, so all blocks must be
 *     placed again until no width changes.
 */
record Alike(Block block, int shape, Map<Integer, Integer> widths) implements Block {
  @Override
  public int width() {
    return block.width();
  }

  @Override
  public int height() {
    return block.height();
  }

  @Override
  public List<Box> placed(int x, int y, int width) {
    return block.placed(x, y, widths.merge(shape, width, Math::min));
  }
}
