// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;

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

  /** Owners reach what was theirs by its path, and cannot add anything there. */
  private static final FsPermission ASIDE_MODE = new FsPermission((short) 0711);

  private static final Options.Rename NO_OPTIONS = Options.Rename.NONE;

  private final DistributedFileSystem files;
  private final Path directory;
  private RemoteIterator<FileStatus> listing; // null: the next one begins

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
   * Creates the directory, or makes sure that it is one that a daemon has created: everybody may
   * create files in it, and the daemon removes files there.
   *
   * @throws IOException if it is another one, or that is not possible
   */
  public void create() throws IOException {
    String user = UserGroupInformation.getCurrentUser().getShortUserName();
    if (directory.isRoot()) {
      throw new IOException("--requests=/: must be a directory of its own");
    }
    if (!exists(directory)) {
      files.mkdirs(directory.getParent());
      files.mkdir(directory, new FsPermission((short) 0700));
      if (!isNew(files.getFileStatus(directory), user)) {
        throw new IOException(directory + ": somebody else has just created it");
      }
    }
    // Also one that a daemon has created which ended before it could set the mode.
    if (isNew(files.getFileStatus(directory), user)) {
      files.setPermission(directory, DIRECTORY_MODE);
    }
    FileStatus status = files.getFileStatus(directory);
    if (!status.isDirectory()
        || !status.getOwner().equals(user)
        || status.hasAcl()
        || status.getPermission().toShort() != DIRECTORY_MODE.toShort()) {
      throw new IOException(
          directory
              + ": exists, and is no directory of requests: it must be a directory of "
              + user
              + " with mode 1733; name one that does not exist (serve --requests)");
    }
  }

  private boolean isNew(FileStatus status, String user) throws IOException {
    return status.isDirectory()
        && status.getOwner().equals(user)
        && status.getPermission().toShort() == 0700
        && !files.listStatusIterator(directory).hasNext();
  }

  private boolean exists(Path path) throws IOException {
    try {
      return files.getFileStatus(path) != null;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  @Override
  public Listing list() throws IOException {
    boolean isFirst = listing == null;
    RemoteIterator<FileStatus> found = listing;
    listing = null; // after a failure, the next call begins again
    List<Entry> entries = new ArrayList<>();
    try {
      if (found == null) {
        found = files.listStatusIterator(directory);
      }
      while (entries.size() < MOST_ENTRIES && found.hasNext()) {
        entries.add(entry(found.next()));
      }
      if (found.hasNext()) {
        listing = found;
      }
    } catch (FileNotFoundException e) {
      return new Listing(List.of(), true, true);
    }
    return new Listing(entries, isFirst, listing == null);
  }

  private static Entry entry(FileStatus status) {
    String name = status.getPath().getName();
    return new Entry(
        name,
        status.isFile() ? RequestNames.kind(name) : Kind.FOREIGN,
        RequestNames.id(name),
        status.getOwner(),
        status.getLen(),
        status.getModificationTime());
  }

  @Override
  public OptionalLong stamp(String name) throws IOException {
    try {
      FileStatus status = files.getFileStatus(new Path(directory, name));
      return OptionalLong.of(status.getModificationTime());
    } catch (FileNotFoundException e) {
      return OptionalLong.empty();
    }
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
    files.delete(part, false);
    try (FSDataOutputStream out =
        files.create(part, ANSWER_MODE, false, 4096, (short) 3, 1 << 20, null)) {
      out.write(RequestJson.of(answer));
    }
    files.setOwner(part, request.owner(), null);
    Path whole = new Path(directory, request.id() + RequestNames.ANSWER);
    files.rename(part, whole, Options.Rename.OVERWRITE);
  }

  @Override
  public void remove(String name) throws IOException {
    files.delete(new Path(directory, name), false);
  }

  /**
   * To another directory in each hour, because HDFS bounds the entries of each. Nobody else can
   * list them: names of files may be secret. The administrator empties them.
   */
  @Override
  public void putAside(Entry entry) throws IOException {
    Path aside = directory.suffix("-foreign");
    String hour = Instant.now().truncatedTo(ChronoUnit.HOURS).toString().substring(0, 13);
    Path ofHour = new Path(aside, hour);
    Path ofOwner = new Path(ofHour, entry.owner());
    Path place = new Path(ofOwner, UUID.randomUUID().toString());
    for (Path level : List.of(aside, ofHour, ofOwner, place)) {
      if (!exists(level)) {
        files.mkdirs(level, ASIDE_MODE);
      }
    }
    files.rename(new Path(directory, entry.name()), new Path(place, entry.name()), NO_OPTIONS);
  }
}
