// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Checks TeraSort. Like Hadoop's TeraValidate, it checks that rows have 100 bytes, are sorted by
 * their first ten bytes within and across parts, and have the same sum of CRC-32s as the input. It
 * also checks that they are the same rows. Memory does not grow with the data.
 */
public final class TeraSortCheck implements Check {
  private static final int ROW = 100;
  private static final int KEY = 10;
  private static final int BATCH = 10_000;

  private final Configuration configuration;
  private final Path input;
  private final Reference reference;
  private final Parts parts;

  public TeraSortCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.reference = new Reference(configuration, "terasort", input, reference);
    this.parts = new Parts(configuration, output);
  }

  /** Digest, checksum, first and last key of the rows of a file. */
  private static final class Rows {
    private final MultisetDigest digest = new MultisetDigest();
    private final CRC32 crc = new CRC32();
    private final byte[] first = new byte[KEY];
    private final byte[] last = new byte[KEY];
    private long checksum;

    void add(byte[] bytes, int offset) {
      digest.begin();
      digest.part(bytes, offset, ROW);
      digest.end();
      crc.reset();
      crc.update(bytes, offset, ROW);
      checksum += crc.getValue();
      if (digest.records() == 1) {
        System.arraycopy(bytes, offset, first, 0, KEY);
      }
    }
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String[] expected =
        new String(reference.get(this::digest), StandardCharsets.US_ASCII).split("\n", -1);
    MultisetDigest found = new MultisetDigest();
    long checksum = 0;
    byte[] before = null;
    List<Rows> all = parts.read(part -> read(part, parts.open(part), true));
    for (int i = 0; i < all.size(); i++) {
      Rows rows = all.get(i);
      if (rows.digest.records() == 0) {
        continue;
      }
      if (before != null && Arrays.compareUnsigned(rows.first, before) < 0) {
        throw new WrongOutputException(
            "%s record 1: key %s after %s, the last of the parts before it"
                .formatted(parts.all().get(i).getPath().getName(), hex(rows.first), hex(before)));
      }
      before = rows.last;
      found.add(rows.digest);
      checksum += rows.checksum;
    }
    Records.compare(expected[0], found);
    if (!Long.toHexString(checksum).equals(expected[1])) {
      throw new WrongOutputException(
          "checksum " + Long.toHexString(checksum) + "; must be " + expected[1]);
    }
    return found.records() + " rows in order, checksum " + expected[1];
  }

  private void digest(OutputStream out) throws IOException, InterruptedException {
    FileSystem files = input.getFileSystem(configuration);
    List<Callable<Rows>> tasks = new ArrayList<>();
    for (FileStatus file : files.listStatus(input, path -> !path.getName().matches("[._].*"))) {
      tasks.add(
          () -> {
            try {
              return read(file, files.open(file.getPath()), false);
            } catch (WrongOutputException wrong) {
              throw new IOException("input " + wrong.getMessage(), wrong);
            }
          });
    }
    MultisetDigest digest = new MultisetDigest();
    long checksum = 0;
    for (Rows rows : Splits.inParallel(tasks)) {
      digest.add(rows.digest);
      checksum += rows.checksum;
    }
    out.write((digest + "\n" + Long.toHexString(checksum)).getBytes(StandardCharsets.US_ASCII));
  }

  private static Rows read(FileStatus file, InputStream stream, boolean sorted)
      throws IOException, WrongOutputException {
    String name = file.getPath().getName();
    Rows rows = new Rows();
    byte[] buffer = new byte[ROW * BATCH];
    try (DataInputStream in = new DataInputStream(stream)) {
      for (long left = file.getLen(); left > 0; ) {
        int length = (int) Math.min(left, buffer.length);
        in.readFully(buffer, 0, length);
        left -= length;
        for (int at = 0; at + ROW <= length; at += ROW) {
          rows.add(buffer, at);
          if (sorted
              && rows.digest.records() > 1
              && Arrays.compareUnsigned(buffer, at, at + KEY, rows.last, 0, KEY) < 0) {
            throw new WrongOutputException(
                "%s: key %s after %s"
                    .formatted(
                        Parts.name(file, rows.digest.records()),
                        hex(Arrays.copyOfRange(buffer, at, at + KEY)),
                        hex(rows.last)));
          }
          System.arraycopy(buffer, at, rows.last, 0, KEY);
        }
      }
    } catch (EOFException shorter) {
      throw new IOException(name + ": ends before its length, " + file.getLen(), shorter);
    }
    if (file.getLen() % ROW != 0) {
      throw new WrongOutputException(
          name + ": has " + file.getLen() + " bytes; must be a multiple of " + ROW);
    }
    return rows;
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }
}
