// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.athanor.engine.failure.BestEffort;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a file system does about files that are held in memory, besides what it does anyway. All
 * paths are qualified. Thread-safe.
 */
final class Overlay {
  private static final Logger LOG = LoggerFactory.getLogger(Overlay.class);

  /** An operation of the file system itself. */
  interface Operation<T> {
    T run() throws IOException;
  }

  private final DeferredFiles deferred;
  private final FileSystem.Statistics statistics;

  Overlay(DeferredFiles deferred, FileSystem.Statistics statistics) {
    this.deferred = deferred;
    this.statistics = statistics;
  }

  /** Returns whether the file system says everything. */
  boolean isEmpty() {
    return deferred.areNone();
  }

  /** Writes what is held at or below a path, for an operation that knows only files. */
  void flush(Path path) throws IOException {
    if (!isEmpty()) {
      deferred.flush(path);
    }
  }

  /** Creates a file that is not deferred. */
  FSDataOutputStream create(Path path, Operation<FSDataOutputStream> creation) throws IOException {
    if (isEmpty()) {
      return creation.run();
    }
    makeMarker(path);
    Reservations.Reservation reserved = deferred.reserve(path);
    try {
      FSDataOutputStream created = creation.run();
      deferred.deleted(path);
      return created;
    } finally {
      reserved.release();
    }
  }

  /**
   * Creates a file whose content stays in memory.
   *
   * @param mayStay whether that is so, by the stream that the file system has created
   */
  FSDataOutputStream createDeferred(
      Path path,
      Store store,
      Operation<FSDataOutputStream> creation,
      Predicate<FSDataOutputStream> mayStay)
      throws IOException {
    Reservations.Reservation reserved = deferred.reserve(path);
    try {
      FSDataOutputStream created = creation.run();
      deferred.deleted(path);
      Optional<Store.Place> place = mayStay.test(created) ? hold(store, path) : Optional.empty();
      if (place.isEmpty()) {
        return created;
      }
      try {
        created.close();
      } catch (IOException | RuntimeException | Error e) {
        BestEffort.close(place.get(), "file that is not held");
        throw e;
      }
      return new FSDataOutputStream(deferred.add(store, place.get(), path), statistics);
    } finally {
      reserved.release();
    }
  }

  private static Optional<Store.Place> hold(Store store, Path path) {
    try {
      return store.hold(path);
    } catch (IOException e) {
      LOG.debug("{} is written at once", path, e);
      return Optional.empty();
    }
  }

  /** A file was created over another one, or is it. */
  void overwritten(FileId id) {
    deferred.overwritten(id);
  }

  /** Returns whether a job's mark of success is to be made later. */
  boolean defersMarker(Path path) {
    return PathNames.isMarker(path) && !isEmpty() && deferred.isAnyUnder(path.getParent());
  }

  /**
   * Creates a mark of success later.
   *
   * @param overwrite whether it may exist
   */
  FSDataOutputStream createMarker(
      Path path,
      Store store,
      FsPermission permission,
      boolean overwrite,
      Operation<FSDataOutputStream> creation,
      Operation<Boolean> deletion)
      throws IOException {
    if (!overwrite || store.find(path).filter(Store.Found::isDirectory).isPresent()) {
      deferred.flush(path);
      return create(path, creation); // which says what is wrong, if anything is
    }
    deletion.run();
    return new FSDataOutputStream(
        new MarkerOutput(() -> create(path, creation), () -> addMarker(path, store, permission)),
        null);
  }

  private void addMarker(Path path, Store store, FsPermission permission) throws IOException {
    Reservations.Reservation reserved = deferred.reserve(path);
    try {
      Store.Found directory =
          store
              .find(path.getParent())
              .orElseThrow(() -> new FileNotFoundException(path.getParent() + " was deleted"));
      deferred.addMarker(
          path,
          new DeferredFiles.Marker(store, directory.id(), permission, System.currentTimeMillis()));
    } finally {
      reserved.release();
    }
  }

  boolean rename(Path from, Path to, Store store, Operation<Boolean> operation) throws IOException {
    if (isEmpty()) {
      return operation.run();
    }
    makeMarker(from);
    makeMarker(to);
    Reservations.Reservation reserved = deferred.reserve(from, to);
    try {
      Optional<Store.Found> source = store.find(from);
      Optional<Store.Found> target = store.find(to);
      List<DeferredFiles.Entry> before = deferred.at(to);
      boolean renamed = operation.run();
      boolean same = target.isPresent() && target.equals(source);
      if (renamed && !same) {
        boolean intoDirectory = target.filter(Store.Found::isDirectory).isPresent();
        if (intoDirectory) {
          deferred.partlyDeleted(to);
        } else {
          deferred.replaced(before); // also what another program had deleted
        }
        deferred.moved(from, to, intoDirectory);
      }
      return renamed;
    } finally {
      reserved.release();
    }
  }

  boolean delete(Path path, boolean recursive, Operation<Boolean> operation) throws IOException {
    if (isEmpty()) {
      return operation.run();
    }
    if (!recursive) {
      makeMarker(new Path(path, FileOutputCommitter.SUCCEEDED_FILE_NAME));
    }
    Reservations.Reservation reserved = deferred.reserve(path);
    try {
      boolean deleted = false;
      try {
        boolean isMarker = deferred.marker(path).isPresent();
        deleted = operation.run() || isMarker;
      } finally {
        if (deleted) {
          deferred.deleted(path);
        } else {
          deferred.partlyDeleted(path);
        }
      }
      return deleted;
    } finally {
      reserved.release();
    }
  }

  /** Makes the mark of success at a path, if there is one that is not made yet. */
  void makeMarker(Path path) throws IOException {
    if (!isEmpty() && deferred.marker(path).isPresent()) {
      deferred.flush(path);
    }
  }

  /** Returns the mark of success at a path that is not made yet. */
  Optional<DeferredFiles.Marker> marker(Path path) throws IOException {
    return isEmpty() ? Optional.empty() : deferred.marker(path);
  }

  /** See {@link DeferredFiles#held}. */
  Optional<DeferredFiles.Held> held(FileId id, Path path, long length) {
    return deferred.held(id, path, length);
  }

  /** See {@link DeferredFiles#open}. */
  Optional<Pages> open(FileId id, Path path, long length) {
    return deferred.open(id, path, length);
  }

  long gone() {
    return deferred.gone();
  }
}
