// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.history;

import java.util.ArrayList;
import java.util.List;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.Coalescer;
import org.athanor.tiering.audit.AuditEvent;

/**
 * Says what the commands of an audit log mean for files. Commands that were refused mean nothing.
 * Of the accesses of a caller to a file within a window, the first one counts (see {@link
 * Coalescer}), because HDFS logs an access for each few blocks that a reader asks for.
 */
public final class FileUse {
  /** Takes the events of files, in the order of the log. */
  public interface Listener {
    /** A file was written; it may have replaced one of the same name. */
    void created(String path, long timeMillis);

    /** A file was read. */
    void accessed(AccessEvent event);

    /** A file or directory was deleted, with all below it. */
    void deleted(String path);

    /** A file or directory was renamed. If the destination is a directory, it may be in there. */
    void renamed(String from, String to);
  }

  private final Coalescer coalescer;
  private final Listener listener;

  /**
   * Tells a listener.
   *
   * @param coalescer used by nobody else
   */
  public FileUse(Coalescer coalescer, Listener listener) {
    this.coalescer = coalescer;
    this.listener = listener;
  }

  /**
   * Takes the next event of the log. Paths that are not absolute, as of a damaged line, are left.
   */
  public void accept(AuditEvent event) {
    if (!event.allowed()) {
      return;
    }
    String source = event.source();
    long millis = Math.max(0, event.time().toEpochMilli());
    switch (event.command()) {
      case OPEN -> {
        if (isPath(source)) {
          AccessEvent access = new AccessEvent(source, millis, Callers.of(event));
          if (coalescer.counts(access)) {
            listener.accessed(access);
          }
        }
      }
      case CREATE -> {
        if (isPath(source)) {
          listener.created(source, millis);
        }
      }
      case DELETE -> {
        if (isPath(source)) {
          listener.deleted(source);
        }
      }
      case RENAME -> {
        if (isPath(source) && isPath(event.destination())) {
          listener.renamed(source, event.destination());
        }
      }
      case CONCAT -> pathsOf(source).forEach(listener::deleted);
      default -> {
        // The others neither read a file nor change its name.
      }
    }
  }

  /** Whether a text is an absolute path other than the root. */
  private static boolean isPath(String text) {
    if (!text.startsWith("/")) {
      return false;
    }
    int i = 1;
    while (i < text.length() && text.charAt(i) == '/') {
      i++;
    }
    return i < text.length();
  }

  /** The paths of a list, as "[/a, /b]". A path with ", /" in it cannot be told from two. */
  private static List<String> pathsOf(String list) {
    List<String> paths = new ArrayList<>();
    if (list.startsWith("[") && list.endsWith("]")) {
      for (String path : list.substring(1, list.length() - 1).split(", (?=/)", -1)) {
        if (isPath(path)) {
          paths.add(path);
        }
      }
    }
    return paths;
  }
}
