// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.List;

/**
 * A part of a picture that has a size, but no position yet.
 *
 * <p>A block may be placed wider than it has to be, never narrower; its height does not change.
 */
interface Block {
  /** The smallest possible width. */
  int width();

  int height();

  /**
   * Returns the boxes of this block at a position.
   *
   * @param x left edge
   * @param y upper edge
   * @param width at least {@link #width}
   */
  List<Box> placed(int x, int y, int width);
}
