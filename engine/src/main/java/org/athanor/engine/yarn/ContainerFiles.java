// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;

/** Describes files that YARN copies to a container's node. Stateless. */
final class ContainerFiles {
  private ContainerFiles() {}

  /** A file of this session only. */
  static LocalResource ofSession(FileStatus file) {
    return resource(file, LocalResourceType.FILE, LocalResourceVisibility.APPLICATION);
  }

  /**
   * A file that is not changed any more. Nodes keep it for later applications: for those of all
   * users if all can read it, else for those of the same user.
   */
  static LocalResource kept(FileSystem fs, FileStatus file, LocalResourceType type)
      throws IOException {
    return resource(
        file,
        type,
        isPublic(fs, file) ? LocalResourceVisibility.PUBLIC : LocalResourceVisibility.PRIVATE);
  }

  private static LocalResource resource(
      FileStatus file, LocalResourceType type, LocalResourceVisibility visibility) {
    return LocalResource.newInstance(
        URL.fromPath(file.getPath()), type, visibility, file.getLen(), file.getModificationTime());
  }

  private static boolean isPublic(FileSystem fs, FileStatus file) throws IOException {
    if (!allows(file, FsAction.READ)) {
      return false;
    }
    for (Path at = file.getPath().getParent(); at != null; at = at.getParent()) {
      if (!allows(fs.getFileStatus(at), FsAction.EXECUTE)) {
        return false;
      }
    }
    return true;
  }

  private static boolean allows(FileStatus file, FsAction action) {
    return file.getPermission().getOtherAction().implies(action);
  }
}
