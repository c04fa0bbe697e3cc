// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.IOException;
import org.apache.hadoop.fs.Path;

/** Names of local files without symbolic links, so that each file has one. Stateless. */
final class LocalPaths {
  private LocalPaths() {}

  /** Returns the path without links in its parents; what it names itself may be a link. */
  static Path withoutLinks(Path qualified) {
    Path path = PathNames.withoutSlash(qualified);
    Path parent = path.getParent();
    return parent == null ? path : new Path(resolved(parent), path.getName());
  }

  /** Returns the path without links; as it is as far as it does not exist. */
  static Path resolved(Path qualified) {
    try {
      java.nio.file.Path real = java.nio.file.Path.of(qualified.toUri().getPath()).toRealPath();
      return new Path(qualified.toUri().getScheme(), null, real.toString());
    } catch (IOException e) {
      Path path = PathNames.withoutSlash(qualified);
      return path.getParent() == null ? path : new Path(resolved(path.getParent()), path.getName());
    }
  }
}
