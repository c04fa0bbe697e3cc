// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.placed;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;

/**
 * Where files are that jobs read, and which copies are on their way. Jobs that read the same file
 * share its copies. When no job that was submitted still needs a file, its copies are removed.
 * Times are in seconds since the beginning.
 */
final class Inputs {
  private final Map<String, Copies> files = new HashMap<>();
  private final Set<Copies> moving = new LinkedHashSet<>(); // those with copies on their way
  private double movedBytes;

  /** A file. */
  private static final class Copies {
    private final double bytes;
    private final Set<String> first; // clusters that hold it from the beginning
    private final Set<String> at; // clusters that hold it now
    private final Map<String, Double> arriving = new HashMap<>();
    private int readers; // jobs that were submitted and have not ended

    Copies(double bytes, Set<String> first) {
      this.bytes = bytes;
      this.first = first;
      this.at = new HashSet<>(first);
    }
  }

  /**
   * Adds a file.
   *
   * @param at clusters that hold it, one or more
   */
  void add(String path, double bytes, Set<String> at) {
    files.put(path, new Copies(bytes, Set.copyOf(at)));
  }

  /** A job was submitted that reads a file; nothing if the path is empty. */
  void opened(String path) {
    if (!path.isEmpty()) {
      files.get(path).readers++;
    }
  }

  /** A job has ended that read a file; nothing if the path is empty. */
  void closed(String path) {
    if (path.isEmpty()) {
      return;
    }
    Copies file = files.get(path);
    file.readers--;
    if (file.readers == 0) {
      file.arriving.clear();
      moving.remove(file);
      file.at.retainAll(file.first);
    }
  }

  /** Copies that have arrived are there. */
  void arrive(double now) {
    for (Copies file : moving) {
      for (Map.Entry<String, Double> each : file.arriving.entrySet()) {
        if (each.getValue() <= now) {
          file.at.add(each.getKey());
        }
      }
      file.arriving.keySet().removeAll(file.at);
    }
    moving.removeIf(file -> file.arriving.isEmpty());
  }

  /** From 0; 0 if the path is empty. */
  double bytes(String path) {
    return path.isEmpty() ? 0 : files.get(path).bytes;
  }

  /** Clusters that hold a file; none if the path is empty. */
  Set<String> at(String path) {
    return path.isEmpty() ? Set.of() : Set.copyOf(files.get(path).at);
  }

  /** Clusters that a file is being copied to, and when it will be there. */
  Map<String, Double> arriving(String path) {
    return path.isEmpty() ? Map.of() : Map.copyOf(files.get(path).arriving);
  }

  /** Tells the times at which copies that are on their way arrive. */
  void forEachArrival(DoubleConsumer time) {
    moving.forEach(file -> file.arriving.values().forEach(time::accept));
  }

  /**
   * Begins a copy, if none is on its way.
   *
   * @param arrival of a copy that begins now
   * @return when the file will be there
   */
  double copy(String path, String cluster, double arrival) {
    Copies file = files.get(path);
    Double known = file.arriving.putIfAbsent(cluster, arrival);
    if (known == null) {
      moving.add(file);
      movedBytes += file.bytes;
    }
    return known == null ? arrival : known;
  }

  /** A job reads a file from another cluster; nothing is kept. */
  void readRemotely(String path) {
    movedBytes += files.get(path).bytes;
  }

  /** Bytes that were copied to, or read from, another cluster. */
  double movedBytes() {
    return movedBytes;
  }
}
