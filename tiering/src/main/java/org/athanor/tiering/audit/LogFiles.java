// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The files of a log, from the oldest to the one that is written: those with a date in their name
 * by that, then those with a number, the highest first, then the log itself.
 *
 * <p>Known names, for a log {@code a.log}: {@code a.log.1}, {@code a.log.2015-07-09}, {@code
 * a.log.2015-07-09-13}, {@code a.log-20150709}, and each with {@code .gz}. Files with other names
 * are ignored, and a compressed one as long as the one that it is made from is there. A file with
 * several of these names, as where the log is a link to one with a date, counts once.
 */
final class LogFiles {
  private static final int TRIES = 8;

  /** Fewer digits are a number, more a date. */
  private static final int DATE_DIGITS = 6;

  private static final Pattern HISTORY = Pattern.compile("[.-]([0-9][0-9T_.:-]*?)(\\.gz)?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final Path log;

  LogFiles(Path log) {
    this.log = log.toAbsolutePath();
  }

  /** The log that is written, if there is one now. */
  boolean isCurrent(LogFile file) {
    return file.path().equals(log);
  }

  /**
   * Lists the files. They are listed until two lists agree, because a list is of no use if files
   * were renamed while it was made.
   *
   * @return nothing if the files are being renamed all the time
   */
  Optional<List<LogFile>> list() throws IOException {
    List<LogFile> before = listOnce();
    for (int i = 0; i < TRIES; i++) {
      List<LogFile> now = listOnce();
      if (names(now).equals(names(before))) {
        return Optional.of(now);
      }
      before = now;
    }
    return Optional.empty();
  }

  private static List<String> names(List<LogFile> files) {
    return files.stream().map(file -> file.identity() + file.path()).toList();
  }

  private List<LogFile> listOnce() throws IOException {
    List<Aged> found = new ArrayList<>();
    String base = log.getFileName().toString();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(log.getParent())) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.startsWith(base)) {
          Optional<Age> age = Age.of(name.substring(base.length()));
          if (age.isPresent()) {
            add(found, entry, age.get());
          }
        }
      }
    } catch (NoSuchFileException | NotDirectoryException e) {
      if (Files.exists(log.getParent())) {
        throw e;
      }
      return List.of();
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    found.sort(Comparator.comparing((Aged aged) -> aged.age).thenComparing(a -> a.file.name()));
    dropLinks(found);
    Set<String> plain = new HashSet<>();
    found.forEach(file -> plain.add(file.file.name()));
    return found.stream()
        .filter(aged -> !aged.file.compressed() || !plain.contains(withoutEnding(aged.file)))
        .map(aged -> aged.file)
        .toList();
  }

  /** Keeps one name of each file: the last, which is the log itself if it is one of them. */
  private static void dropLinks(List<Aged> found) {
    Set<String> seen = new HashSet<>();
    for (int i = found.size() - 1; i >= 0; i--) {
      if (!seen.add(found.get(i).file.identity())) {
        found.remove(i);
      }
    }
  }

  private static String withoutEnding(LogFile compressed) {
    return compressed.name().substring(0, compressed.name().length() - ".gz".length());
  }

  /** Other kinds of files, such as a pipe that somebody has put there, would never end. */
  private static void add(List<Aged> found, Path entry, Age age) throws IOException {
    if (Files.isRegularFile(entry)) {
      try {
        found.add(new Aged(LogFile.of(entry), age));
      } catch (NoSuchFileException e) {
        // Renamed or deleted since: the list will differ from the next one.
      }
    }
  }

  private record Aged(LogFile file, Age age) {}

  /** Where a file belongs: its kind, then the numbers in its name, in the order of time. */
  private record Age(int kind, List<Long> numbers) implements Comparable<Age> {
    private static final int DATED = 0;
    private static final int NUMBERED = 1;
    private static final int CURRENT = 2;

    static Optional<Age> of(String suffix) {
      if (suffix.isEmpty()) {
        return Optional.of(new Age(CURRENT, List.of()));
      }
      Matcher matcher = HISTORY.matcher(suffix);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      List<Long> numbers = new ArrayList<>();
      int digits = 0;
      Matcher number = NUMBER.matcher(matcher.group(1));
      while (number.find()) {
        if (number.group().length() > 18) {
          return Optional.empty();
        }
        numbers.add(Long.parseLong(number.group()));
        digits += number.group().length();
      }
      if (digits >= DATE_DIGITS) {
        return Optional.of(new Age(DATED, List.copyOf(numbers)));
      }
      return numbers.size() == 1
          ? Optional.of(new Age(NUMBERED, List.of(-numbers.get(0))))
          : Optional.empty();
    }

    @Override
    public int compareTo(Age other) {
      int order = Integer.compare(kind, other.kind);
      for (int i = 0; order == 0 && i < numbers.size() && i < other.numbers.size(); i++) {
        order = numbers.get(i).compareTo(other.numbers.get(i));
      }
      return order != 0 ? order : Integer.compare(numbers.size(), other.numbers.size());
    }
  }
}
