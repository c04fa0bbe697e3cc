// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.athanor.engine.files.ProcessFreeFileSystem;

/** Local files. Thread-safe. */
final class LocalStore implements Store {
  private static final String NAME = "file";

  /**
   * Which bytes a local file has: those of an inode with this length and time. A change of the same
   * length within the clock's granule, or one after which the time is put back, is not noticed.
   */
  private record Key(Object inode, long length, FileTime modified) {}

  private final ProcessFreeFileSystem files;

  LocalStore(ProcessFreeFileSystem files) {
    this.files = files;
  }

  /** Returns what is known of a file; empty if there is none, or its parent is a file. */
  static Optional<BasicFileAttributes> attributes(File file) throws IOException {
    try {
      return Optional.of(Files.readAttributes(file.toPath(), BasicFileAttributes.class));
    } catch (FileSystemException e) {
      if (file.exists()) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Returns the identity; empty where files have none. */
  static Optional<FileId> id(BasicFileAttributes attributes) {
    return Optional.ofNullable(attributes.fileKey()).map(inode -> new FileId(NAME, inode));
  }

  static Optional<Object> key(BasicFileAttributes attributes) {
    return attributes.fileKey() == null || !attributes.isRegularFile()
        ? Optional.empty()
        : Optional.of(
            new Key(attributes.fileKey(), attributes.size(), attributes.lastModifiedTime()));
  }

  private File file(Path path) {
    return files.pathToFile(path);
  }

  @Override
  public Optional<Found> find(Path path) throws IOException {
    return attributes(file(path))
        .flatMap(
            found ->
                id(found)
                    .map(
                        id ->
                            new Found(
                                id,
                                found.isDirectory(),
                                found.size(),
                                found.lastModifiedTime().toMillis())));
  }

  @Override
  public Optional<Place> hold(Path path) throws IOException {
    return HeldLocalFile.of(file(path));
  }

  @Override
  public void setModified(Path path, long modified) throws IOException {
    Files.setLastModifiedTime(file(path).toPath(), FileTime.fromMillis(modified));
  }

  @Override
  public Optional<Object> key(Path path, long length) throws IOException {
    return attributes(file(path)).filter(found -> found.size() == length).flatMap(LocalStore::key);
  }

  @Override
  public void createEmpty(Path path, FsPermission permission) throws IOException {
    FSDataOutputStream created =
        files.create(
            path,
            permission,
            true,
            Pages.PAGE_BYTES,
            files.getDefaultReplication(path),
            files.getDefaultBlockSize(path),
            null);
    created.close();
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
