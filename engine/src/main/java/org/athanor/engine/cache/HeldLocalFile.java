// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.Syncable;

/**
 * A local file that is open as long as its content is held: so its inode is not given to another
 * file when it is deleted, and it can be written whatever becomes of its permissions. Thread-safe.
 */
final class HeldLocalFile implements Store.Place {
  /** A process may have few open files; those beyond are not held. */
  private static final int MAX_OPEN = 512;

  /** What this process has open: deleted files have no links. */
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");

  private static final AtomicInteger OPEN = new AtomicInteger();

  private final FileId id;

  @GuardedBy("this")
  private RandomAccessFile file;

  private HeldLocalFile(FileId id, RandomAccessFile file) {
    this.id = id;
    this.file = file;
  }

  /** Returns empty if the file cannot be held: it may not be written, or too many are held. */
  static Optional<Store.Place> of(File path) throws IOException {
    Optional<FileId> id = idOf(path);
    if (id.isEmpty() || !Files.isWritable(path.toPath())) {
      return Optional.empty();
    }
    Optional<RandomAccessFile> file = open(path);
    if (file.isPresent() && (!idOf(path).equals(id) || file.get().length() > 0)) {
      close(file.get());
      return Optional.empty();
    }
    return file.map(opened -> new HeldLocalFile(id.get(), opened));
  }

  private static Optional<FileId> idOf(File path) throws IOException {
    return LocalStore.attributes(path)
        .filter(BasicFileAttributes::isRegularFile)
        .flatMap(LocalStore::id);
  }

  private static Optional<RandomAccessFile> open(File path) {
    if (OPEN.incrementAndGet() <= MAX_OPEN) {
      try {
        return Optional.of(new RandomAccessFile(path, "rw"));
      } catch (IOException e) {
        // Not permitted, or this process has too many files open: then it is not held.
      }
    }
    OPEN.decrementAndGet();
    return Optional.empty();
  }

  private static void close(RandomAccessFile file) throws IOException {
    OPEN.decrementAndGet();
    file.close();
  }

  @Override
  public FileId id() {
    return id;
  }

  @Override
  public synchronized Store.Rewritten rewrite(org.apache.hadoop.fs.Path path, boolean again)
      throws IOException {
    if (file == null) {
      reopen(new File(path.toUri().getPath()));
    }
    file.setLength(0);
    file.seek(0);
    return new Store.Rewritten(new Output(file), id);
  }

  /** It was closed with an error. */
  @GuardedBy("this")
  private void reopen(File path) throws IOException {
    if (!idOf(path).equals(Optional.of(id))) {
      throw new IOException("another file has its name");
    }
    OPEN.incrementAndGet();
    try {
      file = new RandomAccessFile(path, "rw");
    } catch (IOException e) {
      OPEN.decrementAndGet();
      throw e;
    }
    if (!idOf(path).equals(Optional.of(id))) {
      close();
      throw new IOException("another file has its name");
    }
  }

  @Override
  public synchronized boolean isDeleted() {
    if (file == null) {
      return false;
    }
    try (DirectoryStream<Path> open = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path one : open) {
        Optional<Integer> links = linksIfIts(one);
        if (links.isPresent()) {
          return links.get() == 0;
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      return false; // not certain
    }
    return false;
  }

  private Optional<Integer> linksIfIts(Path open) {
    try {
      Map<String, Object> found = Files.readAttributes(open, "unix:fileKey,nlink");
      return id.inode().equals(found.get("fileKey"))
          ? Optional.of(((Number) found.get("nlink")).intValue())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty(); // closed meanwhile
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (file != null) {
      RandomAccessFile closing = file;
      file = null;
      close(closing);
    }
  }

  /** Writes to the file, and closes it. */
  private final class Output extends OutputStream implements Syncable {
    private final RandomAccessFile out;

    Output(RandomAccessFile out) {
      this.out = out;
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      out.write(bytes, offset, length);
    }

    @Override
    public void hflush() {
      // Nothing is buffered.
    }

    @Override
    public void hsync() throws IOException {
      out.getFD().sync();
    }

    @Override
    public void close() throws IOException {
      HeldLocalFile.this.close();
    }
  }
}
