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
 * {@code report-files.txt}: which files of a directory belong to its report, a name per line,
 * relative to the directory. A later report replaces those, and removes the ones that it does not
 * have. Any other file is somebody else's: it is never removed nor replaced.
 *
 * <p>While a report is written the list has the old files and the new ones, so that after a crash
 * the next report still knows all of them.
 */
final class ReportFiles {
  static final String NAME = "report-files.txt";

  /** What a report may list; a list that was edited cannot lead out of the directory. */
  private static final Pattern OWN = Pattern.compile("(figures/|data/)?[A-Za-z0-9][A-Za-z0-9._-]*");

  /** In the page of every report, also of those that were written before there was a list. */
  private static final String SIGN = "Athanor evaluation";

  private final Path directory;
  private final Set<String> before;
  private final Set<String> now;

  private ReportFiles(Path directory, Set<String> before, Set<String> now) {
    this.directory = directory;
    this.before = before;
    this.now = now;
  }

  /**
   * Begins a report in a directory that exists.
   *
   * @param names of all its files
   * @throws IOException if a file that is not of an earlier report has one of these names; nothing
   *     was changed then
   */
  static ReportFiles begin(Path directory, List<String> names) throws IOException {
    Set<String> now = new TreeSet<>(names);
    for (String name : now) {
      if (!OWN.matcher(name).matches()) {
        throw new IllegalArgumentException(name + ": no name of a report's file");
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
                + ": exists, and is not of an earlier report; move it away, or choose another"
                + " directory by --output");
      }
    }
    Set<String> all = new TreeSet<>(before);
    all.addAll(now);
    WholeFile.write(list, lines(all));
    return new ReportFiles(directory, before, now);
  }

  private static boolean isReport(Path page) throws IOException {
    return Files.isRegularFile(page) && Files.readString(page).contains(SIGN);
  }

  /** Removes what only the earlier report had; called when the new one is complete. */
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
