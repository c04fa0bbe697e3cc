// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.athanor.tiering.audit.AuditEvent;

/**
 * The files that an audit log opens and creates, in its order. A file keeps its identity when it,
 * or a directory above it, gets another name; a file that is created in place of another is a new
 * one.
 */
final class LoggedAccesses {
  /**
   * An open or a creation.
   *
   * @param line of the log, from 1
   * @param millis since 1970, not before the one before
   */
  record Operation(long line, long millis, String client, boolean creates, LoggedFile file) {}

  private final List<Operation> operations = new ArrayList<>();
  private final NavigableMap<String, LoggedFile> byPath = new TreeMap<>();
  private final Map<String, Integer> namesakes = new HashMap<>();

  /** All operations, in the order of the log. */
  List<Operation> operations() {
    return operations;
  }

  /** Takes the next command of the log. Refused ones, and those that move no data, are left out. */
  void add(long line, AuditEvent event) {
    if (!event.allowed()) {
      return;
    }
    String path = event.source();
    switch (event.command()) {
      case OPEN -> {
        LoggedFile file = byPath.get(path);
        if (file == null) {
          file = newFile(path, false);
        }
        operation(line, event, file, false);
      }
      case CREATE -> operation(line, event, newFile(path, true), true);
      case RENAME -> rename(path, event.destination());
      case DELETE -> removeAll(path);
      default -> {
        // Neither opens a file nor changes a name.
      }
    }
  }

  private LoggedFile newFile(String path, boolean created) {
    int number = namesakes.merge(path, 1, Integer::sum);
    String name = number == 1 ? path : path + "#" + number;
    LoggedFile file = new LoggedFile(name, path, created);
    byPath.put(path, file);
    return file;
  }

  private void operation(long line, AuditEvent event, LoggedFile file, boolean creates) {
    long last = operations.isEmpty() ? 0 : operations.get(operations.size() - 1).millis();
    long millis = Math.max(last, event.time().toEpochMilli());
    operations.add(new Operation(line, millis, event.address(), creates, file));
  }

  private void rename(String from, String to) {
    if (to.isEmpty() || to.equals(from)) {
      return;
    }
    List<LoggedFile> moved = removeAll(from);
    if (!moved.isEmpty()) {
      removeAll(to);
    }
    for (LoggedFile file : moved) {
      file.rename(to + file.path().substring(from.length()));
      byPath.put(file.path(), file);
    }
  }

  /** Removes a path and all below it. */
  private List<LoggedFile> removeAll(String path) {
    List<LoggedFile> removed = new ArrayList<>();
    LoggedFile file = byPath.remove(path);
    if (file != null) {
      removed.add(file);
    }
    Map<String, LoggedFile> below = byPath.subMap(path + "/", path + "0");
    removed.addAll(below.values());
    below.clear();
    return removed;
  }
}
