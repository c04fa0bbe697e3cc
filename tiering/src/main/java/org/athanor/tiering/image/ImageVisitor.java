// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.image;

/** Takes what an image has, in its order, in which a directory may come after its files. */
@FunctionalInterface
public interface ImageVisitor {

  /** Takes a file. */
  void file(FileRecord file);

  /** Takes a directory. */
  default void directory(DirectoryRecord directory) {}
}
