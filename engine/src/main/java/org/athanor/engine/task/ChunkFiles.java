// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobConf;

/**
 * Makes the files of chunks files of their attempt, before it commits: so the committer sees one
 * attempt, and all of it is committed or nothing.
 *
 * <p>The lines of a text file are written, in the order of the chunks, by the attempt's own record
 * writer, so the file is the one that an uncut reduce would write. Any other file is moved. It gets
 * the number of its chunk ({@code part-r-00003} becomes {@code part-r-00003-c001}) if it is the
 * task's usual output, or if the attempt has a file of its name. One thread.
 */
final class ChunkFiles {
  private static final int BUFFER_BYTES = 64 << 10;

  /** The longest array, and so the longest line. */
  private static final int MAX_BYTES = Integer.MAX_VALUE - 8;

  private final JobConf conf;
  private final Path attemptPath;
  private final String usual;
  private final boolean joins;
  private final String mark;
  private final AttemptReporter reporter;

  /**
   * @param attemptPath where the committer lets the attempt write; null if it has no files
   * @param usual what the name of the task's usual output begins with, such as {@code part-r-00003}
   * @param joins whether the usual output is one text file, whose parts are put together
   * @param mark a part of the names of Hadoop's files for this task, such as {@code -r-00003}
   */
  ChunkFiles(
      JobConf conf,
      Path attemptPath,
      String usual,
      boolean joins,
      String mark,
      AttemptReporter reporter) {
    this.conf = conf;
    this.attemptPath = attemptPath;
    this.usual = usual;
    this.joins = joins;
    this.mark = mark;
    this.reporter = reporter;
  }

  /**
   * Takes the files of a chunk.
   *
   * @param number of the chunk, from 1
   * @param chunkPath where the committer let it write
   * @param output writes the attempt's file; not closed yet
   * @return whether the chunk's records are in that file now
   */
  boolean take(int number, Path chunkPath, TrackedOutput<?, ?> output)
      throws IOException, InterruptedException {
    if (chunkPath == null) {
      return false;
    }
    FileSystem files = chunkPath.getFileSystem(conf);
    if (!files.exists(chunkPath)) {
      return false;
    }
    boolean isJoined = false;
    Path from = files.makeQualified(chunkPath);
    Path to = files.makeQualified(attemptPath);
    Map<String, String> names =
        new HashMap<>(); // new ones, of files and of directories moved whole
    for (RemoteIterator<LocatedFileStatus> all = files.listFiles(from, true); all.hasNext(); ) {
      Path file = all.next().getPath();
      String name = from.toUri().relativize(file.toUri()).getPath();
      if (joins && name.equals(usual)) {
        append(files, file, output);
        isJoined = true;
      } else {
        String named = name.substring(0, endOfNumbered(name, mark));
        String renamed = names.get(named);
        if (renamed == null) {
          boolean isFree = !lastName(named).startsWith(usual) && !files.exists(child(to, named));
          renamed = isFree ? named : numbered(named, mark, number);
          names.put(named, renamed);
        }
        move(files, file, child(to, renamed + name.substring(named.length())));
      }
      reporter.progress();
    }
    return isJoined;
  }

  /** Returns a path below a directory; the name may contain colons. */
  private static Path child(Path directory, String name) {
    return new Path(directory, new Path(null, null, name));
  }

  private static String lastName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static void move(FileSystem files, Path from, Path to) throws IOException {
    if (files.exists(to)) {
      throw new IOException(to + " exists: the file " + from + " of a chunk cannot get its name");
    }
    files.mkdirs(to.getParent());
    if (!files.rename(from, to)) {
      throw new IOException("the file " + from + " of a chunk cannot be moved to " + to);
    }
  }

  /**
   * Returns where the part of a path ends that may get a chunk's number: the first that names the
   * task, which may be a directory, or else the last one.
   */
  static int endOfNumbered(String path, String mark) {
    int named = path.indexOf(mark);
    int end = named < 0 ? -1 : path.indexOf('/', named);
    return end < 0 ? path.length() : end;
  }

  /** Returns a path whose last part has the number of a chunk, before its extension. */
  static String numbered(String path, String mark, int number) {
    String name = lastName(path);
    int named = name.indexOf(mark);
    int end = named < 0 ? name.indexOf('.', 1) : named + mark.length();
    int at = path.length() - name.length() + (end < 0 ? name.length() : end);
    return path.substring(0, at)
        + String.format(Locale.ROOT, "-c%03d", number)
        + path.substring(at);
  }

  /** Writes the lines of a text file: as few records as the buffer allows, each of many lines. */
  @SuppressWarnings("unchecked")
  private void append(FileSystem files, Path file, TrackedOutput<?, ?> output)
      throws IOException, InterruptedException {
    TrackedOutput<NullWritable, Text> lines = (TrackedOutput<NullWritable, Text>) output;
    Text text = new Text();
    byte[] buffer = new byte[BUFFER_BYTES];
    int length = 0;
    try (InputStream in = files.open(file)) {
      while (true) {
        int read = in.read(buffer, length, buffer.length - length);
        if (read < 0) {
          break;
        }
        int end = endOfLines(buffer, length, length + read);
        length += read;
        if (end > 0) {
          text.set(buffer, 0, end - 1); // The writer ends the record with a line end.
          lines.writeCounted(NullWritable.get(), text);
          System.arraycopy(buffer, end, buffer, 0, length - end);
          length -= end;
        } else if (length == buffer.length) {
          buffer = Arrays.copyOf(buffer, grown(file, length));
        }
      }
    }
    if (length > 0) {
      throw new IOException("the text file " + file + " of a chunk does not end with a line end");
    }
    if (!files.delete(file, false)) {
      throw new IOException("the file " + file + " of a chunk cannot be deleted");
    }
  }

  private static int grown(Path file, int length) throws IOException {
    if (length == MAX_BYTES) {
      throw new IOException(
          "the text file " + file + " of a chunk has a line of more than " + MAX_BYTES + " bytes");
    }
    return (int) Math.min(MAX_BYTES, 2L * length);
  }

  /** Returns the index after the last line end at or after {@code from}; 0 if there is none. */
  static int endOfLines(byte[] buffer, int from, int length) {
    for (int end = length; end > from; end--) {
      if (buffer[end - 1] == '\n') {
        return end;
      }
    }
    return 0;
  }
}
