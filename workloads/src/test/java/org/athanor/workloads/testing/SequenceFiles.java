// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.partition.HashPartitioner;
import org.athanor.testkit.Seeds;

/** Sequence files of texts. */
public final class SequenceFiles {

  private SequenceFiles() {}

  /** Writes two files of random records to a new directory; some keys appear more than once. */
  public static void write(Path directory, int records) throws IOException {
    Random random = new Random(Seeds.seed());
    Files.createDirectories(directory);
    for (int file = 0; file < 2; file++) {
      try (SequenceFile.Writer writer =
          SequenceFile.createWriter(
              new Configuration(),
              SequenceFile.Writer.file(hadoop(directory.resolve("part-m-0000" + file))),
              SequenceFile.Writer.keyClass(Text.class),
              SequenceFile.Writer.valueClass(Text.class))) {
        for (int i = 0; i < records / 2; i++) {
          writer.append(
              new Text("\u00e9" + random.nextInt(records)), new Text("value " + random.nextLong()));
        }
      }
    }
  }

  /**
   * Checks that each part is sorted, that parts have no common keys, and that all parts together
   * have the records of the input.
   */
  public static void assertSorted(Path input, List<Path> parts, int count) throws IOException {
    HashPartitioner<Text, Text> partitioner = new HashPartitioner<>();
    List<Map.Entry<Text, Text>> all = new ArrayList<>();
    assertThat(parts).hasSize(count);
    for (int part = 0; part < count; part++) {
      int number = part;
      List<Map.Entry<Text, Text>> records = read(List.of(parts.get(part)));
      assertThat(records).isSortedAccordingTo(Map.Entry.comparingByKey());
      assertThat(records)
          .allMatch(
              entry -> partitioner.getPartition(entry.getKey(), entry.getValue(), count) == number);
      all.addAll(records);
    }
    assertThat(all).containsExactlyInAnyOrderElementsOf(read(PartFiles.in(input)));
  }

  private static List<Map.Entry<Text, Text>> read(Collection<Path> files) throws IOException {
    List<Map.Entry<Text, Text>> records = new ArrayList<>();
    for (Path file : files) {
      try (SequenceFile.Reader reader =
          new SequenceFile.Reader(new Configuration(), SequenceFile.Reader.file(hadoop(file)))) {
        Text key = new Text();
        Text value = new Text();
        while (reader.next(key, value)) {
          records.add(Map.entry(new Text(key), new Text(value)));
        }
      }
    }
    return records;
  }

  private static org.apache.hadoop.fs.Path hadoop(Path path) {
    return new org.apache.hadoop.fs.Path(path.toUri());
  }
}
