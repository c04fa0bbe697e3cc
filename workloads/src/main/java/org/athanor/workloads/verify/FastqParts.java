// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * Single reads or pairs of FASTQ in the part files of an output. Mates are in files {@code first-…}
 * and {@code second-…} whose names are otherwise the same, in the same order.
 */
final class FastqParts {
  private static final String FIRST = "first-";
  private static final String SECOND = "second-";

  /** Of single reads, or of first mates. */
  private final Parts parts;

  /** Of second mates; empty for single reads. */
  private final Optional<Parts> mates;

  FastqParts(Configuration configuration, Path output, boolean paired)
      throws IOException, WrongOutputException {
    if (!paired) {
      parts = new Parts(configuration, output);
      mates = Optional.empty();
      return;
    }
    Parts all = Parts.orNone(configuration, output);
    parts = all.named(FIRST);
    mates = Optional.of(all.named(SECOND));
    List<String> firsts = names(parts, FIRST);
    List<String> seconds = names(mates.get(), SECOND);
    if (!firsts.equals(seconds)) {
      throw new WrongOutputException(
          "there are files of first mates " + firsts + ", of second mates " + seconds);
    }
  }

  private static List<String> names(Parts parts, String beginning) {
    return parts.all().stream()
        .map(part -> part.getPath().getName().substring(beginning.length()))
        .toList();
  }

  /** Receives reads or pairs. */
  interface Consumer {
    void accept(Sample sample);
  }

  /** Makes what receives the reads of a part, and is the result of reading it. */
  interface Results<T extends Consumer> {
    T create();
  }

  /** Reads all parts, several at the same time; returns what has received their reads. */
  <T extends Consumer> List<T> read(Results<T> results)
      throws IOException, InterruptedException, WrongOutputException {
    return parts.read(
        part -> {
          T result = results.create();
          if (mates.isPresent()) {
            readPairs(part, mates.get(), result);
          } else {
            readSingle(part, result);
          }
          return result;
        });
  }

  private void readSingle(FileStatus part, Consumer consumer)
      throws IOException, WrongOutputException {
    try (Reads reads = new Reads(parts, part)) {
      for (Sample read = reads.next(); read != null; read = reads.next()) {
        consumer.accept(read);
      }
    }
  }

  private void readPairs(FileStatus part, Parts seconds, Consumer consumer)
      throws IOException, WrongOutputException {
    FileStatus mate = seconds.all().get(parts.all().indexOf(part));
    try (Reads firsts = new Reads(parts, part);
        Reads others = new Reads(seconds, mate)) {
      while (true) {
        Sample first = firsts.next();
        Sample second = others.next();
        if ((first == null) != (second == null)) {
          throw new WrongOutputException(
              (first == null ? part : mate).getPath().getName()
                  + ": has fewer reads than "
                  + (first == null ? mate : part).getPath().getName());
        }
        if (first == null) {
          return;
        }
        consumer.accept(first.with(second));
      }
    }
  }

  /** The reads of a file. */
  private static final class Reads implements Closeable {
    private final String name;
    private final PartLines lines;
    private final Text line = new Text();

    Reads(Parts parts, FileStatus part) throws IOException, WrongOutputException {
      name = part.getPath().getName();
      lines = parts.reader(part);
    }

    /** Returns the next read; null at the end. */
    Sample next() throws IOException, WrongOutputException {
      String title = nextLine();
      if (title == null) {
        return null;
      }
      String bases = nextLine();
      String separator = nextLine();
      String qualities = nextLine();
      if (qualities == null) {
        throw new WrongOutputException(name + ": ends in a read");
      }
      if (!title.startsWith("@") || !separator.equals("+")) {
        throw new WrongOutputException(
            name + " line " + (lines.number() - 3) + ": must be lines of @, bases, +, qualities");
      }
      return Sample.single(title.substring(1), bases, qualities);
    }

    private String nextLine() throws IOException, WrongOutputException {
      return lines.read(line) ? line.toString() : null;
    }

    @Override
    public void close() throws IOException {
      lines.close();
    }
  }
}
