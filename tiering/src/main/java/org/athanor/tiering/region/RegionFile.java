// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.zip.CRC32C;
import org.athanor.tiering.file.Replacement;

/**
 * What is in the temporary region and who uses it, in the directory of the daemon's state, so that
 * it is known after a crash which copies are the region's. Replaced as a whole before anything of
 * it is done.
 *
 * <pre>
 * int magic "ATHR" | int version 1 | int files | files | int jobs | jobs | long CRC-32C
 * </pre>
 */
final class RegionFile implements RegionStore {
  private static final int MAGIC = 0x41544852;
  private static final int VERSION = 1;
  private static final int MOST = 10_000_000;

  private final Path file;

  /**
   * Will use a directory.
   *
   * @param directory that exists, and is used by one process
   */
  RegionFile(Path directory) {
    this.file = directory.resolve("region");
  }

  @Override
  public Stored load() throws IOException {
    byte[] all;
    try {
      all = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return new Stored(List.of(), List.of());
    }
    int length = all.length - Long.BYTES;
    CRC32C checksum = new CRC32C();
    checksum.update(all, 0, Math.max(0, length));
    if (length < 0 || ByteBuffer.wrap(all, length, Long.BYTES).getLong() != checksum.getValue()) {
      throw broken("has a wrong checksum", null);
    }
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(all, 0, length))) {
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw new IOException("is none of this version");
      }
      List<HeldFile> files = new ArrayList<>();
      for (int left = count(in, MOST); left > 0; left--) {
        files.add(HeldFile.read(in));
      }
      List<RunningJob> jobs = new ArrayList<>();
      for (int left = count(in, MOST); left > 0; left--) {
        jobs.add(RunningJob.read(in));
      }
      return new Stored(files, jobs);
    } catch (IOException e) {
      throw broken(e.getMessage(), e);
    }
  }

  private IOException broken(String problem, IOException cause) {
    return new IOException(
        file
            + ": "
            + problem
            + "; delete it to begin with an empty region: files that were copied to SSDs for jobs"
            + " then stay there until a plan or athanor storage drop takes them off",
        cause);
  }

  static int count(DataInput in, int most) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > most) {
      throw new IOException("has a list of " + count + ": must be 0 to " + most);
    }
    return count;
  }

  @Override
  public void store(Collection<HeldFile> files, Collection<RunningJob> jobs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeInt(VERSION);
      out.writeInt(files.size());
      for (HeldFile one : files) {
        one.write(out);
      }
      out.writeInt(jobs.size());
      for (RunningJob one : jobs) {
        one.write(out);
      }
      CRC32C checksum = new CRC32C();
      checksum.update(bytes.toByteArray());
      out.writeLong(checksum.getValue());
    }
    Replacement.write(file, out -> out.write(bytes.toByteArray()));
  }
}
