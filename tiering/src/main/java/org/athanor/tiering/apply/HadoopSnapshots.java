// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;

/**
 * The snapshots of an HDFS that its user may list: all of them for the superuser, those of own
 * directories for others.
 */
final class HadoopSnapshots implements Snapshots {
  private static final String SNAPSHOTS = "/.snapshot";

  private final DistributedFileSystem files;

  /** The roots of snapshots, by the path of their directory, which ends with a slash. */
  private final Map<String, List<String>> roots = new LinkedHashMap<>();

  HadoopSnapshots(DistributedFileSystem files) throws IOException {
    this.files = files;
    SnapshottableDirectoryStatus[] directories = files.getSnapshottableDirListing();
    if (directories == null) {
      return; // there is none
    }
    for (SnapshottableDirectoryStatus directory : directories) {
      String path = directory.getFullPath().toUri().getPath();
      String above = path.equals("/") ? "" : path;
      List<String> snapshots = new ArrayList<>();
      for (FileStatus snapshot : files.listStatus(new Path(above + SNAPSHOTS))) {
        snapshots.add(above + SNAPSHOTS + "/" + snapshot.getPath().getName() + "/");
      }
      roots.put(above + "/", snapshots);
    }
  }

  @Override
  public boolean differFrom(String path, FileState file) throws IOException {
    for (Map.Entry<String, List<String>> directory : roots.entrySet()) {
      if (path.startsWith(directory.getKey())) {
        String rest = path.substring(directory.getKey().length());
        for (String root : directory.getValue()) {
          HdfsFileStatus held = files.getClient().getFileInfo(root + rest);
          if (held != null && held.getFileId() == file.id() && differs(held, file)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private static boolean differs(HdfsFileStatus held, FileState file) {
    return held.getLen() != file.bytes() || held.getModificationTime() != file.modifiedMillis();
  }
}
