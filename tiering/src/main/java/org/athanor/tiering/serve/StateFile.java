// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.serve;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.athanor.tiering.file.Replacement;
import org.athanor.tiering.plan.Learner;
import org.athanor.tiering.plan.PlanSettings;

/**
 * What a manager has learnt, in a directory that only its owner can read and one process uses. A
 * file there is replaced as a whole; the one before stays if that fails.
 *
 * <pre>
 * int magic "ATHS" | int version 2 | UTF settings | the manager's state | what was learnt | long CRC-32C
 * </pre>
 */
final class StateFile implements Closeable {
  private static final int MAGIC = 0x41544853;
  private static final int VERSION = 2;
  private static final String NAME = "state";

  private final Path directory;
  private final FileChannel lockFile;
  private final FileLock lock;

  /** What was stored. */
  record Loaded(StoredState state, Learner learner) {}

  /**
   * Claims a directory, and creates it if it does not exist.
   *
   * @throws IOException if another process uses it, or it cannot be written
   */
  StateFile(Path directory) throws IOException {
    this.directory = directory;
    if (!Files.isDirectory(directory)) {
      Files.createDirectories(directory.toAbsolutePath().getParent());
      Files.createDirectory(directory, mode("rwx------"));
    }
    Set<PosixFilePermission> modes = Files.getPosixFilePermissions(directory);
    if (modes.contains(PosixFilePermission.OTHERS_WRITE)
        || modes.contains(PosixFilePermission.GROUP_WRITE)) {
      throw new IOException(
          directory + ": others can write to it; make it the daemon's own, with chmod 700");
    }
    lockFile =
        FileChannel.open(
            directory.resolve("lock"),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            mode("rw-------"));
    FileLock claimed = null;
    try {
      claimed = lockFile.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another manager in this JVM.
    }
    if (claimed == null) {
      lockFile.close();
      throw new IOException(directory + ": another process uses it; give each its own directory");
    }
    lock = claimed;
  }

  private static FileAttribute<Set<PosixFilePermission>> mode(String text) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(text));
  }

  /**
   * Reads what was stored; empty if nothing was.
   *
   * @throws IOException if the file is damaged or of other settings; with the remedy
   */
  Optional<Loaded> load(PlanSettings settings, int maxFiles) throws IOException {
    Path file = directory.resolve(NAME);
    CRC32C checksum = new CRC32C();
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      // All is checked before anything of it is believed.
      long length = Files.size(file) - Long.BYTES;
      verify(file, length);
      DataInputStream in = new DataInputStream(new CheckedInputStream(raw, checksum));
      if (in.readInt() != MAGIC || in.readInt() != VERSION) {
        throw broken(file, "is no state of this version");
      }
      String written = in.readUTF();
      if (!written.equals(fingerprint(settings))) {
        throw new IOException(
            file
                + ": was learnt with "
                + written
                + ", not with "
                + fingerprint(settings)
                + ": give the same options, or another --state to begin again");
      }
      StoredState state = StoredState.read(in);
      return Optional.of(new Loaded(state, Learner.read(in, settings, maxFiles)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      throw broken(file, e.getMessage());
    }
  }

  private static void verify(Path file, long length) throws IOException {
    if (length < 0) {
      throw broken(file, "is too short");
    }
    CRC32C checksum = new CRC32C();
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file), 1 << 16))) {
      byte[] buffer = new byte[1 << 16];
      for (long left = length; left > 0; ) {
        int n = in.read(buffer, 0, (int) Math.min(buffer.length, left));
        if (n < 0) {
          throw broken(file, "became shorter while it was read");
        }
        checksum.update(buffer, 0, n);
        left -= n;
      }
      if (in.readLong() != checksum.getValue()) {
        throw broken(file, "has a wrong checksum");
      }
    }
  }

  private static IOException broken(Path file, String problem) {
    return new IOException(
        file + ": " + problem + "; delete it to learn again from the audit logs that there are");
  }

  private static String fingerprint(PlanSettings settings) {
    return settings.predictor().id() + ", a period of " + settings.period().toSeconds() + " s";
  }

  /** Replaces what was stored. */
  void store(Learner learner, StoredState state, PlanSettings settings) throws IOException {
    Replacement.write(
        directory.resolve(NAME),
        file -> {
          CRC32C checksum = new CRC32C();
          DataOutputStream out = new DataOutputStream(new CheckedOutputStream(file, checksum));
          out.writeInt(MAGIC);
          out.writeInt(VERSION);
          out.writeUTF(fingerprint(settings));
          state.write(out);
          learner.write(out);
          out.writeLong(checksum.getValue());
          out.flush();
        });
  }

  @Override
  public void close() throws IOException {
    lock.close();
    lockFile.close();
  }
}
