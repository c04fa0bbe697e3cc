// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.program;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.compress.CompressionCodec;
import org.apache.hadoop.io.compress.CompressionCodecFactory;
import org.athanor.workloads.usage.UsageException;

/** Files of applications as users name them. */
public class UserFiles {
  private static final int BUFFER = 1 << 17;
  private static final List<String> COMPRESSED = List.of(".gz", ".bz2");

  /** Signs of Hadoop's patterns of paths. */
  private static final String PATTERN = "*?[]{}\\";

  private final Configuration configuration;

  public UserFiles(Configuration configuration) {
    this.configuration = configuration;
  }

  /** Returns the settings with which files are found. */
  protected final Configuration configuration() {
    return configuration;
  }

  /**
   * Requires that Hadoop takes the name of an input as it is, not as a pattern.
   *
   * @throws UsageException if it does not
   */
  public final void requirePlain(Path input) throws IOException {
    requireNone(PATTERN, input);
  }

  /**
   * The same for a directory of intermediate data, whose name is also in lists and expressions.
   *
   * @throws UsageException if its name cannot be
   */
  public final void requirePlainDirectory(Path directory) throws IOException {
    requireNone(PATTERN + ",\"", directory);
  }

  private void requireNone(String signs, Path path) throws IOException {
    String name = path.getFileSystem(configuration).makeQualified(path).toUri().getPath();
    for (int i = 0; i < name.length(); i++) {
      if (signs.indexOf(name.charAt(i)) >= 0) {
        throw new UsageException(
            shown(path)
                + ": has "
                + name.charAt(i)
                + ", which Hadoop does not take as it is; must have none of "
                + String.join(" ", signs.split(""))
                + " (a link with another name helps, or --work for intermediate data)");
      }
    }
  }

  /** Returns a path as messages show it: without the scheme if it is local. */
  public static String shown(Path path) {
    return "file".equals(path.toUri().getScheme()) ? path.toUri().getPath() : path.toString();
  }

  /**
   * Returns the files of a directory whose names begin with a prefix, in the order of the names.
   */
  public final List<Path> parts(Path directory, String prefix) throws IOException {
    return Arrays.stream(directory.getFileSystem(configuration).listStatus(directory))
        .map(FileStatus::getPath)
        .filter(file -> file.getName().startsWith(prefix))
        .sorted()
        .toList();
  }

  /**
   * Returns the files of an input, which is one file or those in a directory, in the order of their
   * names, with scheme and authority.
   *
   * @throws UsageException if there are none
   */
  public final List<Path> of(Path input) throws IOException {
    FileSystem files = input.getFileSystem(configuration);
    if (!files.exists(input)) {
      throw new UsageException(input + ": does not exist");
    }
    List<Path> found =
        Arrays.stream(files.listStatus(input))
            .filter(FileStatus::isFile)
            .map(FileStatus::getPath)
            .filter(file -> !file.getName().matches("[._].*"))
            .sorted(Comparator.comparing(Path::getName))
            .toList();
    if (found.isEmpty()) {
      throw new UsageException(input + ": has no files");
    }
    return found;
  }

  /**
   * Returns a path beside the input: {@code x.what.extension} for {@code x.ending.gz}.
   *
   * @param endings of names that are left out
   */
  public final Path beside(Path input, List<String> endings, String what, String extension)
      throws IOException {
    Path whole = input.getFileSystem(configuration).makeQualified(input);
    String name = without(endings, without(COMPRESSED, whole.getName()));
    return new Path(whole.getParent(), name + "." + what + extension);
  }

  private static String without(List<String> endings, String name) {
    return endings.stream()
        .filter(ending -> name.endsWith(ending) && name.length() > ending.length())
        .findFirst()
        .map(ending -> name.substring(0, name.length() - ending.length()))
        .orElse(name);
  }

  /** Concatenates files to a new one. It is compressed if its name says so. */
  public final void concatenate(List<Path> parts, Path result) throws IOException {
    FileSystem files = result.getFileSystem(configuration);
    CompressionCodec codec = new CompressionCodecFactory(configuration).getCodec(result);
    try (OutputStream raw = files.create(result, false);
        OutputStream out = codec == null ? raw : codec.createOutputStream(raw)) {
      for (Path part : parts) {
        try (InputStream in = part.getFileSystem(configuration).open(part)) {
          IOUtils.copyBytes(in, out, BUFFER, false);
        }
      }
    }
  }
}
