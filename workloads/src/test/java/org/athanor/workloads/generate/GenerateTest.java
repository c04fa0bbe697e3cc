// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.io.SequenceFile;
import org.apache.hadoop.io.Text;
import org.athanor.workloads.Generate;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.usage.CommandLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateTest {
  @TempDir Path directory;
  private final Configuration configuration = new Configuration();

  private static Generator generator(String kind, String... options) {
    return Options.generator(kind, new CommandLine(options));
  }

  /** A generator with as many parts as a large dataset has, but few records in each. */
  private record InParts(Generator generator, int parts) implements Generator {
    @Override
    public String identity() {
      return generator.identity();
    }

    @Override
    public Quota quota() {
      return new Quota(generator.quota().bytes(), generator.quota().records(), parts);
    }

    @Override
    public RecordSource part(int part, long firstRecord) {
      return generator.part(part, firstRecord);
    }
  }

  private Path write(Generator generator, String name, int threads)
      throws IOException, InterruptedException {
    Path home = directory.resolve(name);
    DatasetWriter writer =
        new DatasetWriter(configuration, new org.apache.hadoop.fs.Path(home.toUri()), threads);
    writer.write("test", temporary -> writer.generate(generator, temporary));
    return home.resolve("data");
  }

  private static byte[] bytes(Path data) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Path part : PartFiles.in(data)) {
      all.write(Files.readAllBytes(part));
    }
    return all.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "sequence", "tera", "kronecker", "powerlaw", "gaussian", "reads"})
  void writesTheSameBytesWithAnyNumberOfThreads(String kind) throws Exception {
    Generator generator = new InParts(generator(kind, "--size", "300k", "--seed", "7"), 5);

    Path one = write(generator, "one", 1);
    Path several = write(generator, "several", 4);

    assertThat(PartFiles.in(several)).hasSize(5);
    for (int i = 0; i < 5; i++) {
      assertThat(PartFiles.in(several).get(i)).hasSameBinaryContentAs(PartFiles.in(one).get(i));
    }
    assertThat((long) bytes(one).length).isBetween(300L * 1024 - 100, 300L * 1024 + 5 * 1000);
  }

  /** The number of tetrahedra follows from the size only nearly. */
  @Test
  void writesTheSameMeshWithAnyNumberOfThreads() throws Exception {
    Path one = write(generator("mesh", "--size", "1m", "--seed", "7"), "one", 1);
    Path several = write(generator("mesh", "--size", "1m", "--seed", "7"), "several", 4);

    assertThat(bytes(several)).isEqualTo(bytes(one));
    assertThat((double) bytes(one).length).isBetween(0.8 * (1 << 20), 1.25 * (1 << 20));
    Generator large = generator("mesh", "--size", "1g");
    assertThat(large.quota().parts()).isEqualTo(8);
    assertThat(large.quota().records() % 8).isZero();
  }

  @Test
  void dividesATextIntoAsManyFilesAsAreAsked() throws Exception {
    Path data = write(generator("text", "--size", "200k", "--files", "10"), "ten", 2);

    assertThat(PartFiles.in(data)).hasSize(10);
    for (Path part : PartFiles.in(data)) {
      assertThat(Files.size(part)).isBetween(20L * 1024, 20L * 1024 + 200);
    }
    assertThat(generator("text", "--size", "200k", "--files", "10").identity())
        .isEqualTo("text vocabulary=100000 exponent=1.0 files=10");
    assertThat(generator("text", "--size", "200k").identity())
        .isEqualTo("text vocabulary=100000 exponent=1.0");
  }

  /** Uses a default locale that has its own digits. */
  @Test
  void namesPartsTheSameInEveryLocale() throws Exception {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      Path data = write(generator("text", "--size", "10k", "--seed", "7"), "arabic", 1);
      assertThat(data.resolve("part-00000")).exists();
    } finally {
      Locale.setDefault(before);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "sequence", "tera", "kronecker", "powerlaw", "gaussian", "reads"})
  void writesOtherRecordsWithAnotherSeedAndInAnotherPart(String kind) throws Exception {
    Path first = write(new InParts(generator(kind, "--records", "2000", "--seed", "1"), 2), "a", 1);
    Path second =
        write(new InParts(generator(kind, "--records", "2000", "--seed", "2"), 2), "b", 1);

    assertThat(bytes(first)).isNotEqualTo(bytes(second));
    assertThat(Files.readAllBytes(PartFiles.in(first).get(0)))
        .isNotEqualTo(Files.readAllBytes(PartFiles.in(first).get(1)));
  }

  @Test
  void rowsEqualTeraGensForAnyNumberOfParts() throws Exception {
    Path tera = directory.resolve("teragen");
    LocalJobs.run(
        LocalJobs.configuration(directory), new TeraGen(), "-Dmapreduce.job.maps=2", "5001", tera);

    assertThat(bytes(write(generator("tera", "--records", "5001"), "one", 1)))
        .isEqualTo(bytes(tera));
    assertThat(bytes(write(new InParts(generator("tera", "--records", "5001"), 3), "three", 2)))
        .isEqualTo(bytes(tera));
  }

  @Test
  void hadoopReadsTheSequenceFiles() throws Exception {
    Path data = write(generator("sequence", "--records", "1000"), "sequence", 1);

    Path part = PartFiles.in(data).get(0);
    int records = 0;
    Text key = new Text();
    Text value = new Text();
    try (SequenceFile.Reader reader =
        new SequenceFile.Reader(
            configuration, SequenceFile.Reader.file(new org.apache.hadoop.fs.Path(part.toUri())))) {
      while (reader.next(key, value)) {
        records++;
        assertThat(key.toString().split(" ", -1)).hasSizeBetween(5, 10);
        assertThat(value.toString().split(" ", -1)).hasSizeBetween(20, 100);
      }
      assertThat(reader.syncSeen()).isFalse();
      reader.sync(0);
      reader.sync(70_000);
      assertThat(reader.next(key, value)).as("a record after a mark").isTrue();
    }
    assertThat(records).isEqualTo(1000);
  }

  @Test
  void aDatasetBecomesVisibleWhenItIsCompleteAndIsGeneratedOnce() throws Exception {
    Path home = directory.resolve("place/text");
    String[] arguments = {"text", "--size", "10k", home.toString()};

    assertThat(output(arguments)).startsWith(home + ": text, 10").contains(" bytes in ");
    assertThat(home.resolve("_SUCCESS"))
        .hasContent("text vocabulary=100000 exponent=1.0 bytes=10240 seed=1 version=1");
    assertThat(output(arguments)).isEqualTo(home + ": exists already\n");
    try (Stream<Path> files = Files.list(home.getParent())) {
      assertThat(files).containsExactly(home);
    }
  }

  @Test
  void refusesAnotherDatasetAtTheSamePath() throws Exception {
    org.apache.hadoop.fs.Path home = new org.apache.hadoop.fs.Path(directory.resolve("d").toUri());
    DatasetWriter writer = new DatasetWriter(configuration, home, 1);
    writer.write("one", temporary -> {});

    assertThatThrownBy(() -> writer.write("another", temporary -> {}))
        .hasMessage(home + ": holds \"one\", not \"another\"; must be a path that does not exist");
  }

  @Test
  void aFailureLeavesNoFiles() throws Exception {
    Path home = directory.resolve("place/d");
    DatasetWriter writer =
        new DatasetWriter(configuration, new org.apache.hadoop.fs.Path(home.toUri()), 1);

    assertThatThrownBy(
            () ->
                writer.write(
                    "test",
                    temporary -> {
                      try (OutputStream out =
                          temporary
                              .getFileSystem(configuration)
                              .create(new org.apache.hadoop.fs.Path(temporary, "half"))) {
                        out.write(1);
                      }
                      throw new IOException("disk full");
                    }))
        .hasMessage("disk full");
    assertThat(home.getParent()).isEmptyDirectory();
  }

  @Test
  void copiesFilesOfTheUser() throws Exception {
    Path source = Files.createDirectory(directory.resolve("source"));
    Files.writeString(source.resolve("b.txt"), "two");
    Files.writeString(source.resolve("a.txt"), "one");
    Files.writeString(source.resolve("_hidden"), "none");
    Path home = directory.resolve("copy");

    output("copy", "--source", source.toString(), home.toString());

    try (Stream<Path> files = Files.list(home.resolve("data"))) {
      assertThat(files.map(file -> file.getFileName().toString()).filter(n -> !n.startsWith(".")))
          .containsExactlyInAnyOrder("a.txt", "b.txt");
    }
    assertThat(home.resolve("data/a.txt")).hasContent("one");

    Files.writeString(source.resolve("a.txt"), "changed");
    output("copy", "--source", source.toString(), home.toString());
    assertThat(home.resolve("data/a.txt")).hasContent("changed");
  }

  @Test
  void copiesTheNamedDirectoriesOfTheUser() throws Exception {
    Path source = directory.resolve("source");
    Files.createDirectories(source.resolve("train"));
    Files.createDirectories(source.resolve("test"));
    Files.writeString(source.resolve("train/a.txt"), "one");
    Files.writeString(source.resolve("test/a.txt"), "two");
    Files.writeString(source.resolve("readme"), "none");
    Path home = directory.resolve("copy");
    String[] arguments = {
      "copy", "--source", source.toString(), "--directories", "train,test", home.toString()
    };

    assertThat(output(arguments)).startsWith(home + ": copy, 6 bytes in ");
    assertThat(home.resolve("data/train/a.txt")).hasContent("one");
    assertThat(home.resolve("data/test/a.txt")).hasContent("two");
    assertThat(home.resolve("data/readme")).doesNotExist();

    Files.writeString(source.resolve("test/a.txt"), "changed");
    output(arguments);
    assertThat(home.resolve("data/test/a.txt")).hasContent("changed");
  }

  @Test
  void writesDocumentsToTrainAndToTest() throws Exception {
    String[] options = {"--size", "100k", "--seed", "7", "--labels", "4"};
    Path data = write(generator("documents", options), "documents", 2);

    List<String> training = PartFiles.lines(data.resolve("train"));
    List<String> test = PartFiles.lines(data.resolve("test"));
    assertThat(bytes(data.resolve("train")).length + bytes(data.resolve("test")).length)
        .isBetween(100 << 10, (100 << 10) + 1600);
    assertThat(training.size() / (double) test.size()).isBetween(3.5, 4.5);
    assertThat(training).doesNotContainAnyElementsOf(test);
    assertThat(training)
        .allMatch(line -> line.matches("label-[0-3]\t([a-z]+ ){19,99}[a-z]+"))
        .extracting(line -> line.charAt(6))
        .contains('0', '1', '2', '3');
    assertThat(write(generator("documents", options), "again", 1).resolve("train/part-00000"))
        .hasSameBinaryContentAs(data.resolve("train/part-00000"));
    Generator records = generator("documents", "--records", "11");
    assertThat(PartFiles.lines(write(records, "eleven", 1).resolve("train"))).hasSize(9);
    assertThat(PartFiles.lines(directory.resolve("eleven/data/test"))).hasSize(2);
  }

  @Test
  void skewedRowsAreThoseOfTeraGenButForTheirKeys() throws Exception {
    byte[] even = bytes(write(generator("tera", "--records", "500"), "even", 1));
    byte[] skewed =
        bytes(
            write(
                new InParts(generator("tera", "--records", "500", "--exponent", "1.5"), 2),
                "skewed",
                1));

    Map<String, Integer> counts = new HashMap<>();
    for (int row = 0; row < 500; row++) {
      assertThat(skewed).hasSameSizeAs(even);
      assertThat(Arrays.copyOfRange(skewed, 100 * row + 10, 100 * row + 100))
          .isEqualTo(Arrays.copyOfRange(even, 100 * row + 10, 100 * row + 100));
      String key = new String(skewed, 100 * row, 10, StandardCharsets.ISO_8859_1);
      counts.merge(key, 1, Integer::sum);
    }
    // The sum of k^-1.5 is 2.61: the first key has 38 %, the second 14 %, each ± 2 %.
    List<Integer> sorted = counts.values().stream().sorted(Comparator.reverseOrder()).toList();
    assertThat(sorted.get(0)).isBetween(140, 245);
    assertThat(sorted.get(1)).isBetween(30, 110);
    assertThat(generator("tera", "--records", "1", "--exponent", "1.5").identity())
        .isEqualTo("tera exponent=1.5");
  }

  @Test
  void reportsWrongArguments() throws Exception {
    assertThat(errors("text", "--size", "1q", "x"))
        .isEqualTo("Generate: --size 1q: must be a size such as 512m or 1.5g\n");
    assertThat(errors("text", "x"))
        .isEqualTo("Generate: size: must be given as either --size BYTES or --records N\n");
    assertThat(errors("tera", "--size", "1k", "--scale", "3", "x"))
        .isEqualTo(
            "Generate: --scale: unknown; must be one of --size, --records, --seed, --threads, --exponent\n");
    assertThat(errors("terra", "--size", "1k", "x"))
        .isEqualTo(
            "Generate: kind terra: must be one of [documents, gaussian, kronecker, mesh, powerlaw, reads, sequence, tera,"
                + " text, visits]\n");
  }

  private String output(String... arguments) throws InterruptedException {
    return captured(0, false, arguments);
  }

  private String errors(String... arguments) throws InterruptedException {
    return captured(2, true, arguments);
  }

  private String captured(int status, boolean errors, String... arguments)
      throws InterruptedException {
    PrintStream before = errors ? System.err : System.out;
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream capture = new PrintStream(text, true, StandardCharsets.UTF_8);
    try {
      if (errors) {
        System.setErr(capture);
      } else {
        System.setOut(capture);
      }
      assertThat(Generate.run(configuration, arguments)).isEqualTo(status);
    } finally {
      if (errors) {
        System.setErr(before);
      } else {
        System.setOut(before);
      }
    }
    List<String> lines =
        text.toString(StandardCharsets.UTF_8).lines().filter(l -> !l.startsWith("log4j")).toList();
    return String.join("\n", lines) + "\n";
  }
}
