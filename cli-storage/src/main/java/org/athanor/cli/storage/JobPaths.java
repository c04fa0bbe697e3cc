// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * Finds the input of a job among the arguments of its driver: the paths that exist. Its output does
 * not exist before the job. What follows an option is its value, which may be a password, and is
 * not asked for: the NameNode would write it to its audit log.
 */
final class JobPaths {
  private JobPaths() {}

  /** The absolute paths that exist, each once; of a pattern, all that match. */
  static List<String> existing(FileSystem files, List<String> arguments) throws IOException {
    TreeSet<String> found = new TreeSet<>();
    boolean isValue = false;
    for (String argument : arguments) {
      boolean isOption = argument.startsWith("-");
      boolean isAsked = !isValue && !isOption && !argument.isBlank();
      isValue = isOption;
      if (isAsked) {
        if (!add(files, argument, found)) {
          for (String part : argument.split(",", -1)) {
            add(files, part, found);
          }
        }
      }
    }
    return new ArrayList<>(found);
  }

  private static boolean add(FileSystem files, String text, Set<String> found) throws IOException {
    Path path;
    try {
      path = new Path(text);
    } catch (IllegalArgumentException e) {
      return false; // an argument that is no path
    }
    URI uri = path.toUri();
    boolean isElsewhere =
        (uri.getScheme() != null && !uri.getScheme().equals(files.getUri().getScheme()))
            || (uri.getAuthority() != null
                && !uri.getAuthority().equals(files.getUri().getAuthority()));
    if (isElsewhere) {
      return false;
    }
    FileStatus[] matches;
    try {
      matches = files.globStatus(new Path(uri.getPath()));
    } catch (IOException | IllegalArgumentException e) {
      if (uri.getPath().matches(".*[\\[{*?\\\\].*")) {
        return false; // an argument that is no pattern
      }
      throw e;
    }
    if (matches == null) {
      return false;
    }
    for (FileStatus match : matches) {
      if (!match.getPath().isRoot()) {
        found.add(match.getPath().toUri().getPath());
      }
    }
    return matches.length > 0;
  }
}
