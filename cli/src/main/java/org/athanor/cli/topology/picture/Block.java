// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.topology.picture;

import java.util.List;

/**
 * A part of a picture that has a size, but no place yet.
 *
 * <p>A block may be placed wider than it has to be, never narrower; its height does not change.
 */
interface Block {
  /** The least width. */
  int width();

  int height();

  /**
   * The boxes it consists of, once it has a place.
   *
   * @param x left edge
   * @param y upper edge
   * @param width at least {@link #width}
   */
  List<Box> placed(int x, int y, int width);
}
