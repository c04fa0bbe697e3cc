// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.SequenceFileInputFormat;

/**
 * Checks Sort: each part is sorted by key, all keys of a part belong to one hash partition that no
 * other part has, and all parts together have the records of the input. Memory does not grow with
 * the data.
 */
public final class SortCheck implements Check {
  private final Configuration configuration;
  private final Path input;
  private final Reference reference;
  private final Parts parts;
  private final int partitions;

  /**
   * Creates a check.
   *
   * @param partitions number of requested parts; if empty, the number of files
   */
  public SortCheck(
      Configuration configuration,
      Path input,
      Path output,
      OptionalInt partitions,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.configuration = configuration;
    this.input = input;
    this.reference = new Reference(configuration, "sort", input, reference);
    this.parts = new Parts(configuration, output);
    this.partitions = partitions.orElse(parts.all().size());
  }

  private record Part(MultisetDigest digest, int partition, String name) {}

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String expected = new String(reference.get(this::digest), StandardCharsets.US_ASCII);
    MultisetDigest found = new MultisetDigest();
    Map<Integer, String> partOf = new HashMap<>();
    for (Part part : parts.read(this::read)) {
      found.add(part.digest());
      if (part.digest().records() > 0) {
        String other = partOf.put(part.partition(), part.name());
        if (other != null) {
          throw new WrongOutputException(
              other
                  + " and "
                  + part.name()
                  + " have keys of the same partition, "
                  + part.partition());
        }
      }
    }
    Records.compare(expected, found);
    return found.records() + " records in " + parts.all().size() + " parts, in order";
  }

  private void digest(OutputStream out) throws IOException, InterruptedException {
    MultisetDigest all =
        Splits.digest(
            configuration,
            input,
            new SequenceFileInputFormat<Text, Text>(),
            digest -> (key, value) -> add(digest, key, value));
    out.write(all.toString().getBytes(StandardCharsets.US_ASCII));
  }

  private static void add(MultisetDigest digest, Text key, Text value) {
    digest.begin();
    digest.part(key.getBytes(), 0, key.getLength());
    digest.part(value.getBytes(), 0, value.getLength());
    digest.end();
  }

  private Part read(FileStatus file) throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    int partition = -1;
    Text key = new Text();
    Text value = new Text();
    Text before = new Text();
    try (PartStream stream = parts.open(file);
        SequenceFile.Reader reader = reader(file, stream)) {
      for (long number = 1; next(reader, key, value, stream, digest.records()); number++) {
        if (number > 1 && key.compareTo(before) < 0) {
          throw new WrongOutputException(
              Parts.name(file, number)
                  + ": key \""
                  + Records.shown(key.toString())
                  + "\" after \""
                  + Records.shown(before.toString())
                  + "\"");
        }
        int own = (key.hashCode() & Integer.MAX_VALUE) % partitions;
        if (number > 1 && own != partition) {
          throw new WrongOutputException(
              String.format(
                  Locale.ROOT,
                  "%s: key \"%s\" belongs to partition %d, the keys before it to %d",
                  Parts.name(file, number),
                  Records.shown(key.toString()),
                  own,
                  partition));
        }
        partition = own;
        add(digest, key, value);
        before.set(key);
      }
    }
    return new Part(digest, partition, file.getPath().getName());
  }

  /** A codec that this machine does not have is no fault of the content. */
  private SequenceFile.Reader reader(FileStatus file, PartStream stream)
      throws IOException, WrongOutputException {
    try {
      return new SequenceFile.Reader(
          configuration,
          SequenceFile.Reader.stream(new FSDataInputStream(stream)),
          SequenceFile.Reader.length(file.getLen()));
    } catch (IOException e) {
      throw wrong(stream, 0, e);
    }
  }

  /**
   * Reads a record; returns false at the end.
   *
   * @param before number of the records before
   */
  private static boolean next(
      SequenceFile.Reader reader, Text key, Text value, PartStream stream, long before)
      throws IOException, WrongOutputException {
    try {
      return reader.next(key, value);
    } catch (IOException | RuntimeException | InternalError e) { // The last is native code's.
      throw wrong(stream, before, e);
    }
  }

  private static WrongOutputException wrong(PartStream stream, long before, Throwable thrown)
      throws IOException {
    WrongOutputException wrong = stream.wrong(before, thrown);
    return thrown instanceof EOFException
        ? new WrongOutputException(
            stream.file().getName() + ": ends in the middle of a record, after record " + before)
        : wrong;
  }
}
