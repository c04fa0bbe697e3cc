// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.topology.TopologyObject;

/**
 * A border around lines of text and, below them, something else.
 *
 * @param textWidth room for the lines, in pixels
 */
record Frame(
    TopologyObject object,
    BoxStyle style,
    List<String> lines,
    int textWidth,
    Optional<Block> content)
    implements Block {
  private static final int PADDING = 6;
  private static final int ABOVE_TEXT = 3;
  private static final int BELOW_TEXT = 4;

  @Override
  public int width() {
    return 2 * PADDING + Math.max(textWidth, content.map(Block::width).orElse(0));
  }

  private int textHeight() {
    return ABOVE_TEXT + lines.size() * TextLine.LINE_HEIGHT + BELOW_TEXT;
  }

  @Override
  public int height() {
    return textHeight() + content.map(block -> block.height() + PADDING).orElse(0);
  }

  @Override
  public List<Box> placed(int x, int y, int width) {
    List<TextLine> text = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      text.add(TextLine.at(lines.get(i), x + PADDING, y + ABOVE_TEXT, i));
    }
    List<Box> children =
        content
            .map(block -> block.placed(x + PADDING, y + textHeight(), width - 2 * PADDING))
            .orElse(List.of());
    return List.of(new Box(object, style, x, y, width, height(), text, children));
  }
}
