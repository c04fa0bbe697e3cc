// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  private String checkWithCuts(int cuts, String... kept) throws Exception {
    String reads = READ + READ.replace("r1", "r2") + READ.replace("r1", "r3");
    write(input, "a.fastq", reads);
    StringBuilder text = new StringBuilder();
    for (String name : kept) {
      text.append(READ.replace("r1", name));
    }
    write(output, "part-r-00000", text.toString());
    return Verify.check(
        new Configuration(),
        "mardre",
        "--input",
        input.toString(),
        "--output",
        output.toString(),
        "--cuts",
        Integer.toString(cuts));
  }

  @Test
  void acceptsWhatMarDreKeepsOfADividedGroup() throws Exception {
    assertThat(checkWithCuts(1, "r1")).isEqualTo("1 reads, those without duplicates after 0 cuts");
    assertThat(checkWithCuts(1, "r3", "r1"))
        .isEqualTo("2 reads, those without duplicates after 1 cuts");
    assertThat(checkWithCuts(2, "r1", "r2", "r3"))
        .isEqualTo("3 reads, those without duplicates after 2 cuts");
  }

  @Test
  void refusesWhatNoCutsOfAGroupExplain() throws Exception {
    assertThatThrownBy(() -> checkWithCuts(1, "r1", "r2", "r3"))
        .hasMessage(
            "of the 3 reads with the prefix of r1 the output has 3, which are not those without"
                + " duplicates, however those of all prefixes are cut 1 times");
    assertThatThrownBy(() -> checkWithCuts(1, "r2"))
        .hasMessageStartingWith("of the 3 reads with the prefix of r1 the output has 1, ");
    assertThatThrownBy(() -> checkWithCuts(1, "r1", "r1"))
        .hasMessage("reads: r1 is not in the input, or not as often");
    assertThatThrownBy(() -> checkWithCuts(1, "r1", "r4"))
        .hasMessage("reads: r4 is not in the input, or not as often");
  }

  /** A cut between reads of one number divides all of them. */
  @Test
  void countsACutOnceForReadsThatAreShorterThanTheirPrefix() throws Exception {
    String shorter = "@s1\nACG\n+\nIII\n";
    String longer = "@l1\nACG" + "A".repeat(30) + "\n+\n" + "I".repeat(33) + "\n";
    String reads = shorter + longer + shorter.replace("s1", "s2") + longer.replace("l1", "l2");
    write(input, "a.fastq", reads);
    write(output, "part-r-00000", reads);
    String[] check = {
      "mardre", "--input", input.toString(), "--output", output.toString(), "--cuts", "1"
    };

    assertThat(Verify.check(new Configuration(), check))
        .isEqualTo("4 reads, those without duplicates after 1 cuts");
  }

  private String checkPairs(String seconds, String... options) throws Exception {
    String reads = READ + READ.replace("r1", "r2") + READ.replace("r1", "r3");
    String mates = reads.replace("ACGT", "TTTT");
    write(input.resolve("first"), "a.fastq", reads);
    write(input.resolve("second"), "a.fastq", mates);
    write(output, "first-r-00000", READ);
    write(output, "second-r-00000", READ.replace("ACGT", "TTTT"));
    write(output, "first-r-00000-c001", READ.replace("r1", "r3"));
    write(output, "second-r-00000-c001", seconds);
    List<String> check = new ArrayList<>(List.of("mardre", "--input", input.toString()));
    check.addAll(List.of("--output", output.toString(), "--mates", "2"));
    check.addAll(List.of(options));
    return Verify.check(new Configuration(), check.toArray(String[]::new));
  }

  @Test
  void pairsAreTwoFilesOfEachPart() throws Exception {
    String right = READ.replace("r1", "r3").replace("ACGT", "TTTT");
    assertThat(checkPairs(right, "--cuts", "1"))
        .isEqualTo("2 pairs, those without duplicates after 1 cuts");
    assertThatThrownBy(() -> checkPairs(right)).hasMessage("the output has 2 pairs; must have 1");
    Files.delete(output.resolve("first-r-00000-c001"));
    Files.delete(output.resolve("second-r-00000-c001"));
    String[] check = {
      "mardre", "--input", input.toString(), "--output", output.toString(), "--mates", "2"
    };
    assertThat(Verify.check(new Configuration(), check))
        .isEqualTo("1 pairs, those without duplicates");
    Files.delete(output.resolve("second-r-00000"));
    assertThatThrownBy(() -> Verify.check(new Configuration(), check))
        .hasMessage("there are files of first mates [r-00000], of second mates []");
  }

  @Test
  void refusesMatesThatAreNotInStep() throws Exception {
    assertThatThrownBy(() -> checkPairs("", "--cuts", "1"))
        .hasMessage("second-r-00000-c001: has fewer reads than first-r-00000-c001");
    assertThatThrownBy(() -> checkPairs(READ.replace("ACGT", "TTTT"), "--cuts", "1"))
        .hasMessage("pairs: r3 is not in the input, or not as often");
    write(input.resolve("second"), "b.fastq", READ);
    String[] check = {
      "mardre", "--input", input.toString(), "--output", output.toString(), "--mates", "2"
    };
    assertThatThrownBy(() -> Verify.check(new Configuration(), check))
        .hasMessage("the input has 3 first and 4 second mates");
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
