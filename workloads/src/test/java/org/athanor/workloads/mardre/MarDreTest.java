// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.FileAlreadyExistsException;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.athanor.testkit.Seeds;
import org.athanor.testkit.SharedData;
import org.athanor.workloads.Generate;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.usage.UsageException;
import org.athanor.workloads.verify.DividedGroup;
import org.athanor.workloads.verify.DuplicateReference;
import org.athanor.workloads.verify.DuplicateReference.Sample;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarDreTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;
  private Configuration configuration;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  @BeforeEach
  void prepare() {
    configuration = LocalJobs.configuration(directory);
    configuration.setInt("mapreduce.task.io.sort.mb", 4);
  }

  private int mardre(Object... arguments) throws Exception {
    MarDre tool = new MarDre(new PrintStream(out, true, StandardCharsets.UTF_8));
    return LocalJobs.run(configuration, tool, arguments);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String fastq(Sample sample) {
    return "@" + sample.name() + "\n" + sample.bases() + "\n+\n" + sample.qualities() + "\n";
  }

  private Path write(String name, List<Sample> samples) throws IOException {
    StringBuilder text = new StringBuilder();
    samples.forEach(sample -> text.append(fastq(sample)));
    return Files.writeString(directory.resolve(name), text);
  }

  private static List<String> records(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    List<String> records = new ArrayList<>();
    for (int i = 0; i < lines.size(); i += 4) {
      records.add(String.join("\n", lines.subList(i, i + 4)) + "\n");
    }
    return records;
  }

  private static List<String> texts(List<Sample> samples) {
    return samples.stream().map(MarDreTest::fastq).toList();
  }

  /** Few different reads, with few errors, so that there are duplicates of all kinds. */
  private static List<Sample> random(Random random, int count, boolean paired) {
    List<String> origins = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      origins.add((i % 2 == 0 ? "ACGTA" : "GGNTC") + text(random, "ACGT", 20 + random.nextInt(30)));
    }
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String origin = origins.get(random.nextInt(origins.size()));
      Sample mate = paired ? sample(random, "r" + i + "/2", origins.get(1)) : null;
      Sample first = sample(random, "r" + i + "/1", origin);
      samples.add(new Sample(first.name(), first.bases(), first.qualities(), mate));
    }
    return samples;
  }

  private static Sample sample(Random random, String name, String origin) {
    StringBuilder bases = new StringBuilder(origin);
    for (int i = random.nextInt(4); i > 0; i--) {
      bases.setCharAt(random.nextInt(bases.length()), "ACGTNaRn".charAt(random.nextInt(8)));
    }
    bases.setLength(random.nextInt(8) == 0 ? random.nextInt(bases.length()) : bases.length());
    return Sample.single(name, bases.toString(), text(random, "#+5I", bases.length()));
  }

  private static String text(Random random, String letters, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(letters.charAt(random.nextInt(letters.length())));
    }
    return text.toString();
  }

  @ParameterizedTest
  @CsvSource({"0, 5, 2147483647, 1", "2, 5, 2147483647, 3", "1, 1, 17, 2", "3, 20, 30, 2"})
  void keepsOfSingleReadsWhatBruteForceKeeps(int mismatches, int prefix, int compared, int parts)
      throws Exception {
    List<Sample> samples = random(new Random(SEED + mismatches), 400, false);
    Path input = write("reads.fastq", samples);
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 20 << 10);

    assertThat(
            mardre("-i", input, "-m", mismatches, "-l", prefix, "-c", compared, "-nr", parts, "-q"))
        .isZero();

    Path output = directory.resolve("reads.unique.fastq");
    List<Sample> expected = new DuplicateReference(prefix, compared, mismatches).keep(samples);
    assertThat(records(output)).containsExactlyInAnyOrderElementsOf(texts(expected));
    assertThat(printed())
        .startsWith("400 reads, " + (400 - expected.size()) + " removed (")
        .endsWith("%), " + expected.size() + " kept: " + output + "\n");
  }

  /** In the numbers of prefixes, bases that a short read lacks are as A. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4})
  void doesNotTakeAShortReadForOneOfA(int more) throws Exception {
    Random random = new Random(SEED + more);
    List<Sample> samples = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String bases = "A".repeat(random.nextInt(9)) + text(random, "AC", random.nextInt(4));
      samples.add(Sample.single("r" + i, bases, text(random, "#+5I", bases.length())));
    }
    samples.add(random.nextInt(20), Sample.single("empty", "", ""));
    Path input = write("reads.fastq", samples);

    mardre("-i", input, "-l", 6, "-m", 1);

    List<Sample> expected = new DuplicateReference(6, Integer.MAX_VALUE, 1).keep(samples);
    assertThat(records(directory.resolve("reads.unique.fastq")))
        .containsExactlyInAnyOrderElementsOf(texts(expected));
  }

  @Test
  void resultIsPlainWhereSitesCompressOutputs() throws Exception {
    Path input = write("reads.fastq", random(new Random(SEED), 50, false));
    mardre("-i", input, "-o", directory.resolve("plain"));
    configuration.setBoolean(FileOutputFormat.COMPRESS, true);

    mardre("-i", input, "-o", directory.resolve("compressed"));

    assertThat(directory.resolve("compressed")).hasSameTextualContentAs(directory.resolve("plain"));
  }

  /** The mates' files have other lengths of reads, so their splits begin at other reads. */
  @ParameterizedTest
  @ValueSource(strings = {"map", "reduce"})
  void keepsOfPairsWhatBruteForceKeeps(String join) throws Exception {
    List<Sample> samples = random(new Random(SEED), 500, true);
    Path first = write("reads_1.fastq", samples);
    Path second = write("reads_2.fastq", samples.stream().map(Sample::mate).toList());
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 30 << 10);
    Path one = directory.resolve("one.fastq");
    Path two = directory.resolve("two.fastq");

    assertThat(
            mardre(
                "-i", first, "-p", second, "-o", one, "-r", two, "-m", 4, "-l", 5, "-nr", 2,
                "--join", join))
        .isZero();

    List<Sample> kept = new DuplicateReference(5, Integer.MAX_VALUE, 4).keep(samples);
    assertThat(kept).hasSizeLessThan(500);
    List<String> ones = records(one);
    List<String> twos = records(two);
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < ones.size(); i++) {
      pairs.add(ones.get(i) + twos.get(i));
    }
    assertThat(pairs)
        .containsExactlyInAnyOrderElementsOf(
            kept.stream().map(pair -> fastq(pair) + fastq(pair.mate())).toList());
    assertThat(printed()).startsWith("500 pairs, ");
  }

  /** Each chunk of a reduce writes a file for each mate, which must not get out of step. */
  @Test
  void matesStayTogetherWhereAthanorDividesGroups() throws Exception {
    List<Sample> samples = random(new Random(SEED), 900, true);
    Path first = write("reads_1.fastq", samples);
    Path second = write("reads_2.fastq", samples.stream().map(Sample::mate).toList());
    configuration.set("mapreduce.framework.name", "athanor");
    configuration.set("athanor.deploy", "embedded");
    configuration.set("athanor.threads", "2");
    configuration.set("athanor.pool.size", "16m");
    configuration.set("athanor.skew.mode", "free");
    configuration.set("athanor.skew.chunks", "3");
    Path one = directory.resolve("one.fastq");
    Path two = directory.resolve("two.fastq");

    assertThat(mardre("-i", first, "-p", second, "-o", one, "-r", two, "-m", 4, "-l", 5)).isZero();

    List<String> pairs = samples.stream().map(pair -> fastq(pair) + fastq(pair.mate())).toList();
    List<String> ones = records(one);
    List<String> twos = records(two);
    BitSet kept = new BitSet();
    for (int i = 0; i < ones.size(); i++) {
      assertThat(pairs).contains(ones.get(i) + twos.get(i));
      kept.set(pairs.indexOf(ones.get(i) + twos.get(i)));
    }
    assertThat(twos).hasSameSizeAs(ones).hasSize(kept.cardinality());
    assertThat(cuts(new DuplicateReference(5, Integer.MAX_VALUE, 4), samples, kept)).isPositive();
  }

  /** Returns how often groups were divided: each at most twice, since there are three chunks. */
  private static int cuts(DuplicateReference rule, List<Sample> samples, BitSet kept) {
    Map<String, List<Integer>> groups = new TreeMap<>();
    for (int i = 0; i < samples.size(); i++) {
      String bases = samples.get(i).bases();
      String prefix = bases.substring(0, Math.min(5, bases.length()));
      groups
          .computeIfAbsent(
              prefix.toUpperCase(Locale.ROOT).replace('R', 'N'), name -> new ArrayList<>())
          .add(i);
    }
    int cuts = 0;
    for (List<Integer> group : groups.values()) {
      BitSet keptOfGroup = new BitSet();
      for (int i = 0; i < group.size(); i++) {
        keptOfGroup.set(i, kept.get(group.get(i)));
      }
      List<Sample> ofGroup = group.stream().map(samples::get).toList();
      cuts += new DividedGroup(rule, ofGroup, keptOfGroup).fewestCuts(2).orElseThrow();
    }
    return cuts;
  }

  @Test
  void resultDoesNotDependOnSplitsAndReduces() throws Exception {
    Path input = write("reads.fastq", random(new Random(SEED), 300, false));
    mardre("-i", input, "-m", 2, "-l", 4, "-o", directory.resolve("a"));
    configuration.setLong(FileInputFormat.SPLIT_MAXSIZE, 8 << 10);
    mardre("-i", input, "-m", 2, "-l", 4, "-o", directory.resolve("b"), "-nr", 3);

    assertThat(records(directory.resolve("b")))
        .containsExactlyInAnyOrderElementsOf(records(directory.resolve("a")));
  }

  @Test
  void readsAndWritesCompressedFasta() throws Exception {
    Path input = directory.resolve("reads.fa.gz");
    try (OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(input))) {
      gzip.write(
          ">a\nACGT\nAC\n>b\nACGTAC\n>c\nACGTAG\n>d\nacgtac\n>e\nACGTAX\n"
              .getBytes(StandardCharsets.US_ASCII));
    }
    Path output = directory.resolve("out.fa.gz");

    mardre("-i", input, "-l", 4, "-o", output);

    try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(output))) {
      assertThat(new String(in.readAllBytes(), StandardCharsets.US_ASCII))
          .isEqualTo(">a\nACGTAC\n>c\nACGTAG\n>e\nACGTAX\n");
    }
    assertThat(printed()).startsWith("5 reads, 2 removed (40.00 %), 3 kept: ");
  }

  @Test
  void namesTheFileOfMoreReads() throws Exception {
    List<Sample> samples = random(new Random(SEED), 10, true);
    Path first = write("reads_1.fastq", samples);
    Path second = write("reads_2.fastq", samples.stream().map(Sample::mate).limit(9).toList());

    assertThatThrownBy(() -> mardre("-i", first, "-p", second))
        .hasMessage(
            first
                + " has 10 reads, "
                + second
                + " has 9; must be the same number, since they are pairs in the same order");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("reads_1.fastq", "reads_2.fastq", "tmp");
    }
  }

  @Test
  void leavesPartsIfAsked() throws Exception {
    Path input = write("reads.fastq", random(new Random(SEED), 50, false));
    Path output = directory.resolve("out");

    mardre("-i", input, "-o", output, "--no-merge", "-nr", 2);

    assertThat(output.resolve("part-r-00000")).exists();
    assertThat(output.resolve("part-r-00001")).exists();
    assertThat(output.resolve("_SUCCESS")).exists();
  }

  @Test
  void rejectsWrongArguments() throws Exception {
    Path input = write("reads.fastq", List.of());
    Path existing = write("there.fastq", List.of());
    assertRejected("--input is missing (see athanor apps mardre --help)", "-m", 1);
    assertRejected(directory + "/none: does not exist", "-i", directory.resolve("none"));
    assertRejected("--prefix 28: must be a whole number from 1 to 27", "-i", input, "-l", 28);
    assertRejected(
        "--compare 5: must be a whole number from 20 to 2147483647", "-i", input, "-c", 5);
    assertRejected("--join hash: must be map or reduce", "-i", input, "--join", "hash");
    assertRejected("unknown option -x (see athanor apps mardre --help)", "-i", input, "-x");
    assertRejected("-r: must be followed by FILE", "-i", input, "-r");
    assertThatThrownBy(() -> mardre("-i", input, "-o", existing))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessage("file:" + existing + ": exists; the output must be new");
  }

  @Test
  void refusesNamesThatHadoopTakesForPatterns() throws Exception {
    Path input = write("x[1].fastq", List.of(Sample.single("right", "ACGT", "IIII")));
    Path other = write("x1.fastq", List.of(Sample.single("other", "GGGG", "IIII")));
    Path work = Files.createDirectory(directory.resolve("a,b"));
    String must =
        ", which Hadoop does not take as it is; must have none of * ? [ ] { } \\%s"
            + " (a link with another name helps, or --work for intermediate data)";
    assertRejected(input + ": has [" + must.formatted(""), "-i", input);
    assertRejected(input + ": has [" + must.formatted(""), "-i", other, "-p", input);
    assertRejected(work + ": has ," + must.formatted(" , \""), "-i", other, "--work", work);

    mardre("-i", other, "-o", directory.resolve("y[1].fastq"), "-l", 4);
    assertThat(directory.resolve("y[1].fastq")).hasSameTextualContentAs(other);
  }

  @Test
  void aFailedRunLeavesNothingThatIsInTheWay() throws Exception {
    Path input = Files.writeString(directory.resolve("reads.fastq"), "@a\nACGT\n+\nIII\n");
    Path output = directory.resolve("place/out");
    assertThatThrownBy(() -> mardre("-i", input, "-o", output, "--no-merge"))
        .isInstanceOf(IOException.class);
    assertThat(directory.resolve("place")).isEmptyDirectory();

    Files.writeString(input, "@a\nACGT\n+\nIIII\n");
    assertThat(mardre("-i", input, "-o", output, "--no-merge", "-l", 4)).isZero();
  }

  @Test
  void intermediateDataMayBeInAnotherFileSystem() throws Exception {
    Path input = write("reads.fastq", List.of(Sample.single("a", "ACGT", "IIII")));
    Path work = Files.createDirectory(directory.resolve("work"));
    configuration.set("fs.viewfs.mounttable.other.link./w", work.toUri().toString());
    Path output = directory.resolve("new/place/out.fastq");

    mardre("-i", input, "-l", 4, "-o", output, "--work", "viewfs://other/w");

    assertThat(output).hasSameTextualContentAs(input);
    assertThat(work).isEmptyDirectory();
  }

  @Test
  void ofTwoResultsThereIsNoneIfTheSecondCannotBe() throws Exception {
    Path input = write("reads.fastq", List.of(Sample.single("a", "ACGT", "IIII")));
    Path file = write("file", List.of());
    Path first = directory.resolve("one.fastq");

    assertThatThrownBy(() -> mardre("-i", input, "-p", input, "-o", first, "-r", file + "/two"))
        .isInstanceOf(IOException.class);
    assertThat(first).doesNotExist();
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).noneMatch(path -> path.getFileName().toString().startsWith(".MarDre"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"map", "reduce"})
  void noPairsAreNoPairs(String join) throws Exception {
    Path empty = write("reads.fastq", List.of());
    Path one = directory.resolve("1");
    Path two = directory.resolve("2");

    assertThat(mardre("-i", empty, "-p", empty, "-o", one, "-r", two, "--join", join)).isZero();

    assertThat(one).isEmptyFile();
    assertThat(two).isEmptyFile();
  }

  @Test
  void accuracyOfPairsIsThatOfFirstMates() throws Exception {
    Random random = new Random(SEED);
    List<Sample> samples = new ArrayList<>();
    for (String name : List.of("0.0.0:", "0.1.0:", "0.2.0:")) {
      samples.add(Sample.single(name, text(random, "ACGT", 60), "I".repeat(60)));
    }
    samples.add(Sample.single("0.0.1:", samples.get(0).bases(), "I".repeat(60)));
    Path input = write("reads.fastq", samples);

    mardre("-i", input, "-p", input, "-o", directory.resolve("o"), "--no-merge", "--simulated");

    assertThat(printed())
        .endsWith("1 duplicates, 1 of them removed: precision 1.0000, recall 1.0000\n");
  }

  private void assertRejected(String message, Object... arguments) {
    assertThatThrownBy(() -> mardre(arguments))
        .isInstanceOf(UsageException.class)
        .hasMessage(message);
  }

  @Test
  void helpIsPrinted() throws Exception {
    assertThat(mardre("--help")).isZero();
    assertThat(printed()).startsWith("Usage: athanor apps mardre [OPTION]...\n");
    assertThat(printed().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(101));
  }

  @Test
  void removesTheKnownDuplicatesOfRealReads() throws Exception {
    Path first = SharedData.file("dna/ecoli-1k/ecoli_1K_1.fq.gz");
    mardre("-i", first, "-o", directory.resolve("single.fastq"), "-nr", 2);
    assertThat(printed()).startsWith("2,054 reads, 408 removed (19.86 %), 1,646 kept: ");

    out.reset();
    Path second = SharedData.file("dna/ecoli-1k/ecoli_1K_2.fq.gz");
    mardre("-i", first, "-p", second, "-o", directory.resolve("1"), "-r", directory.resolve("2"));
    assertThat(printed()).startsWith("2,054 pairs, 2 removed (0.10 %), 2,052 kept: ");
  }

  /** Of 100 reads, 20 are read twice or more, from a real genome, with an error in 200 bases. */
  @Test
  void findsTheDuplicatesOfSimulatedReads() throws Exception {
    Path genome = SharedData.file("dna/strep-ERR1438863/GCF_001457635.fna.gz");
    Path dataset = directory.resolve("simulated");
    String[] arguments = {
      "reads",
      "--records",
      "3000",
      "--duplicates",
      "0.2",
      "--errors",
      "0.005",
      "--genome",
      genome.toString(),
      "--seed",
      Long.toString(SEED),
      dataset.toString()
    };
    assertThat(Generate.run(configuration, arguments)).isZero();
    configuration.unset(FileInputFormat.SPLIT_MAXSIZE);

    mardre("-i", dataset.resolve("data"), "-o", directory.resolve("o"), "-m", 6, "--simulated");

    Matcher accuracy =
        Pattern.compile("precision ([01]\\.\\d+), recall ([01]\\.\\d+)").matcher(printed());
    assertThat(accuracy.find()).as(printed()).isTrue();
    // Some pieces are the same by chance, or are of places that the genome has twice.
    assertThat(Double.parseDouble(accuracy.group(1))).isGreaterThan(0.97);
    // A prefix of 20 bases has no error with probability 0.995²⁰ = 0.90; both of two reads, 0.82.
    assertThat(Double.parseDouble(accuracy.group(2))).isBetween(0.75, 0.92);
  }
}
