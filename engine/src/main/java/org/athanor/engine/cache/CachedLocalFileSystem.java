// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.hadoop.fs.Path;
import org.athanor.engine.files.JobLocalFileSystem;

/**
 * The file system for {@code file:} of jobs that use the cache, and of their drivers: what is
 * written stays in memory, too, or in memory only for a while. Thread-safe.
 */
public final class CachedLocalFileSystem extends JobLocalFileSystem {
  private final CachedRawFileSystem raw;

  public CachedLocalFileSystem() {
    this(new CachedRawFileSystem());
  }

  private CachedLocalFileSystem(CachedRawFileSystem raw) {
    super(raw);
    this.raw = raw;
  }

  /** Returns the file, which others can read, too: what is held of it is written before. */
  @Override
  public File pathToFile(Path path) {
    try {
      raw.flush(path);
      raw.flush(getChecksumFile(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return super.pathToFile(path);
  }
}
