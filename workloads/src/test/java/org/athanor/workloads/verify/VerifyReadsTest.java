// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Verify;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks of right and wrong outputs of MarDRe and CloudRS. */
class VerifyReadsTest {
  private static final String BASES = "ACGTTGCATGCCATAGACCA".repeat(2);
  private static final String QUALITIES = "I".repeat(40);
  private static final String READ = "@r1\n" + BASES + "\n+\n" + QUALITIES + "\n";

  @TempDir Path directory;
  private Path input;
  private Path output;

  @BeforeEach
  void prepare() throws IOException {
    input = Files.createDirectory(directory.resolve("in"));
    output = Files.createDirectory(directory.resolve("out"));
  }

  private String check(String kind) throws Exception {
    return Verify.check(
        new Configuration(), kind, "--input", input.toString(), "--output", output.toString());
  }

  private Path write(Path parent, String name, String text) throws IOException {
    Files.createDirectories(parent);
    return Files.writeString(parent.resolve(name), text);
  }

  @Test
  void acceptsWhatMarDreKeepsAndEmptyLinesAtTheEnd() throws Exception {
    write(input, "a.fastq", READ + READ.replace("r1", "r2") + "\n\n");
    write(output, "part-r-00000", READ);

    assertThat(check("mardre")).isEqualTo("1 reads, those without duplicates");
  }

  @Test
  void refusesAnEmptyLineBetweenReads() throws Exception {
    write(input, "a.fastq", READ + "\n" + READ);
    write(output, "part-r-00000", READ);

    assertThatThrownBy(() -> check("mardre"))
        .hasMessageEndingWith("a.fastq: read  is not in FASTQ");
  }

  @ParameterizedTest
  @CsvSource({
    "@r1, >r1, part-r-00000 line 1: must be lines of @‚ bases‚ +‚ qualities",
    "+, lost, part-r-00000 line 1: must be lines of @‚ bases‚ +‚ qualities",
    "@r1, @r3, 'the output has 1 reads, as it must, but not the right ones'",
    "ACGT, ACGA, 'the output has 1 reads, as it must, but not the right ones'",
    "II, #I, 'the output has 1 reads, as it must, but not the right ones'",
  })
  void refusesAWrongReadOfMarDre(String right, String wrong, String message) throws Exception {
    write(input, "a.fastq", READ);
    int at = READ.indexOf(right);
    write(
        output,
        "part-r-00000",
        READ.substring(0, at) + wrong + READ.substring(at + right.length()));

    assertThatThrownBy(() -> check("mardre")).hasMessage(message.replace('‚', ','));
  }

  @Test
  void refusesHalfARead() throws Exception {
    write(input, "a.fastq", READ);
    write(output, "part-r-00000", READ + "@r2\n");

    assertThatThrownBy(() -> check("mardre")).hasMessage("part-r-00000: ends in a read");
  }

  private void cloudRs(String sfa, String fasta) throws Exception {
    write(input, "a.fastq", READ.repeat(3));
    write(output.resolve("sfa"), "part-00000", sfa.repeat(3));
    write(output.resolve("fasta"), "part-00000", fasta);
  }

  @Test
  void acceptsWhatCloudRsWrites() throws Exception {
    cloudRs("r1\t" + BASES + "\t" + QUALITIES + "\n", (">r1\n" + BASES + "\n").repeat(3));

    assertThat(check("cloudrs")).isEqualTo("3 corrected reads, 3 of them trusted");
  }

  @Test
  void refusesWrongLinesOfTrustedReads() throws Exception {
    String sfa = "r1\t" + BASES + "\t" + QUALITIES + "\n";
    String fasta = (">r1\n" + BASES + "\n").repeat(3);
    cloudRs(sfa, fasta.replaceFirst(">", "@"));
    assertThatThrownBy(() -> check("cloudrs")).hasMessage("part-00000 line 1: must begin with >");
    cloudRs(sfa, fasta + ">r1\n");
    assertThatThrownBy(() -> check("cloudrs")).hasMessage("part-00000: ends in a read");
    cloudRs(sfa, fasta.replaceFirst("ACGT", "ACGA"));
    assertThatThrownBy(() -> check("cloudrs"))
        .hasMessage("the output has 3 reads, as it must, but not the right ones");
    cloudRs("r1\t" + BASES + "\n", fasta);
    assertThatThrownBy(() -> check("cloudrs"))
        .hasMessage("part-00000 record 1: must be name, bases and qualities");
  }
}
