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

  /**
   * A file that is open to be written from its beginning.
   *
   * @param id the file's identity, which may be another one than before
   */
  record Rewritten(OutputStream out, FileId id) {}

  /**
   * An empty file whose content is held. As long as it is not closed, its identity is not given to
   * another file. Thread-safe.
   */
  interface Place extends Closeable {
    /** Returns the identity that the file had when it was taken hold of. */
    FileId id();

    /**
     * Opens the file, with its permissions and owner, to write all of its content. Closing the
     * stream reports errors.
     *
     * @param again whether an attempt to do so has failed, and may have left a part of it
     * @throws IOException also if another file is at the path by now, and is left as it is
     */
    Rewritten rewrite(Path path, boolean again) throws IOException;

    /** Returns whether it is certain that the file has no name any more. */
    boolean isDeleted() throws IOException;
  }

  Optional<Found> find(Path path) throws IOException;

  /**
   * Takes hold of an empty file that was just made.
   *
   * @return empty if it may be impossible to write its content, or to identify it, later
   */
  Optional<Place> hold(Path path) throws IOException;

  /** Sets the time of the last modification, in ms. */
  void setModified(Path path, long modified) throws IOException;

  /** Returns the key of the content of a file that was just written. */
  Optional<Object> key(Path path, long length) throws IOException;

  /** Makes an empty file, or replaces one. */
  void createEmpty(Path path, FsPermission permission) throws IOException;
}
