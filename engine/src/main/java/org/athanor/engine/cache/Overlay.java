// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.cache;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;

/**
 * What a file system does about files that are held in memory, besides what it does anyway. All
 * paths are qualified. Thread-safe.
 */
final class Overlay {
  /** An operation of the file system itself. */
  interface Operation<T> {
    T run() throws IOException;
  }

  private final DeferredFiles deferred;
  private final DataCache cache;
  private final FileSystem.Statistics statistics;

  Overlay(DeferredFiles deferred, DataCache cache, FileSystem.Statistics statistics) {
    this.deferred = deferred;
    this.cache = cache;
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
      if (!mayStay.test(created)) {
        return created;
      }
      created.close();
      Store.Found found =
          store.find(path).orElseThrow(() -> new FileNotFoundException(path + " was deleted"));
      Draft draft = new Draft(cache);
      DeferredFiles.Entry entry = deferred.add(store, found, path, draft);
      DeferredOutput out = new DeferredOutput(deferred, entry, draft);
      cache.watch(out, draft);
      return new FSDataOutputStream(out, statistics);
    } finally {
      reserved.release();
    }
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
        new MarkerOutput(
            () -> create(path, creation),
            () -> {
              Store.Found directory =
                  store
                      .find(path.getParent())
                      .orElseThrow(
                          () -> new FileNotFoundException(path.getParent() + " was deleted"));
              deferred.addMarker(
                  path,
                  new DeferredFiles.Marker(
                      store, directory.id(), permission, System.currentTimeMillis()));
            }),
        null);
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
      boolean renamed = operation.run();
      boolean same = target.isPresent() && target.equals(source);
      if (renamed && !same) {
        boolean intoDirectory = target.filter(Store.Found::isDirectory).isPresent();
        if (target.isPresent() && !intoDirectory) {
          deferred.deleted(to);
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
        boolean wasMarker = deferred.removeMarker(path);
        deleted = operation.run() || wasMarker;
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

  Optional<DeferredFiles.Held> held(FileId id) {
    return deferred.held(id);
  }

  Optional<Pages> open(FileId id) {
    return deferred.open(id);
  }

  long gone() {
    return deferred.gone();
  }
}
