// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.doctor;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.jobhistory.JHAdminConfig;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.athanor.engine.history.HistorySettings;

/** Checks of the default file system, and of what jobs write to it beside their output. */
final class StorageChecks {
  private static final int CONNECT_MILLIS = 2_000;
  private static final long FAIL_BELOW = 100_000_000;
  private static final FsPermission OWN = new FsPermission((short) 0700);

  private final Target target;
  private final Configuration conf;

  /** Why the file system cannot be used; null if it can, or if nobody has looked. */
  private volatile String unusable = "the file system was not reached";

  StorageChecks(Target target) {
    this.target = target;
    this.conf = impatient(target.conf());
  }

  /** Hadoop's clients would try for minutes. */
  private static Configuration impatient(Configuration conf) {
    Configuration copy = new Configuration(conf);
    copy.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    copy.setInt(
        CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 1);
    copy.setInt("dfs.client.failover.max.attempts", 3);
    return copy;
  }

  List<Check> all() {
    String manual = "start it, or correct fs.defaultFS";
    if (!target.isOnYarn()) {
      return List.of(
          Check.of("file system", manual, this::fileSystem),
          Check.of("history", "correct athanor.history.dir", this::history));
    }
    return List.of(
        Check.of("file system", manual, this::fileSystem),
        Check.of(
            "staging",
            "correct " + MRJobConfig.MR_AM_STAGING_DIR + " or its rights",
            this::staging),
        Check.of("history", "start the history server", this::history));
  }

  private FileSystem open(Path path) throws IOException {
    return FileSystem.newInstance(path.toUri(), conf);
  }

  private void requireFileSystem() throws NotCheckedException {
    String reason = unusable;
    if (reason != null) {
      throw new NotCheckedException(reason);
    }
  }

  private Finding fileSystem() throws IOException {
    Path root = new Path(FileSystem.getDefaultUri(conf).toString() + "/");
    try (FileSystem fs = open(root)) {
      FileStatus unused = fs.getFileStatus(new Path("/"));
      FsStatus space = fs.getStatus();
      unusable = null;
      String text = fs.getUri().toString();
      boolean local = "file".equals(fs.getScheme());
      if (target.isOnYarn() && local) {
        return Finding.warning(
            text + ": each node has its own",
            "set fs.defaultFS to a file system that all nodes share");
      }
      String free = text + ", " + Sizes.gigabytes(space.getRemaining()) + " free";
      if (!local && space.getCapacity() == 0) {
        return Finding.problem(text + " has no space at all", "start its DataNodes");
      }
      return space.getRemaining() < FAIL_BELOW && space.getCapacity() > 0
          ? Finding.problem(free, "make room")
          : Finding.ok(free);
    }
  }

  /** Writes a small file where jobs write theirs, and removes what it has made. */
  private Finding staging() throws IOException, NotCheckedException {
    requireFileSystem();
    UserGroupInformation user = UserGroupInformation.getCurrentUser();
    Path staging = MRApps.getStagingAreaDir(conf, user.getShortUserName());
    try (FileSystem fs = open(staging)) {
      Path directory = fs.makeQualified(staging);
      FileStatus existing = status(fs, directory);
      if (existing != null
          && !existing.getOwner().equals(user.getShortUserName())
          && !existing.getOwner().equals(user.getUserName())) {
        return Finding.problem(
            directory
                + " belongs to "
                + existing.getOwner()
                + ", not to "
                + user.getShortUserName(),
            "give it to the user who submits jobs");
      }
      if (existing != null && !existing.getPermission().equals(OWN)) {
        return Finding.warning(
            directory + " has the mode " + existing.getPermission(),
            "the next job sets it to " + OWN + ": others could read job configurations until then");
      }
      tryToWrite(fs, directory);
      return Finding.ok(directory + " can be written");
    } catch (AccessControlException e) {
      return Finding.problem(
          staging + ": " + firstLine(e),
          "let the administrator make the parent directory for " + user.getShortUserName());
    }
  }

  private static void tryToWrite(FileSystem fs, Path directory) throws IOException {
    Deque<Path> made = new ArrayDeque<>();
    for (Path at = directory; at != null && status(fs, at) == null; at = at.getParent()) {
      made.addLast(at); // the deepest first
    }
    try {
      if (!made.isEmpty()) {
        fs.mkdirs(directory, OWN);
      }
      Path file = new Path(directory, "doctor-" + UUID.randomUUID());
      try (OutputStream out = fs.create(file, false)) {
        out.write(1);
      } finally {
        fs.delete(file, false);
      }
    } finally {
      for (Path own : made) {
        fs.delete(own, false); // fails if somebody has put something into it
      }
    }
  }

  private static FileStatus status(FileSystem fs, Path path) throws IOException {
    try {
      return fs.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private static String firstLine(Exception e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
  }

  private Finding history() throws IOException, NotCheckedException {
    HistorySettings settings = HistorySettings.of(conf);
    if (!settings.enabled()) {
      return Finding.ok("no job writes a history: athanor.history.enabled=false");
    }
    Path directory = settings.directory();
    if (settings.layout() == HistorySettings.Layout.OWN) {
      return target.isOnYarn() && directory.toUri().getScheme() == null
          ? Finding.warning(
              "histories go to " + directory + " on the node of each ApplicationMaster",
              "set mapreduce.jobhistory.intermediate-done-dir to that of the history server")
          : Finding.ok("histories go to " + directory);
    }
    if (target.isOnYarn()) {
      requireFileSystem();
    }
    try (FileSystem fs = open(directory)) {
      if (status(fs, directory) == null) {
        return Finding.warning(
            directory + " does not exist", "start the history server, which makes it");
      }
      fs.access(directory, FsAction.WRITE_EXECUTE);
    } catch (AccessControlException e) {
      return Finding.warning(
          directory + ": " + firstLine(e),
          "give it the mode 1777, as Hadoop's history server does");
    }
    return server(directory);
  }

  private Finding server(Path directory) {
    InetSocketAddress address =
        conf.getSocketAddr(
            JHAdminConfig.MR_HISTORY_ADDRESS,
            JHAdminConfig.DEFAULT_MR_HISTORY_ADDRESS,
            JHAdminConfig.DEFAULT_MR_HISTORY_PORT);
    try (Socket socket = new Socket()) {
      socket.connect(
          new InetSocketAddress(address.getHostString(), address.getPort()), CONNECT_MILLIS);
    } catch (IOException e) {
      return Finding.warning(
          "histories go to "
              + directory
              + ", but the history server at "
              + address.getHostString()
              + ":"
              + address.getPort()
              + " does not answer",
          "start it, or correct " + JHAdminConfig.MR_HISTORY_ADDRESS);
    }
    return Finding.ok("histories go to " + directory + ", and the history server answers");
  }
}
