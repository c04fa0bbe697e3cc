// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.cloudrs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.testkit.Seeds;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.Generate;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.usage.UsageException;
import org.athanor.workloads.verify.CorrectionReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CloudRsTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;
  private Configuration configuration;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() {
    configuration = LocalJobs.configuration(directory);
    configuration.setInt("mapreduce.task.io.sort.mb", 4);
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);
  }

  private int cloudrs(Object... arguments) throws Exception {
    CloudRs tool = new CloudRs(new PrintStream(out, true, StandardCharsets.UTF_8));
    return LocalJobs.run(configuration, tool, arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private Path generate(String... options) throws Exception {
    Path dataset = directory.resolve("simulated");
    List<String> arguments = new ArrayList<>(List.of("reads", "--seed", Long.toString(SEED)));
    arguments.addAll(List.of(options));
    arguments.add(dataset.toString());
    assertThat(Generate.run(configuration, arguments.toArray(String[]::new))).isZero();
    return dataset.resolve("data");
  }

  private static CorrectionReference reference(Path file, int largestStack) throws IOException {
    CorrectionReference reference = new CorrectionReference(36, largestStack, 2);
    List<String> lines = Files.readAllLines(file);
    for (int i = 0; i < lines.size(); i += 4) {
      reference.add(lines.get(i).substring(1), lines.get(i + 1), lines.get(i + 3));
    }
    return reference;
  }

  /** A low limit, so that there is a stop list; some reads to drop and to trim. */
  @Test
  void correctsAsBruteForceDoes() throws Exception {
    Path reads = generate("--records", "600", "--errors", "0.02", "--length", "60");
    Path input = reads.resolve("part-00000");
    String more =
        "@short\nACGT\n+\nIIII\n@n\n" + "ACGTN".repeat(10) + "\n+\n" + "I".repeat(50) + "\n";
    String trimmed = "@t\n" + "ccatg".repeat(10) + "\n+\n" + "I".repeat(45) + "#####\n";
    String repeat = ("@r\n" + "GATTACAGCC".repeat(6) + "\n+\n" + "5".repeat(60) + "\n").repeat(70);
    Files.delete(reads.resolve(".part-00000.crc"));
    Files.writeString(input, Files.readString(input) + more + trimmed + repeat);
    Path output = directory.resolve("place/out");

    assertThat(
            cloudrs(
                "-i",
                input,
                "-o",
                output,
                "-nr",
                2,
                "--largest-stack",
                60,
                "--formats",
                "sfa,fasta"))
        .isZero();

    List<String> all = new ArrayList<>();
    List<String> trusted = new ArrayList<>();
    for (CorrectionReference.Item item : reference(input, 60).correct()) {
      all.add(item.name() + "\t" + item.bases() + "\t" + item.qualities());
      if (item.trusted()) {
        trusted.addAll(List.of(">" + item.name(), item.bases()));
      }
    }
    assertThat(Files.readAllLines(directory.resolve("place/out.sfa")))
        .containsExactlyInAnyOrderElementsOf(all);
    assertThat(Files.readAllLines(directory.resolve("place/out.fasta")))
        .containsExactlyInAnyOrderElementsOf(trusted);
    assertThat(trusted).hasSizeLessThan(2 * all.size()).isNotEmpty();
    try (Stream<Path> files = Files.list(directory.resolve("place"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("out.sfa", ".out.sfa.crc", "out.fasta", ".out.fasta.crc");
    }
    assertThat(printed()).startsWith("673 reads, 2 dropped, 5 bases trimmed, ");
  }

  /** Of the genome of a virus with 5,386 bases: 30 reads for each base, if all are used. */
  @Test
  @Tag("long")
  void correctsErrorsOfReadsSimulatedFromARealGenome() throws Exception {
    Path genome = SharedData.file("dna/phix/phix.fasta");
    Path reads =
        generate(
            "--records",
            "1616",
            "--errors",
            "0.01",
            "--duplicates",
            "0",
            "--genome",
            genome.toString());

    cloudrs("-i", reads, "-o", directory.resolve("out"), "--formats", "fastq", "--simulated");

    Matcher accuracy =
        Pattern.compile("precision ([01]\\.\\d+), recall ([01]\\.\\d+)").matcher(printed());
    assertThat(accuracy.find()).as(printed()).isTrue();
    assertThat(Double.parseDouble(accuracy.group(1))).isGreaterThan(0.95);
    assertThat(Double.parseDouble(accuracy.group(2))).isGreaterThan(0.8);
  }

  @Test
  void checkAcceptsTheOutputAndFindsAChange() throws Exception {
    Path reads = generate("--records", "200");
    Path output = directory.resolve("out");
    cloudrs("-i", reads, "-o", output, "--no-merge");
    String[] check = {"cloudrs", "--input", reads.toString(), "--output", output.toString()};

    assertThat(Verify.check(configuration, check)).contains("200 corrected reads");

    Path part = output.resolve("sfa/part-00000");
    String text = Files.readString(part);
    Files.delete(output.resolve("sfa/.part-00000.crc"));
    Files.writeString(part, (text.contains("A") ? text.replaceFirst("A", "C") : text));
    assertThatThrownBy(() -> Verify.check(configuration, check))
        .hasMessage("the output has 200 reads, as it must, but not the right ones");
  }

  @Test
  void correctsRealReads() throws Exception {
    Path reads = SharedData.file("dna/ecoli-1k/ecoli_1K_1.fq.gz");

    cloudrs("-i", reads, "-o", directory.resolve("ecoli"));

    // Seven bases differ from the reference genome before, none does after.
    assertThat(printed())
        .startsWith("2,054 reads, 0 dropped, 11 bases trimmed, 7 bases corrected, 4 reads not");
    String genome = genome(SharedData.file("dna/ecoli-1k/reference_1K.fa.gz"));
    assertThat(Files.readAllLines(directory.resolve("ecoli.sfa")))
        .hasSize(2054)
        .allSatisfy(
            line -> {
              String bases = line.split("\t", -1)[1];
              assertThat(genome.contains(bases) || genome.contains(reverseComplement(bases)))
                  .isTrue();
            });
  }

  private static String genome(Path fasta) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(fasta))) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith(">"))
          .collect(Collectors.joining())
          .toUpperCase(Locale.ROOT);
    }
  }

  private static String reverseComplement(String bases) {
    StringBuilder reversed = new StringBuilder(bases).reverse();
    for (int i = 0; i < reversed.length(); i++) {
      reversed.setCharAt(i, "TGCA".charAt("ACGT".indexOf(reversed.charAt(i))));
    }
    return reversed.toString();
  }

  /** The job's cache of files has their names as URIs. */
  @Test
  void namesMayHaveSpacesAndSitesMayCompress() throws Exception {
    Path reads = generate("--records", "30", "--length", "60");
    Path place = Files.createDirectory(directory.resolve("my reads"));
    Path input = Files.copy(reads.resolve("part-00000"), place.resolve("a%2Cb.fastq"));
    configuration.setBoolean(FileOutputFormat.COMPRESS, true);

    assertThat(cloudrs("-i", input, "--largest-stack", 6, "--formats", "sfa")).isZero();

    assertThat(Files.readAllLines(place.resolve("a%2Cb.corrected.sfa")))
        .hasSize(30)
        .allSatisfy(line -> assertThat(line.split("\t", -1)).hasSize(3));
  }

  /** In names of FASTQ, tabs stand before comments. */
  @Test
  void theNameOfALineOfFieldsHasNoTabs() throws Exception {
    String bases = "ACGTTGCA".repeat(6);
    Path input =
        Files.writeString(
            directory.resolve("reads.fastq"),
            ("@a\tBC:Z:AC\n" + bases + "\n+\n" + "I".repeat(48) + "\n").repeat(3));
    Path output = directory.resolve("out");

    cloudrs("-i", input, "-o", output, "--no-merge");

    assertThat(Files.readString(output.resolve("sfa/part-00000"))).startsWith("a BC:Z:AC\tACGT");
    assertThat(Files.readString(output.resolve("fasta/part-00000"))).startsWith(">a\tBC:Z:AC\n");
    String[] check = {"cloudrs", "--input", input.toString(), "--output", output.toString()};
    assertThat(Verify.check(configuration, check)).contains("3 corrected reads");
  }

  @Test
  void rejectsWrongArguments() throws Exception {
    Path fasta = Files.writeString(directory.resolve("reads.fa"), ">a\nACGT\n");
    assertRejected("--input is missing (see athanor apps cloudrs --help)");
    assertRejected(
        "--formats sfa,bam: bam must be fasta, sfa or fastq", "-i", fasta, "--formats", "sfa,bam");
    assertRejected("file:" + fasta + ": FASTA has no qualities; must be FASTQ or SFA", "-i", fasta);
  }

  private void assertRejected(String message, Object... arguments) {
    assertThatThrownBy(() -> cloudrs(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }
}
