// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;

/** The part files of an output, in the order of their names. */
final class Parts {
  private final Configuration configuration;
  private final Path output;
  private final FileSystem files;
  private final List<FileStatus> parts;

  /** Finds the part files. Files whose names begin with {@code _} or a dot are not part files. */
  Parts(Configuration configuration, Path output) throws IOException, WrongOutputException {
    this(configuration, output, find(configuration, output));
    if (parts.isEmpty()) {
      throw new WrongOutputException(output + ": has no part files");
    }
  }

  private Parts(Configuration configuration, Path output, List<FileStatus> parts)
      throws IOException {
    this.configuration = configuration;
    this.output = output;
    this.files = output.getFileSystem(configuration);
    this.parts = parts;
  }

  /**
   * Finds the part files of an output that may be a directory without any, as an empty result may
   * be.
   */
  static Parts orNone(Configuration configuration, Path output)
      throws IOException, WrongOutputException {
    return new Parts(configuration, output, find(configuration, output));
  }

  private static List<FileStatus> find(Configuration configuration, Path output)
      throws IOException, WrongOutputException {
    FileSystem files = output.getFileSystem(configuration);
    if (!files.exists(output)) {
      throw new WrongOutputException(output + ": there is no output");
    }
    return visible(files, output);
  }

  /** Returns the files that input formats do not hide, in the order of their names. */
  static List<FileStatus> visible(FileSystem files, Path directory) throws IOException {
    return Arrays.stream(files.listStatus(directory))
        .filter(file -> file.isFile() && !file.getPath().getName().matches("[._].*"))
        .sorted(Comparator.comparing(file -> file.getPath().getName()))
        .toList();
  }

  List<FileStatus> all() {
    return parts;
  }

  /** Returns those whose names begin with some text. */
  Parts named(String beginning) throws IOException {
    return new Parts(
        configuration,
        output,
        parts.stream().filter(part -> part.getPath().getName().startsWith(beginning)).toList());
  }

  PartStream open(FileStatus part) throws IOException {
    return new PartStream(files, part);
  }

  /** Reads one part. Several parts are read at the same time. */
  interface Reader<T> {
    T read(FileStatus part) throws IOException, WrongOutputException;
  }

  /**
   * Reads all parts.
   *
   * @throws WrongOutputException the exception of the first wrong part
   */
  <T> List<T> read(Reader<T> reader)
      throws IOException, InterruptedException, WrongOutputException {
    List<Callable<Object>> tasks = new ArrayList<>();
    for (FileStatus part : parts) {
      tasks.add(
          () -> {
            try {
              return reader.read(part);
            } catch (WrongOutputException wrong) {
              return wrong;
            }
          });
    }
    List<T> results = new ArrayList<>();
    for (Object result : Splits.inParallel(tasks)) {
      if (result instanceof WrongOutputException wrong) {
        throw wrong;
      }
      @SuppressWarnings("unchecked")
      T value = (T) result;
      results.add(value);
    }
    return results;
  }

  /** Receives the lines of a part. */
  interface Lines {
    /**
     * Receives a line.
     *
     * @param number line number, from 1
     */
    void line(Text line, long number) throws WrongOutputException;
  }

  /** Opens a text part; decompresses it according to its name. */
  PartLines reader(FileStatus part) throws IOException, WrongOutputException {
    return new PartLines(configuration, open(part));
  }

  /** Reads a text part; decompresses it according to its name. */
  void lines(FileStatus part, Lines lines) throws IOException, WrongOutputException {
    try (PartLines reader = reader(part)) {
      Text line = new Text();
      while (reader.read(line)) {
        lines.line(line, reader.number());
      }
    }
  }

  /** Returns the name of a record in messages. */
  static String name(FileStatus part, long number) {
    return part.getPath().getName() + " record " + number;
  }
}
