// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * A file system as {@link DeferredFiles} uses it to write what it holds, for one user. It is not
 * counted in Hadoop's statistics. Thread-safe.
 */
interface Store extends Closeable {
  /**
   * What is at a path.
   *
   * @param modified time of the last modification, in ms
   */
  record Found(FileId id, boolean isDirectory, long length, long modified) {}

  Optional<Found> find(Path path) throws IOException;

  /**
   * Opens a file, with its permissions and owner, to write all of its content.
   *
   * @param again whether an attempt to do so has failed, and may have left a part of it
   */
  OutputStream rewrite(Path path, boolean again) throws IOException;

  /** Sets the time of the last modification, in ms. */
  void setModified(Path path, long modified) throws IOException;

  /** Returns the key of the content of a file that was just written. */
  Optional<Object> key(Path path, long length) throws IOException;

  /** Makes an empty file, or replaces one. */
  void createEmpty(Path path, FsPermission permission) throws IOException;
}
