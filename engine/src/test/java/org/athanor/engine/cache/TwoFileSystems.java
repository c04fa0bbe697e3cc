// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * The same random operations on a directory of Hadoop's file system and one of ours. Whatever a
 * caller observes must be the same. For one thread.
 */
final class TwoFileSystems {
  private static final List<String> DIRECTORIES =
      List.of(
          "a",
          "b",
          "a/c",
          "_temporary/0/_temporary/attempt_1_0001_m_000001_0",
          "_temporary/0/_temporary/attempt_1_0001_m_000002_0",
          "_temporary/0",
          "_temporary/0/task_1",
          "out",
          "out/d",
          "");
  private static final List<String> FILES =
      List.of("f", "g", "part-r-00000", "part-r-00001", "_SUCCESS");
  private static final int LARGEST = 600_000;
  private static final short[] MODES = {0644, 0600, 0755, 0700};

  /** A side: what happens there is told in words. */
  private record Side(FileSystem files, FileContext context, Path root) {
    Path path(String name) {
      return name.isEmpty() ? root : new Path(root, name);
    }
  }

  /** An operation that tells what it saw. */
  private interface Operation {
    String on(Side side) throws IOException;
  }

  private final Side hadoops;
  private final Side ours;
  private final Random random;
  private final List<String> history = new ArrayList<>();

  TwoFileSystems(
      FileSystem hadoops,
      Configuration hadoopsConf,
      Path hadoopsRoot,
      FileSystem ours,
      Configuration oursConf,
      Path oursRoot,
      Random random)
      throws IOException {
    this.hadoops =
        new Side(
            hadoops, FileContext.getFileContext(hadoopsRoot.toUri(), hadoopsConf), hadoopsRoot);
    this.ours = new Side(ours, FileContext.getFileContext(oursRoot.toUri(), oursConf), oursRoot);
    this.random = random;
    assertThat(hadoops.mkdirs(hadoopsRoot)).isTrue();
    assertThat(ours.mkdirs(oursRoot)).isTrue();
  }

  void operate() {
    String file = file();
    String other = random.nextBoolean() ? file() : directory();
    String any = random.nextBoolean() ? file() : directory();
    switch (random.nextInt(22)) {
      case 0, 1, 2, 3, 4 -> write(file);
      case 5, 6 -> read(file);
      case 7 ->
          both("status " + any, side -> status(side, side.files().getFileStatus(side.path(any))));
      case 8 ->
          both("list " + any, side -> statuses(side, side.files().listStatus(side.path(any))));
      case 9 -> both("located " + any, side -> located(side, any));
      case 10 -> both("glob", side -> statuses(side, side.files().globStatus(side.path("*/*"))));
      case 11, 12 -> rename(any, other);
      case 13 -> {
        boolean recursive = random.nextBoolean();
        both(
            "delete " + any + " " + recursive,
            side -> "" + side.files().delete(side.path(any), recursive));
      }
      case 14 -> both("mkdirs " + any, side -> "" + side.files().mkdirs(side.path(any)));
      case 15 -> copy(file, other);
      case 16 -> permissions(any);
      case 17 -> context(any, other);
      case 18 -> both("summary " + any, side -> summary(side, any));
      case 19 -> both("exists " + any, side -> "" + side.files().exists(side.path(any)));
      case 20 -> both("mark", side -> mark(side, "out/_SUCCESS"));
      default -> positioned(file);
    }
  }

  private String directory() {
    return DIRECTORIES.get(random.nextInt(DIRECTORIES.size()));
  }

  private String file() {
    String directory = directory();
    String name = FILES.get(random.nextInt(FILES.size()));
    return directory.isEmpty() ? name : directory + "/" + name;
  }

  private void both(String what, Operation operation) {
    history.add(what);
    String expected = tell(operation, hadoops);
    assertThat(tell(operation, ours)).as(String.join("\n", history)).isEqualTo(expected);
  }

  private static String tell(Operation operation, Side side) {
    try {
      return operation.on(side);
    } catch (IOException | RuntimeException e) {
      return e.getClass().getName();
    }
  }

  private boolean isDirectory(String from) {
    try {
      return hadoops.files().getFileStatus(hadoops.path(from)).isDirectory();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Leaves out what Hadoop does by copying a tree of local files: if that fails, what it has copied
   * before depends on the order of directories.
   */
  private void rename(String from, String to) {
    if (!isDirectory(from) || !isDirectory(to)) {
      both(
          "rename " + from + " to " + to,
          side -> "" + side.files().rename(side.path(from), side.path(to)));
    }
  }

  private static String mark(Side side, String name) throws IOException {
    side.files().create(side.path(name), true).close();
    return "made";
  }

  private void write(String file) {
    byte[] bytes = new byte[random.nextInt(10) == 0 ? LARGEST : random.nextInt(5000)];
    random.nextBytes(bytes);
    int pieces = 1 + random.nextInt(3);
    boolean overwrite = random.nextInt(4) > 0;
    both(
        "write " + bytes.length + " to " + file,
        side -> {
          try (FSDataOutputStream out = side.files().create(side.path(file), overwrite)) {
            int piece = bytes.length / pieces;
            for (int i = 0; i < pieces; i++) {
              out.write(bytes, i * piece, i == pieces - 1 ? bytes.length - i * piece : piece);
            }
            return "at " + out.getPos();
          }
        });
  }

  private void read(String file) {
    both(
        "read " + file,
        side -> {
          try (FSDataInputStream in = side.files().open(side.path(file))) {
            return "" + Arrays.hashCode(in.readAllBytes());
          }
        });
  }

  private void positioned(String file) {
    int from = random.nextInt(3000);
    int length = 1 + random.nextInt(3000);
    both(
        "read " + length + " of " + file + " from " + from,
        side -> {
          try (FSDataInputStream in = side.files().open(side.path(file))) {
            byte[] bytes = new byte[length];
            int read = in.read(from, bytes, 0, length);
            in.seek(Math.max(0, from / 2));
            return read + " " + in.read() + " " + in.getPos() + " " + Arrays.hashCode(bytes);
          }
        });
  }

  private void copy(String file, String to) {
    if (isDirectory(file)) {
      return;
    }
    boolean deletes = random.nextInt(3) == 0;
    both(
        "copy " + file + " to " + to + (deletes ? ", delete it" : ""),
        side ->
            ""
                + FileUtil.copy(
                    side.files(),
                    side.path(file),
                    side.files(),
                    side.path(to),
                    deletes,
                    side.files().getConf()));
  }

  private void permissions(String any) {
    FsPermission permission = new FsPermission(MODES[random.nextInt(MODES.length)]);
    both(
        "chmod " + any,
        side -> {
          side.files().setPermission(side.path(any), permission);
          side.files().setTimes(side.path(any), 1_000_000, 1_000_000);
          FileStatus status = side.files().getFileStatus(side.path(any));
          return status.getPermission()
              + " "
              + (status.isFile() ? status.getModificationTime() : 0);
        });
  }

  private void context(String any, String other) {
    if (random.nextBoolean()) {
      both(
          "context's list of " + any,
          side -> lengths(side.context().util().listStatus(side.path(any))));
    } else {
      both(
          "context's rename of " + any + " to " + other,
          side -> {
            side.context().rename(side.path(any), side.path(other), Options.Rename.OVERWRITE);
            return "done";
          });
    }
  }

  private static String summary(Side side, String any) throws IOException {
    ContentSummary summary = side.files().getContentSummary(side.path(any));
    return summary.getLength() + " " + summary.getFileCount() + " " + summary.getDirectoryCount();
  }

  private static String located(Side side, String any) throws IOException {
    List<String> all = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> found = side.files().listLocatedStatus(side.path(any));
    while (found.hasNext()) {
      LocatedFileStatus status = found.next();
      StringBuilder text = new StringBuilder(status(side, status));
      if (status.isFile()) {
        for (BlockLocation block : status.getBlockLocations()) {
          text.append(' ').append(block.getOffset()).append('+').append(block.getLength());
        }
      }
      all.add(text.toString());
    }
    Collections.sort(all);
    return all.toString();
  }

  /** Without owners: Hadoop would start a process for each. */
  private static String lengths(FileStatus[] statuses) {
    List<String> all = new ArrayList<>();
    for (FileStatus status : statuses) {
      all.add(status.getPath().getName() + (status.isFile() ? " " + status.getLen() : ""));
    }
    Collections.sort(all);
    return all.toString();
  }

  private static String statuses(Side side, FileStatus[] statuses) {
    List<String> all = new ArrayList<>();
    for (FileStatus status : statuses) {
      all.add(status(side, status));
    }
    Collections.sort(all);
    return all.toString();
  }

  private static String status(Side side, FileStatus status) {
    String name = status.getPath().toUri().getPath();
    return name.substring(side.root().toUri().getPath().length())
        + (status.isDirectory() ? " directory " : " " + status.getLen() + " ")
        + status.getPermission()
        + " "
        + status.getReplication()
        + " "
        + status.getOwner()
        + " "
        + status.getGroup();
  }
}
