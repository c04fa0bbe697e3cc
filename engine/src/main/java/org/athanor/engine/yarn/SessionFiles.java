// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.yarn;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.v2.util.MRApps;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.yarn.api.records.ApplicationId;

/**
 * The files of a session, in a directory of its own in its user's staging directory, which only the
 * user can read. The client makes the directory, and whoever ends the session deletes it.
 */
public final class SessionFiles {
  /** The name of the configuration's copy in the working directory of a container. */
  public static final String LOCAL_CONFIGURATION = "session.xml";

  private static final String PREFIX = "athanor-";
  private static final FsPermission FILE = new FsPermission((short) 0600);
  private static final FsPermission DIRECTORY = new FsPermission((short) 0700);

  private final FileSystem fs;
  private final Path directory;

  /**
   * @param directory as {@link #directory} returned it to the client
   */
  public SessionFiles(Path directory, Configuration conf) throws IOException {
    this.fs = directory.getFileSystem(conf);
    this.directory = fs.makeQualified(directory);
  }

  SessionFiles(Configuration conf, String user, ApplicationId session) throws IOException {
    this(new Path(staging(conf, user), PREFIX + session), conf);
  }

  /** Returns whether a path in a staging directory is the directory of a session. */
  static boolean isOfSession(Path path) {
    return path.getName().startsWith(PREFIX + "application_");
  }

  /** Returns a user's staging directory, which is that of Hadoop's own jobs. */
  static Path staging(Configuration conf, String user) {
    return MRApps.getStagingAreaDir(conf, user);
  }

  /** Returns the directory, with the scheme and the authority of its file system. */
  public Path directory() {
    return directory;
  }

  public FileSystem fileSystem() {
    return fs;
  }

  Path configuration() {
    return configuration(directory);
  }

  /** Returns the configuration of the processes of the session that has a directory. */
  static Path configuration(Path directory) {
    return new Path(directory, LOCAL_CONFIGURATION);
  }

  /** Returns the directory of the master's journal. */
  public Path journal() {
    return new Path(directory, "jobs");
  }

  /**
   * Returns how many masters of a session may fail. There can be more of them: those that YARN has
   * ended itself do not count.
   */
  static int mostMasters(Configuration conf) {
    return Math.max(
        1, conf.getInt(MRJobConfig.MR_AM_MAX_ATTEMPTS, MRJobConfig.DEFAULT_MR_AM_MAX_ATTEMPTS));
  }

  private Path master() {
    return new Path(directory, "master");
  }

  /** Makes the directory, by which others know that there may be a session. */
  void makeDirectory() throws IOException {
    FileSystem.mkdirs(fs, directory, DIRECTORY);
  }

  /** Makes the directory, and writes the configuration of the session's processes. */
  void create(Configuration conf) throws IOException {
    makeDirectory();
    try (OutputStream out = FileSystem.create(fs, configuration(), FILE)) {
      conf.writeXml(out);
    }
  }

  /** Tells the client where the master takes control connections. */
  public void publishMaster(InetSocketAddress address) throws IOException {
    Path unfinished = new Path(directory, "master.new");
    try (OutputStream out = FileSystem.create(fs, unfinished, FILE)) {
      out.write(text(address).getBytes(StandardCharsets.UTF_8));
    }
    fs.delete(master(), false); // of an earlier attempt
    if (!fs.rename(unfinished, master())) {
      throw new IOException(master() + ": cannot be written");
    }
  }

  /** Returns an address without asking a name service. */
  public static String text(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return (address.getAddress() instanceof Inet6Address ? "[" + host + "]" : host)
        + ":"
        + address.getPort();
  }

  /**
   * Returns where the master takes control connections.
   *
   * @throws IOException if there is no such file, or it is none
   */
  InetSocketAddress readMaster() throws IOException {
    String text;
    try (InputStream in = fs.open(master())) {
      text = new String(in.readNBytes(1024), StandardCharsets.UTF_8);
    }
    try {
      return NetUtils.createSocketAddr(text.trim(), -1, master().toString());
    } catch (IllegalArgumentException e) {
      throw new IOException(master() + ": not an address: " + text, e);
    }
  }

  /** Deletes what a client that was killed had written of a job that it never submitted. */
  public void deleteUnsubmitted(JobID job) throws IOException {
    fs.delete(new Path(directory.getParent(), job.toString()), true);
  }

  private Path left() {
    return new Path(directory, "left");
  }

  /**
   * Notes that the client has left, for the masters to come.
   *
   * @throws IOException also if there is no session any more; then no directory is made for it
   */
  public void noteLeaving() throws IOException {
    fs.createFile(left()).permission(FILE).overwrite(true).build().close();
  }

  /** Returns whether the client has left. */
  public boolean hasLeft() throws IOException {
    return fs.exists(left());
  }

  /** Deletes the directory and all in it. */
  public void delete() throws IOException {
    fs.delete(directory, true);
  }
}
