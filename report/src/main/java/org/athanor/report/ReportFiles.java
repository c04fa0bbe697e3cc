// SPDX-License-Identifier: Apache-2.0
package org.athanor.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.athanor.results.WholeFile;

/**
 * {@code report-files.txt}: the files of a directory that belong to its report, one name per line,
 * relative to the directory. A later report replaces these files, and removes those that it does
 * not have itself. Other files are never removed or replaced.
 *
 * <p>While a report is being written the list has both the old files and the new ones, so that the
 * next report knows all of them even after a crash.
 */
final class ReportFiles {
  static final String NAME = "report-files.txt";

  /** Names that a list may have. So an edited list cannot name files outside of the directory. */
  private static final Pattern OWN = Pattern.compile("(figures/|data/)?[A-Za-z0-9][A-Za-z0-9._-]*");

  /** Text in the page of every report. It identifies reports of releases that wrote no list. */
  private static final String TITLE = "Athanor evaluation";

  private final Path directory;
  private final Set<String> before;
  private final Set<String> now;

  private ReportFiles(Path directory, Set<String> before, Set<String> now) {
    this.directory = directory;
    this.before = before;
    this.now = now;
  }

  /**
   * Begins a report in an existing directory.
   *
   * @param names names of all files of the report
   * @throws IOException if a file with one of these names exists and does not belong to an earlier
   *     report; nothing has been changed then
   */
  static ReportFiles begin(Path directory, List<String> names) throws IOException {
    Set<String> now = new TreeSet<>(names);
    for (String name : now) {
      if (!OWN.matcher(name).matches()) {
        throw new IllegalArgumentException(name + ": is not a name of a report's file");
      }
    }
    Path list = directory.resolve(NAME);
    Set<String> before = new TreeSet<>();
    if (Files.exists(list)) {
      Files.readAllLines(list).stream().filter(OWN.asMatchPredicate()).forEach(before::add);
    } else if (isReport(directory.resolve(ReportWriter.PAGE))) {
      before.addAll(now);
    }
    for (String name : now) {
      Path file = directory.resolve(name);
      if (!before.contains(name) && Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(
            file
                + ": exists, and does not belong to an earlier report; move it away, or choose"
                + " another directory by --output");
      }
    }
    Set<String> all = new TreeSet<>(before);
    all.addAll(now);
    WholeFile.write(list, lines(all));
    return new ReportFiles(directory, before, now);
  }

  private static boolean isReport(Path page) throws IOException {
    return Files.isRegularFile(page) && Files.readString(page).contains(TITLE);
  }

  /** Removes the files that only the earlier report had. Call it when the new one is complete. */
  void end() throws IOException {
    for (String name : before) {
      if (!now.contains(name)) {
        Files.deleteIfExists(directory.resolve(name));
      }
    }
    WholeFile.write(directory.resolve(NAME), lines(now));
  }

  private static String lines(Set<String> names) {
    return String.join("\n", names) + "\n";
  }
}
