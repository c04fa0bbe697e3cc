// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.pins;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.athanor.tiering.file.Replacement;

/**
 * A local file with the paths of an HDFS that are pinned: a line for each, besides empty lines and
 * comments that begin with {@code #}.
 *
 * <p>Pins are in a file, not in extended attributes of the files of HDFS, although these would
 * follow a renamed file: a plan is made from an image without a cluster, and of the two formats of
 * images, Delimited has no attributes; a daemon would have to ask for those of each directory; and
 * a file that was pinned before it exists has none. A list can also be read, compared and kept with
 * the rest of a cluster's configuration.
 *
 * <p>Readers see the file before or after a change, never a part of it. Who changes it waits for
 * another one that does, 10 s at most. The file keeps its mode and group, and its owner if root
 * changes it; a symbolic link stays one, and the file that it leads to is changed.
 *
 * @param path of the file
 * @param mustExist whether it is an error if there is none; if not, nothing is pinned then
 */
public record PinsFile(Path path, boolean mustExist) {
  /** How long to wait for another one that changes the pins, which takes milliseconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** As Linux follows. */
  private static final int MOST_LINKS = 40;

  /**
   * The pins, in the order of the file.
   *
   * @throws IOException if the file cannot be read, is missing, or has a line that is no path; with
   *     one line that names it. To plan without pins could move what must not be moved.
   */
  public List<String> read() throws IOException {
    Set<String> pins = new LinkedHashSet<>();
    int number = 0;
    for (String line : lines()) {
      number++;
      Optional<String> pin = pin(line);
      if (pin.isPresent()) {
        Optional<String> problem = problem(pin.get());
        if (problem.isPresent()) {
          throw new IOException(path + ", line " + number + ": " + pin.get() + problem.get());
        }
        pins.add(pin.get());
      }
    }
    return List.copyOf(pins);
  }

  private List<String> lines() throws IOException {
    try {
      return Files.readAllLines(path, UTF_8);
    } catch (NoSuchFileException e) {
      if (mustExist) {
        throw new IOException(path + ": does not exist; 'athanor storage pin' makes it", e);
      }
      return List.of();
    } catch (CharacterCodingException e) {
      throw new IOException(path + ": is no text in UTF-8", e);
    } catch (IOException e) {
      throw new IOException(path + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private static Optional<String> pin(String line) {
    String text = line.strip();
    return text.isEmpty() || text.startsWith("#") ? Optional.empty() : Optional.of(text);
  }

  /** What is wrong with a path, to be said after it; empty if nothing is. */
  public static Optional<String> problem(String pin) {
    if (!pin.startsWith("/")) {
      return Optional.of(": must begin with /");
    }
    if (!pin.equals("/") && (pin.endsWith("/") || pin.contains("//"))) {
      return Optional.of(": must not end with / or have //");
    }
    return pin.strip().equals(pin) && pin.chars().noneMatch(Character::isISOControl)
        ? Optional.empty()
        : Optional.of(": must not have control characters, nor blanks at its end");
  }

  /** Which of some pins a path is, or is below; empty if it is pinned by none. */
  public static Optional<String> cover(List<String> pins, String path) {
    for (String pin : pins) {
      if (path.startsWith(pin)
          && (path.length() == pin.length()
              || pin.equals("/")
              || path.charAt(pin.length()) == '/')) {
        return Optional.of(pin);
      }
    }
    return Optional.empty();
  }

  /**
   * Adds pins; other lines stay as they are. Makes the file, and its directory, if there is none.
   *
   * @return those that were not pinned, neither themselves nor by a directory above
   * @throws IllegalArgumentException if one is no path that a line can have
   * @throws IOException if the file cannot be read or written; it is as it was then
   */
  public List<String> add(List<String> pins) throws IOException {
    for (String pin : pins) {
      problem(pin)
          .ifPresent(
              problem -> {
                throw new IllegalArgumentException(pin + problem);
              });
    }
    return change(
        (lines, known) -> {
          List<String> added = new ArrayList<>();
          for (String pin : pins) {
            if (cover(known, pin).isEmpty()) {
              lines.add(pin);
              known.add(pin);
              added.add(pin);
            }
          }
          return added;
        });
  }

  /**
   * Takes pins away; other lines stay as they are.
   *
   * @return those that were there
   * @throws IOException if the file cannot be read or written; it is as it was then
   */
  public List<String> remove(List<String> pins) throws IOException {
    return change(
        (lines, known) -> {
          lines.removeIf(line -> pin(line).filter(pins::contains).isPresent());
          return known.stream().filter(pins::contains).toList();
        });
  }

  @FunctionalInterface
  private interface Change {
    /** Changes lines, and returns the pins that this concerns. */
    List<String> make(List<String> lines, List<String> known);
  }

  private List<String> change(Change change) throws IOException {
    Files.createDirectories(path.toAbsolutePath().getParent());
    Path file = target();
    return PinsLock.holding(
        beside(file, ".lock"),
        file,
        PATIENCE,
        () -> {
          PinsFile now = new PinsFile(path, false);
          List<String> lines = new ArrayList<>(now.lines());
          List<String> changed = change.make(lines, new ArrayList<>(now.read()));
          if (!changed.isEmpty()) {
            replace(file, lines);
          }
          return changed;
        });
  }

  /** The file itself, if the path is a symbolic link: who changes it by another link waits, too. */
  private Path target() throws IOException {
    Path file = path.toAbsolutePath();
    for (int links = 0; Files.isSymbolicLink(file); links++) {
      if (links == MOST_LINKS) {
        throw new IOException(path + ": leads through more than " + MOST_LINKS + " links");
      }
      file = file.resolveSibling(Files.readSymbolicLink(file));
    }
    Path directory = file.getParent();
    return Files.isDirectory(directory)
        ? directory.toRealPath().resolve(file.getFileName())
        : file.normalize();
  }

  private static Path beside(Path file, String ending) {
    return file.resolveSibling(file.getFileName() + ending);
  }

  private void replace(Path file, List<String> lines) throws IOException {
    Path next = Replacement.nextOf(file);
    Files.deleteIfExists(next); // of an attempt that failed
    boolean isReplaced = false;
    try {
      boolean exists = Files.exists(file);
      if (exists) {
        // Nobody who may not read the pins may read them meanwhile.
        Files.createFile(
            next,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      }
      Files.write(next, lines, UTF_8);
      try (FileChannel written = FileChannel.open(next, StandardOpenOption.WRITE)) {
        written.force(true);
      }
      if (exists) {
        keepAttributes(file, next);
      }
      Replacement.commit(file);
      isReplaced = true;
    } finally {
      if (!isReplaced) {
        Files.deleteIfExists(next);
      }
    }
  }

  /** Gives the new file the owner of the old one, if it can, its group and its mode. */
  private void keepAttributes(Path file, Path next) throws IOException {
    PosixFileAttributes before = Files.readAttributes(file, PosixFileAttributes.class);
    PosixFileAttributeView view = Files.getFileAttributeView(next, PosixFileAttributeView.class);
    PosixFileAttributes now = view.readAttributes();
    if (!now.owner().equals(before.owner())) {
      try {
        view.setOwner(before.owner());
      } catch (FileSystemException e) {
        // Only root may give a file away: it belongs to who has changed it last.
      }
    }
    if (!now.group().equals(before.group())) {
      try {
        view.setGroup(before.group());
      } catch (FileSystemException e) {
        throw new IOException(
            path
                + ": cannot keep its group "
                + before.group().getName()
                + ": change the pins as one of its members, or as root",
            e);
      }
    }
    view.setPermissions(before.permissions());
  }
}
