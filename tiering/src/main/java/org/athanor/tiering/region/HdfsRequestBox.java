// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * A directory of an HDFS in which each user may create files and remove own ones, and which only
 * the superuser can list. A request belongs to the user who asks, and its answer, too.
 */
public final class HdfsRequestBox implements RequestBox {
  /** Beside the claim of the daemon. */
  public static final String DIRECTORY = "/system/athanor-storage-requests";

  private static final FsPermission DIRECTORY_MODE = new FsPermission((short) 01733);
  private static final FsPermission ANSWER_MODE = new FsPermission((short) 0600);
  private static final int MOST_ENTRIES = 10_000;

  private final DistributedFileSystem files;
  private final Path directory;

  /**
   * Looks at a directory.
   *
   * @param directory absolute; where it does not exist, there are no requests
   */
  public HdfsRequestBox(DistributedFileSystem files, String directory) {
    this.files = files;
    this.directory = new Path(directory);
  }

  /**
   * Creates the directory if it does not exist, and gives it its permissions.
   *
   * @throws IOException if that is not possible
   */
  public void create() throws IOException {
    files.mkdirs(directory);
    files.setPermission(directory, DIRECTORY_MODE);
  }

  @Override
  public Listing list() throws IOException {
    List<Entry> entries = new ArrayList<>();
    boolean isComplete;
    try {
      RemoteIterator<FileStatus> found = files.listStatusIterator(directory);
      while (found.hasNext() && entries.size() < MOST_ENTRIES) {
        FileStatus status = found.next();
        String name = status.getPath().getName();
        entries.add(
            new Entry(
                name,
                status.isFile() ? RequestNames.kind(name) : Kind.OTHER,
                RequestNames.id(name),
                status.getOwner(),
                status.getLen(),
                status.getModificationTime()));
      }
      isComplete = !found.hasNext();
    } catch (FileNotFoundException e) {
      return new Listing(List.of(), true);
    }
    entries.sort(Comparator.comparing(Entry::name));
    return new Listing(entries, isComplete);
  }

  @Override
  public byte[] read(String name) throws IOException {
    return read(files, new Path(directory, name));
  }

  static byte[] read(DistributedFileSystem files, Path file) throws IOException {
    try (FSDataInputStream in = files.open(file)) {
      return in.readNBytes(JobRequest.MOST_BYTES + 1);
    }
  }

  @Override
  public void answer(Entry request, Answer answer) throws IOException {
    Path part = new Path(directory, request.id() + RequestNames.ANSWER + RequestNames.PART);
    files.delete(part, true);
    try (FSDataOutputStream out =
        files.create(part, ANSWER_MODE, false, 4096, (short) 3, 1 << 20, null)) {
      out.write(RequestJson.of(answer));
    }
    files.setOwner(part, request.owner(), null);
    Path whole = new Path(directory, request.id() + RequestNames.ANSWER);
    if (files.exists(whole) && files.getFileStatus(whole).isDirectory()) {
      files.delete(whole, true); // not ours
    }
    files.rename(part, whole, Options.Rename.OVERWRITE);
  }

  @Override
  public void remove(String name) throws IOException {
    files.delete(new Path(directory, name), true);
  }
}
