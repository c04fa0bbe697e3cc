// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.reads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.athanor.testkit.Seeds;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.lines.MalformedRecordException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReadScannerTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;
  private final Configuration configuration = new Configuration();

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content, StandardCharsets.ISO_8859_1);
  }

  private Path gzip(String name, String... members) throws IOException {
    Path file = directory.resolve(name);
    try (OutputStream raw = Files.newOutputStream(file)) {
      for (String member : members) {
        GZIPOutputStream out = new GZIPOutputStream(raw);
        out.write(member.getBytes(StandardCharsets.ISO_8859_1));
        out.finish();
      }
    }
    return file;
  }

  private List<String> scan(Path file, ReadFormat format, long start, long length)
      throws IOException {
    List<String> reads = new ArrayList<>();
    Read read = new Read();
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
    try (ReadScanner scanner = ReadScanner.open(configuration, path, start, length, format)) {
      while (scanner.next(read)) {
        reads.add(read.name() + " " + read.bases() + " " + read.qualities());
      }
    }
    return reads;
  }

  private List<String> scan(Path file, ReadFormat format) throws IOException {
    return scan(file, format, 0, Files.size(file));
  }

  /** Reads sections between random cuts, and puts their reads together. */
  private List<String> scanInSections(Path file, ReadFormat format, Random random)
      throws IOException {
    TreeSet<Integer> cuts = new TreeSet<>(List.of(0, (int) Files.size(file)));
    for (int i = random.nextInt(8); i > 0; i--) {
      cuts.add(random.nextInt((int) Files.size(file) + 1));
    }
    List<String> all = new ArrayList<>();
    Integer[] bounds = cuts.toArray(new Integer[0]);
    for (int i = 0; i + 1 < bounds.length; i++) {
      all.addAll(scan(file, format, bounds[i], bounds[i + 1] - bounds[i]));
    }
    return all;
  }

  /** Qualities that look like other lines, empty reads, lines that end as on Windows. */
  private static String randomFastq(Random random, List<String> expected) {
    StringBuilder text = new StringBuilder();
    String end = random.nextBoolean() ? "\n" : "\r\n";
    for (int i = random.nextInt(20); i >= 0; i--) {
      int length = random.nextInt(4) == 0 ? 0 : random.nextInt(6);
      StringBuilder bases = new StringBuilder();
      StringBuilder qualities = new StringBuilder();
      for (int j = 0; j < length; j++) {
        bases.append("ACGTNacgt".charAt(random.nextInt(9)));
        qualities.append("@+>!~I".charAt(random.nextInt(6)));
      }
      String name = "@+ r".substring(random.nextInt(4)) + i;
      text.append('@').append(name).append(end).append(bases).append(end);
      text.append('+').append(random.nextBoolean() ? name : "").append(end);
      text.append(qualities).append(end);
      expected.add(name + " " + bases + " " + qualities);
    }
    return text.toString();
  }

  @Test
  void sectionsTogetherHaveEachReadOnce() throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 60; i++) {
      List<String> expected = new ArrayList<>();
      Path file = file("reads.fastq", randomFastq(random, expected));

      assertThat(scan(file, ReadFormat.FASTQ)).isEqualTo(expected);
      assertThat(scanInSections(file, ReadFormat.FASTQ, random)).isEqualTo(expected);
    }
  }

  @Test
  void sectionsOfFastaTogetherHaveEachReadOnce() throws IOException {
    Random random = new Random(SEED);
    String content = ">a x\nACGT\nAC\n>b\n>c\nNNNN\n\n>d\nA\n";
    Path file = file("reads.fasta", content);
    List<String> expected = List.of("a x ACGTAC ", "b  ", "c NNNN ", "d A ");
    assertThat(scan(file, ReadFormat.FASTA)).isEqualTo(expected);
    for (int i = 0; i < 40; i++) {
      assertThat(scanInSections(file, ReadFormat.FASTA, random)).isEqualTo(expected);
    }
  }

  @Test
  void decompressesAFileOfSeveralGzipMembers() throws IOException {
    Path file = gzip("reads.fastq.gz", "@a\nAC\n+\n", "II\n@b\nG\n+\nI\n");

    assertThat(scan(file, ReadFormat.FASTQ)).containsExactly("a AC II", "b G I");
    assertThat(ReadFormat.of(configuration, new org.apache.hadoop.fs.Path(file.toUri())))
        .isEqualTo(ReadFormat.FASTQ);
  }

  @Test
  void acceptsAnEmptyFileAndAFileWithoutALastLineEnd() throws IOException {
    assertThat(scan(file("empty.fastq", ""), ReadFormat.FASTQ)).isEmpty();
    assertThat(scan(file("empty.fasta", ""), ReadFormat.FASTA)).isEmpty();
    assertThat(scan(file("a.fastq", "@a\nAC\n+\nII"), ReadFormat.FASTQ)).containsExactly("a AC II");
    assertThat(scan(file("b.fastq", "@a\n\n+\n"), ReadFormat.FASTQ)).containsExactly("a  ");
    assertThat(scan(file("c.fastq", "@a\nA\n+\nI\n\n\n"), ReadFormat.FASTQ))
        .containsExactly("a A I");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "@a~AC~+~I~ | 4 | 1 qualities for 2 bases; must be the same number",
        "@a~A5~+~II~ | 2 | base 2 is 5; must be a letter such as A, C, G, T",
        "@a~AC~AC~II~ | 3 | must begin with +, after one line of bases",
        "@a~AC~+~II~~@b~A~+~I~ | 5 | must begin with @, four lines for each read",
        "@a~AC~+~I I~ | 4 | 3 qualities for 2 bases; must be the same number",
        "@a~ACG~+~I I~ | 4 | quality 2 is byte 0x20; must be from ! to ~ (Phred+33)",
        "@a~AC~+ | 3 | the file ends in a read; qualities must follow this line",
        "@a~ | 1 | the file ends in a read; bases must follow this line",
        "a~AC~+~II~ | 1 | must begin with @, four lines for each read"
      })
  void namesFileAndLineOfAMalformedRead(String content, int line, String problem)
      throws IOException {
    Path file = file("bad.fastq", content.replace('~', '\n').replace("! to \n", "! to ~"));

    assertThatThrownBy(() -> scan(file, ReadFormat.FASTQ))
        .isInstanceOf(MalformedRecordException.class)
        .hasMessage(file + " line " + line + ": " + problem);
  }

  /** Whatever the section that meets it, a record that is wrong is not left out silently. */
  @ParameterizedTest
  @ValueSource(
      strings = {"@x\nAC\n+\nI\n", "@x\nAC\n", "\n", "@x\nAC\nII\n+\n", "@x\nACG\n+\nI\n@"})
  void someSectionFindsAMalformedRead(String wrong) throws IOException {
    Random random = new Random(SEED);
    for (int i = 0; i < 25; i++) {
      List<String> unused = new ArrayList<>();
      String before = randomFastq(random, unused).replace("\r", "");
      String after = random.nextBoolean() ? "@last\nACGT\n+\nIIII\n" : "@z\nA\n+\nI\n@y\nA\n+\nI\n";
      Path file = file("bad.fastq", before + wrong + after);

      assertThatThrownBy(() -> scanInSections(file, ReadFormat.FASTQ, random))
          .isInstanceOf(MalformedRecordException.class);
    }
  }

  @Test
  void countsTheLinesBeforeASection() throws IOException {
    String good = "@a\nACGT\n+\nIIII\n";
    Path file = file("bad.fastq", good.repeat(10) + "@b\nACGT\n+\nIII\n" + good);

    assertThatThrownBy(() -> scan(file, ReadFormat.FASTQ, 8L * good.length(), Files.size(file)))
        .hasMessage(file + " line 44: 3 qualities for 4 bases; must be the same number");
  }

  @Test
  void refusesAFileThatIsNeitherFormat() throws IOException {
    Path file = file("reads.txt", "ACGT\n");

    assertThatThrownBy(
            () -> ReadFormat.of(configuration, new org.apache.hadoop.fs.Path(file.toUri())))
        .hasMessage(
            file + " line 1: must begin with @ (FASTQ) or > (FASTA), or have two tabs (SFA)");
  }

  @Test
  void printsWhatItHasRead() throws IOException {
    Read read = new Read();
    read.name().set("n x");
    read.bases().set("ACGT");
    read.qualities().set("IIII");
    Text lines = new Text();

    ReadFormat.FASTQ.print(read, lines);
    assertThat(lines).hasToString("@n x\nACGT\n+\nIIII");
    ReadFormat.FASTA.print(read, lines);
    assertThat(lines).hasToString(">n x\nACGT");
  }

  @Test
  void readsRealFilesCompletely() throws IOException {
    Path phix = SharedData.file("dna/phix/phix.1.fastq");
    List<String> reads = scan(phix, ReadFormat.FASTQ);
    assertThat(reads).hasSize(45);
    assertThat(scanInSections(phix, ReadFormat.FASTQ, new Random(SEED))).isEqualTo(reads);
    assertThat(scan(SharedData.file("dna/ecoli-1k/ecoli_1K_1.fq.gz"), ReadFormat.FASTQ))
        .hasSize(2054);
    assertThat(scan(SharedData.file("dna/phix/phix.fasta"), ReadFormat.FASTA)).hasSize(1);
  }
}
