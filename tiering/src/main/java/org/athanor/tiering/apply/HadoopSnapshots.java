// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.apply;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.SnapshottableDirectoryStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;

/**
 * The snapshots of an HDFS that its user may list: all of them for the superuser, those of own
 * directories for others. They are listed, directory by directory. HDFS's reports of differences
 * are not used: they leave out a file that was cut and written to its old length again, and the
 * NameNode makes them of the whole tree, however few files are asked for.
 */
final class HadoopSnapshots implements Snapshots {
  private static final String SNAPSHOTS = "/.snapshot";

  /** What the NameNode says of a directory that may have none. */
  private static final String NO_SNAPSHOTS = "org.apache.hadoop.hdfs.protocol.SnapshotException";

  /** Of {@link HeldFiles}: 40 MB or so. */
  private static final int MOST_KEPT = 200_000;

  private final HeldFiles held;

  /** The roots of snapshots, by the path of their directory, which ends with a slash. */
  private final Map<String, List<String>> roots = new LinkedHashMap<>();

  HadoopSnapshots(DistributedFileSystem files) throws IOException {
    held = new HeldFiles(new Listed(files), MOST_KEPT);
    SnapshottableDirectoryStatus[] directories = files.getSnapshottableDirListing();
    if (directories == null) {
      return; // there is none
    }
    for (SnapshottableDirectoryStatus directory : directories) {
      String path = directory.getFullPath().toUri().getPath();
      String above = path.equals("/") ? "" : path;
      List<String> snapshots = new ArrayList<>();
      try {
        for (FileStatus snapshot : files.listStatus(new Path(above + SNAPSHOTS))) {
          snapshots.add(above + SNAPSHOTS + "/" + snapshot.getPath().getName());
        }
      } catch (FileNotFoundException | AccessControlException e) {
        continue; // it was deleted since, or has become a file
      } catch (RemoteException e) {
        if (!e.getClassName().equals(NO_SNAPSHOTS)) {
          throw e;
        }
        continue; // it may have no snapshots any more
      }
      roots.put(above + "/", snapshots);
    }
  }

  @Override
  public boolean differFrom(String path, FileState file) throws IOException {
    int slash = path.lastIndexOf('/');
    String parent = path.substring(0, slash);
    List<String> parents = new ArrayList<>();
    for (Map.Entry<String, List<String>> directory : roots.entrySet()) {
      if (path.startsWith(directory.getKey())) {
        String below = (parent + "/").substring(directory.getKey().length() - 1);
        String rest = below.substring(0, below.length() - 1);
        directory.getValue().forEach(root -> parents.add(root + rest));
      }
    }
    if (parents.isEmpty()) {
      return false;
    }
    for (HeldFiles.Held other : held.of(parent, path.substring(slash + 1), parents)) {
      if (other.id() == file.id()
          && (other.bytes() != file.bytes() || other.modifiedMillis() != file.modifiedMillis())) {
        return true;
      }
    }
    return false;
  }

  /** Asks an HDFS. */
  private record Listed(DistributedFileSystem files) implements HeldFiles.Source {
    @Override
    public void list(String directory, HeldFiles.Taker taker) throws IOException {
      try {
        RemoteIterator<FileStatus> found = files.listStatusIterator(new Path(directory));
        while (found.hasNext()) {
          FileStatus status = found.next();
          if (status.isFile()
              && !taker.take(status.getPath().getName(), held((HdfsFileStatus) status))) {
            return;
          }
        }
      } catch (FileNotFoundException | AccessControlException e) {
        // The snapshot has no such directory, or was deleted since; or it has a file of that name,
        // and HDFS refuses what is below a file even to the superuser.
      }
    }

    @Override
    public Optional<HeldFiles.Held> file(String path) throws IOException {
      try {
        return Optional.ofNullable(files.getClient().getFileInfo(path))
            .filter(status -> !status.isDirectory())
            .map(Listed::held);
      } catch (AccessControlException e) {
        // A directory of the path is a file in the snapshot.
        return Optional.empty();
      }
    }

    private static HeldFiles.Held held(HdfsFileStatus status) {
      return new HeldFiles.Held(status.getFileId(), status.getLen(), status.getModificationTime());
    }
  }
}
