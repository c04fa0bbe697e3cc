// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Blocks in rows from left to right, with as many columns as bring its shape closest to 4:3. */
final class Grid implements Block {
  private static final double ASPECT = 4.0 / 3;

  /** The penalty of an empty last row, on the scale of the logarithm of the aspect ratio. */
  private static final double EMPTY_ROW_PENALTY = 1;

  private final List<Block> blocks;
  private final int gap;
  private final int[] columnWidths;
  private final int[] rowHeights;

  private Grid(List<Block> blocks, int gap, int columns) {
    this.blocks = List.copyOf(blocks);
    this.gap = gap;
    columnWidths = new int[columns];
    rowHeights = new int[(blocks.size() + columns - 1) / columns];
    for (int i = 0; i < blocks.size(); i++) {
      int column = i % columns;
      int row = i / columns;
      columnWidths[column] = Math.max(columnWidths[column], blocks.get(i).width());
      rowHeights[row] = Math.max(rowHeights[row], blocks.get(i).height());
    }
  }

  /**
   * @param blocks at least one
   */
  static Grid of(List<Block> blocks, int gap) {
    Grid best = new Grid(blocks, gap, 1);
    for (int columns = 2; columns <= blocks.size(); columns++) {
      Grid grid = new Grid(blocks, gap, columns);
      if (grid.penalty() < best.penalty()) {
        best = grid;
      }
    }
    return best;
  }

  private double penalty() {
    int columns = columnWidths.length;
    int empty = columns * rowHeights.length - blocks.size();
    return Math.abs(Math.log(width() / (height() * ASPECT))) + EMPTY_ROW_PENALTY * empty / columns;
  }

  @Override
  public int width() {
    return Arrays.stream(columnWidths).sum() + gap * (columnWidths.length - 1);
  }

  @Override
  public int height() {
    return Arrays.stream(rowHeights).sum() + gap * (rowHeights.length - 1);
  }

  @Override
  public List<Box> placed(int x, int y, int width) {
    int columns = columnWidths.length;
    int spare = width - width();
    List<Box> boxes = new ArrayList<>();
    int top = y;
    for (int row = 0; row < rowHeights.length; row++) {
      int left = x;
      for (int column = 0; column < columns && row * columns + column < blocks.size(); column++) {
        int itsWidth =
            columnWidths[column] + spare * (column + 1) / columns - spare * column / columns;
        boxes.addAll(blocks.get(row * columns + column).placed(left, top, itsWidth));
        left += itsWidth + gap;
      }
      top += rowHeights[row] + gap;
    }
    return boxes;
  }
}
