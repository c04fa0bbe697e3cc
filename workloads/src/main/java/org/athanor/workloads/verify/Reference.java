// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * The expected result for an input, stored in a file: a line with input and parameters, then the
 * data of the check, less than 2 GiB. If the input is another one or has changed, the result is
 * computed again.
 */
final class Reference {
  private static final int VERSION = 1;

  private final Optional<Path> file;
  private final FileSystem files;
  private final String header;

  /**
   * A reference.
   *
   * @param what kind and all parameters on which the result depends, in one line
   * @param file the file; if empty, the result is not stored
   */
  Reference(Configuration configuration, String what, Path input, Optional<Path> file)
      throws IOException {
    this.file = file;
    this.files = file.orElse(input).getFileSystem(configuration);
    header =
        String.format(
            Locale.ROOT,
            "athanor-reference %d; %s; %s\n",
            VERSION,
            what,
            fingerprint(configuration, input));
  }

  /**
   * Returns a fingerprint of names, sizes and modification times of the input's files, also of
   * those in directories below it.
   */
  private static String fingerprint(Configuration configuration, Path input) throws IOException {
    FileSystem files = input.getFileSystem(configuration);
    CRC32 names = new CRC32();
    long bytes = 0;
    List<FileStatus> all = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> found = files.listFiles(input, true);
    while (found.hasNext()) {
      all.add(found.next());
    }
    all.sort(Comparator.comparing(FileStatus::getPath));
    for (FileStatus some : all) {
      bytes += some.getLen();
      String text =
          some.getPath().getName() + ' ' + some.getLen() + ' ' + some.getModificationTime() + '\n';
      names.update(text.getBytes(StandardCharsets.UTF_8));
    }
    return String.format(
        Locale.ROOT, "%d files, %d bytes, %08x", all.size(), bytes, names.getValue());
  }

  /** Computes the expected result. */
  interface Computation {
    void write(OutputStream out) throws IOException, InterruptedException;
  }

  /** Collects a result, and fails with a message if an array cannot have it. */
  static final class Content extends OutputStream {
    /** Bytes that every JVM allows in an array. */
    static final int LONGEST = Integer.MAX_VALUE - 8;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int longest;

    Content(int longest) {
      this.longest = longest;
    }

    @Override
    public void write(int value) throws IOException {
      checkRoomFor(1);
      bytes.write(value);
    }

    @Override
    public void write(byte[] values, int offset, int length) throws IOException {
      checkRoomFor(length);
      bytes.write(values, offset, length);
    }

    private void checkRoomFor(int length) throws IOException {
      if (length > longest - bytes.size()) {
        throw new IOException(
            "the expected result is longer than the "
                + longest
                + " bytes that a check can keep; the input must be smaller");
      }
    }

    byte[] bytes() {
      return bytes.toByteArray();
    }
  }

  /** Returns the stored result; if there is none, computes and stores it. */
  byte[] get(Computation computation) throws IOException, InterruptedException {
    Optional<byte[]> kept = read();
    if (kept.isPresent()) {
      return kept.get();
    }
    Content computed = new Content(Content.LONGEST);
    computation.write(computed);
    byte[] content = computed.bytes();
    if (file.isPresent()) {
      store(file.get(), content);
    }
    return content;
  }

  private Optional<byte[]> read() throws IOException {
    if (file.isEmpty()) {
      return Optional.empty();
    }
    byte[] expected = header.getBytes(StandardCharsets.UTF_8);
    try (InputStream in = files.open(file.get())) {
      if (!Arrays.equals(in.readNBytes(expected.length), expected)) {
        return Optional.empty();
      }
      return Optional.of(in.readAllBytes());
    } catch (FileNotFoundException absent) {
      return Optional.empty();
    }
  }

  /** Stores the result as a whole or not at all. */
  private void store(Path path, byte[] content) throws IOException {
    Path unfinished = new Path(path.getParent(), "." + path.getName() + "-" + UUID.randomUUID());
    try {
      try (OutputStream out = files.create(unfinished)) {
        out.write(header.getBytes(StandardCharsets.UTF_8));
        out.write(content);
      }
      files.delete(path, false);
      if (!files.rename(unfinished, path)) {
        throw new IOException(unfinished + ": could not be renamed to " + path);
      }
    } finally {
      files.delete(unfinished, false);
    }
  }
}
