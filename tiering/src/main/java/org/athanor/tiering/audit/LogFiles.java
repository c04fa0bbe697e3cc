// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
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
 *
 * <p>Others may have put files into the directory. One with a date in the future in its name is
 * ignored, because it would come after each file that is written from now on. One that may not be
 * opened is left out as long as that is so, unless it is the log itself. Both are said once.
 *
 * <p>For one thread.
 */
final class LogFiles {
  private static final int TRIES = 8;

  /** Fewer digits are a number, more a date. */
  private static final int DATE_DIGITS = 6;

  private static final Pattern HISTORY = Pattern.compile("[.-]([0-9][0-9T_.:-]*?)(\\.gz)?");
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** Zones differ by a day at most, and clocks should by less. */
  private static final int FUTURE_DAYS = 2;

  private final Path log;
  private final Opener opener;

  /** Identities of files that could not be opened. */
  private final Set<String> leftOut = new HashSet<>();

  /** Names of files from the future that were said. */
  private final Set<Path> fromFuture = new HashSet<>();

  /** Opens a file at its beginning. */
  interface Opener {
    LogSource open(LogFile file) throws IOException;
  }

  LogFiles(Path log, Opener opener) {
    this.log = log.toAbsolutePath();
    this.opener = opener;
  }

  /** The log that is written, if there is one now. */
  boolean isCurrent(LogFile file) {
    return file.path().equals(log);
  }

  /**
   * Opens a file at its beginning.
   *
   * @throws UnreadableFileException if this process may not, and it is not the log itself
   */
  LogSource open(LogFile file) throws IOException {
    try {
      return opener.open(file);
    } catch (AccessDeniedException e) {
      if (isCurrent(file)) {
        throw e;
      }
      throw new UnreadableFileException(file, e);
    }
  }

  /**
   * Opens a file at a place, if it has the bytes that are before this place.
   *
   * @param footprint is cleared, and gets what is before the place if the file has it
   */
  Optional<LogSource> openAt(LogFile file, LogPosition place, Footprint footprint)
      throws IOException {
    if (!file.compressed() && file.bytes() < place.offset()) {
      return Optional.empty();
    }
    LogSource source = open(file);
    return source.goTo(place, footprint) ? Optional.of(source) : Optional.empty();
  }

  /** Lists a file no more until it can be opened. */
  void leaveOut(LogFile file, String reason, Consumer<String> notices) {
    if (leftOut.add(file.identity())) {
      notices.accept(file.path() + ": its lines are left out, it cannot be read (" + reason + ")");
    }
  }

  /**
   * Lists the files. They are listed until two lists agree, because a list is of no use if files
   * were renamed while it was made.
   *
   * @param notices takes one line for each file that is ignored though its name is known
   * @return nothing if the files are being renamed all the time
   */
  Optional<List<LogFile>> list(Consumer<String> notices) throws IOException {
    List<LogFile> before = listOnce(notices);
    for (int i = 0; i < TRIES; i++) {
      List<LogFile> now = listOnce(notices);
      if (names(now).equals(names(before))) {
        return Optional.of(openable(now));
      }
      before = now;
    }
    return Optional.empty();
  }

  /** Without those that were left out and still cannot be opened. */
  private List<LogFile> openable(List<LogFile> files) throws IOException {
    if (leftOut.isEmpty()) {
      return files;
    }
    Set<String> closed = new HashSet<>();
    List<LogFile> openable = new ArrayList<>();
    for (LogFile file : files) {
      if (leftOut.contains(file.identity()) && !canBeOpened(file)) {
        closed.add(file.identity());
      } else {
        openable.add(file);
      }
    }
    leftOut.retainAll(closed);
    return openable;
  }

  private boolean canBeOpened(LogFile file) throws IOException {
    try {
      open(file).close();
      return true;
    } catch (UnreadableFileException e) {
      return false;
    }
  }

  private static List<String> names(List<LogFile> files) {
    return files.stream().map(file -> file.identity() + file.path()).toList();
  }

  private List<LogFile> listOnce(Consumer<String> notices) throws IOException {
    LocalDate future = LocalDate.now(ZoneOffset.UTC).plusDays(FUTURE_DAYS);
    List<Aged> found = new ArrayList<>();
    String base = log.getFileName().toString();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(log.getParent())) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        if (name.startsWith(base)) {
          Optional<Age> age = Age.of(name.substring(base.length()));
          if (age.isPresent() && age.get().isFrom(future)) {
            if (fromFuture.add(entry)) {
              notices.accept(entry + ": is not read, its name has a date in the future");
            }
          } else if (age.isPresent()) {
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

  /**
   * Where a file belongs: its kind, then the numbers in its name, in the order of time.
   *
   * @param date the one in its name; empty if there is none, or none that is known
   */
  private record Age(int kind, List<Long> numbers, Optional<LocalDate> date)
      implements Comparable<Age> {
    private static final int DATED = 0;
    private static final int NUMBERED = 1;
    private static final int CURRENT = 2;

    private static final int YEAR_TO_DAY = 8;
    private static final int SECONDS_DIGITS = 10;
    private static final long SECONDS_OF_A_DAY = 24 * 3600;

    private Age(int kind, List<Long> numbers) {
      this(kind, numbers, Optional.empty());
    }

    boolean isFrom(LocalDate future) {
      return date.isPresent() && !date.get().isBefore(future);
    }

    static Optional<Age> of(String suffix) {
      if (suffix.isEmpty()) {
        return Optional.of(new Age(CURRENT, List.of()));
      }
      Matcher matcher = HISTORY.matcher(suffix);
      if (!matcher.matches()) {
        return Optional.empty();
      }
      List<Long> numbers = new ArrayList<>();
      StringBuilder digits = new StringBuilder();
      Matcher number = NUMBER.matcher(matcher.group(1));
      while (number.find()) {
        if (number.group().length() > 18) {
          return Optional.empty();
        }
        numbers.add(Long.parseLong(number.group()));
        digits.append(number.group());
      }
      if (digits.length() >= DATE_DIGITS) {
        return Optional.of(new Age(DATED, List.copyOf(numbers), date(digits.toString())));
      }
      return numbers.size() == 1
          ? Optional.of(new Age(NUMBERED, List.of(-numbers.get(0))))
          : Optional.empty();
    }

    /** Of digits that begin with year, month and day, or are seconds since 1970. */
    private static Optional<LocalDate> date(String digits) {
      if (digits.length() < YEAR_TO_DAY) {
        return Optional.empty();
      }
      try {
        String day = digits.substring(0, YEAR_TO_DAY);
        return Optional.of(LocalDate.parse(day, DateTimeFormatter.BASIC_ISO_DATE));
      } catch (DateTimeParseException e) {
        return digits.length() == SECONDS_DIGITS
            ? Optional.of(LocalDate.ofEpochDay(Long.parseLong(digits) / SECONDS_OF_A_DAY))
            : Optional.empty();
      }
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
