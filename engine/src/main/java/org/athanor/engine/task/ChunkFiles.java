// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.task;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Locale;
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
 * writer, so the file is the one that an uncut reduce would write. Any other file is moved, and
 * gets the number of its chunk: {@code part-r-00003} becomes {@code part-r-00003-c001}. One thread.
 */
final class ChunkFiles {
  private static final int BUFFER_BYTES = 64 << 10;

  private final JobConf conf;
  private final Path attemptPath;
  private final String joined;
  private final String mark;
  private final AttemptReporter reporter;

  /**
   * @param attemptPath where the committer lets the attempt write; null if it has no files
   * @param joined the name of the text file whose parts are put together; empty if there is none
   * @param mark a part of the names of Hadoop's files for this task, such as {@code -r-00003}
   */
  ChunkFiles(JobConf conf, Path attemptPath, String joined, String mark, AttemptReporter reporter) {
    this.conf = conf;
    this.attemptPath = attemptPath;
    this.joined = joined;
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
    for (RemoteIterator<LocatedFileStatus> all = files.listFiles(from, true); all.hasNext(); ) {
      Path file = all.next().getPath();
      String name = from.toUri().relativize(file.toUri()).getPath();
      if (name.equals(joined)) {
        append(files, file, output);
        isJoined = true;
      } else {
        move(files, file, new Path(to, numbered(name, mark, number)));
      }
      reporter.progress();
    }
    return isJoined;
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
   * Returns the name of a chunk's file in the attempt's directory: the first part of the path that
   * names the task gets the chunk's number, or else the last one; before the file's extension.
   */
  static String numbered(String path, String mark, int number) {
    String[] names = path.split("/", -1);
    int chosen = names.length - 1;
    for (int i = names.length - 1; i >= 0; i--) {
      if (names[i].contains(mark)) {
        chosen = i;
      }
    }
    String name = names[chosen];
    int named = name.indexOf(mark);
    int end = named < 0 ? name.indexOf('.', 1) : named + mark.length();
    int at = end < 0 ? name.length() : end;
    names[chosen] =
        name.substring(0, at) + String.format(Locale.ROOT, "-c%03d", number) + name.substring(at);
    return String.join("/", names);
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
        length += read;
        int end = endOfLines(buffer, length);
        if (end > 0) {
          text.set(buffer, 0, end - 1); // The writer ends the record with a line end.
          lines.writeCounted(NullWritable.get(), text);
          System.arraycopy(buffer, end, buffer, 0, length - end);
          length -= end;
        } else if (length == buffer.length) {
          buffer = Arrays.copyOf(buffer, Math.multiplyExact(2, buffer.length));
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

  /** Returns the index after the last line end; 0 if there is none. */
  private static int endOfLines(byte[] buffer, int length) {
    int end = length;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }
}
