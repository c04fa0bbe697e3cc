// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.check;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32;

/**
 * Reads uncompressed SequenceFiles of Text keys and values without Hadoop: key order within each
 * file, record count, sum of the records' CRC-32, and a digest of all records in order. The files
 * themselves cannot be compared because each holds random sync markers.
 */
public final class SequenceCheck {
  private static final int SYNC_BYTES = 16;
  private static final int SYNC_ESCAPE = -1;

  private final CheckResult result = new CheckResult();
  private final MessageDigest digest;
  private byte[] record = new byte[1 << 10];
  private byte[] previousKey = new byte[1 << 10];
  private int previousLength;

  private SequenceCheck() throws Exception {
    digest = MessageDigest.getInstance("SHA-256");
  }

  /** Argument: the directory. Prints the result and the digest, each as one line. */
  public static void main(String[] args) throws Exception {
    SequenceCheck check = new SequenceCheck();
    for (Path file : PartFiles.in(Path.of(args[0])).paths()) {
      check.file(file);
    }
    System.out.println(check.result.toJson());
    System.out.println(hex(check.digest.digest()));
  }

  private void file(Path path) throws IOException {
    previousLength = 0;
    digest.update(path.getFileName().toString().getBytes(StandardCharsets.UTF_8));
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(path), 1 << 20))) {
      skipHeader(in, path);
      for (int length = next(in); length >= 0; length = next(in)) {
        int keyLength = in.readInt();
        record = atLeast(record, length);
        in.readFully(record, 0, length);
        record(keyLength, length);
      }
    }
  }

  /** Length of the next record, or -1 at the end of the file. */
  private static int next(DataInputStream in) throws IOException {
    try {
      int length = in.readInt();
      if (length != SYNC_ESCAPE) {
        return length;
      }
      in.skipNBytes(SYNC_BYTES);
      return in.readInt();
    } catch (EOFException end) {
      return -1;
    }
  }

  private void record(int keyLength, int length) {
    CRC32 crc = new CRC32();
    crc.update(record, 0, length);
    int from = vintBytes(record[0]);
    boolean inOrder =
        previousLength == 0
            || Arrays.compareUnsigned(
                    record, from, keyLength, previousKey, vintBytes(previousKey[0]), previousLength)
                >= 0;
    result.add(crc.getValue(), inOrder);
    digest.update(record, 0, length);
    previousKey = atLeast(previousKey, keyLength);
    System.arraycopy(record, 0, previousKey, 0, keyLength);
    previousLength = keyLength;
  }

  private static void skipHeader(DataInputStream in, Path path) throws IOException {
    byte[] magic = in.readNBytes(4);
    if (magic.length < 4 || magic[0] != 'S' || magic[1] != 'E' || magic[2] != 'Q') {
      throw new IOException(path + " is not a SequenceFile");
    }
    skipString(in);
    skipString(in);
    boolean compressed = in.readBoolean();
    boolean blockCompressed = in.readBoolean();
    int metadataEntries = in.readInt();
    if (compressed || blockCompressed || metadataEntries != 0) {
      throw new IOException(path + " is compressed or has metadata: not what the job writes");
    }
    in.skipNBytes(SYNC_BYTES);
  }

  private static void skipString(DataInputStream in) throws IOException {
    in.skipNBytes(in.readByte());
  }

  /** Returns the size of Hadoop's variable-length int with this first byte. */
  private static int vintBytes(byte first) {
    if (first >= -112) {
      return 1;
    }
    return first < -120 ? -119 - first : -111 - first;
  }

  private static byte[] atLeast(byte[] buffer, int length) {
    return buffer.length >= length ? buffer : new byte[Math.max(length, 2 * buffer.length)];
  }

  private static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(String.format(Locale.ROOT, "%02x", b));
    }
    return text.toString();
  }
}
