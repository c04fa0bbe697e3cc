// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.athanor.testkit.Seeds;
import org.athanor.workloads.Generate;
import org.athanor.workloads.reads.SimulatedName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadGeneratorTest {
  private static final long SEED = Seeds.seed();

  @TempDir Path directory;

  private List<String> generate(String name, String... options) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("reads"));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--seed", Long.toString(SEED), directory.resolve(name).toString()));
    assertThat(Generate.run(new Configuration(), arguments.toArray(String[]::new))).isZero();
    return Files.readAllLines(directory.resolve(name).resolve("data/part-00000"));
  }

  private String genome() {
    Random random = new Random(SEED);
    StringBuilder genome = new StringBuilder();
    for (int i = 0; i < 5000; i++) {
      genome.append("ACGT".charAt(random.nextInt(4)));
    }
    return genome.toString();
  }

  private static String reverseComplement(String bases) {
    StringBuilder reversed = new StringBuilder(bases).reverse();
    for (int i = 0; i < reversed.length(); i++) {
      reversed.setCharAt(i, "TGCA".charAt("ACGT".indexOf(reversed.charAt(i))));
    }
    return reversed.toString();
  }

  private static String corrected(String bases, SimulatedName name) {
    StringBuilder right = new StringBuilder(bases);
    for (SimulatedName.WrongBase wrong : name.wrong()) {
      assertThat(right.charAt(wrong.offset())).isNotEqualTo(wrong.right());
      right.setCharAt(wrong.offset(), wrong.right());
    }
    return right.toString();
  }

  @Test
  void namesTellThePieceAndTheWrongBases() throws Exception {
    String genome = genome();
    Path file =
        Files.writeString(
            directory.resolve("g.fa"),
            ">g\n"
                + genome.substring(0, 2500)
                + "NN\n"
                + genome.substring(2500).toLowerCase(java.util.Locale.ROOT)
                + "\n");

    List<String> lines =
        generate(
            "reads",
            "--records",
            "2000",
            "--duplicates",
            "0.25",
            "--errors",
            "0.02",
            "--length",
            "80",
            "--genome",
            file.toString());

    Map<Long, String> pieces = new HashMap<>();
    int errors = 0;
    for (int i = 0; i < lines.size(); i += 4) {
      SimulatedName name = SimulatedName.parse(lines.get(i).substring(1)).orElseThrow();
      assertThat(lines.get(i + 1)).hasSize(80);
      assertThat(lines.get(i + 3)).hasSize(80);
      String piece = corrected(lines.get(i + 1), name);
      assertThat(genome.contains(piece) || genome.contains(reverseComplement(piece))).isTrue();
      assertThat(pieces.merge(name.molecule(), piece, (one, other) -> one)).isEqualTo(piece);
      errors += name.wrong().size();
    }
    assertThat(lines).hasSize(8000);
    assertThat(errors / (2000.0 * 80)).isCloseTo(0.02, within(0.003));
    assertThat(1 - pieces.size() / 2000.0).isCloseTo(0.25, within(0.06));
  }

  @Test
  void hotReadsBeginAlike() throws Exception {
    List<String> lines = generate("hot", "--records", "2000", "--hot", "0.4", "--errors", "0.01");

    Map<String, Integer> starts = new HashMap<>();
    for (int i = 1; i < lines.size(); i += 4) {
      starts.merge(lines.get(i).substring(0, 27), 1, Integer::sum);
    }
    int most = starts.values().stream().max(Integer::compare).orElseThrow();
    assertThat(most / 2000.0).isCloseTo(0.4, within(0.06));
  }

  @Test
  void matesAreTheEndsOfAPieceReadTowardsEachOther() throws Exception {
    String genome = genome();
    Path file = Files.writeString(directory.resolve("g.fa"), ">g\n" + genome + "\n");
    Path data = directory.resolve("pairs/data");
    String[] arguments = {
      "reads",
      "--records",
      "500",
      "--insert",
      "300",
      "--errors",
      "0.02",
      "--genome",
      file.toString(),
      "--seed",
      Long.toString(SEED),
      directory.resolve("pairs").toString()
    };
    assertThat(Generate.run(new Configuration(), arguments)).isZero();

    List<String> firsts = Files.readAllLines(data.resolve("first/part-00000"));
    List<String> seconds = Files.readAllLines(data.resolve("second/part-00000"));
    assertThat(firsts).hasSize(2000);
    assertThat(seconds).hasSize(2000);
    int backwards = 0;
    for (int i = 0; i < firsts.size(); i += 4) {
      SimulatedName first = SimulatedName.parse(firsts.get(i).substring(1)).orElseThrow();
      SimulatedName second = SimulatedName.parse(seconds.get(i).substring(1)).orElseThrow();
      assertThat(second.molecule()).isEqualTo(first.molecule());
      String begin = corrected(firsts.get(i + 1), first);
      String end = reverseComplement(corrected(seconds.get(i + 1), second));
      String text = genome.contains(begin) ? genome : reverseComplement(genome);
      backwards += genome.contains(begin) ? 0 : 1;
      assertThat(text.indexOf(end) + 100).isEqualTo(text.indexOf(begin) + 300);
    }
    assertThat(backwards).isBetween(150, 350);
  }

  @Test
  void bothMatesTogetherHaveTheSize() throws Exception {
    String[] arguments = {
      "reads", "--size", "100k", "--insert", "250", directory.resolve("pairs").toString()
    };
    assertThat(Generate.run(new Configuration(), arguments)).isZero();
    long bytes = 0;
    for (String mate : List.of("first", "second")) {
      bytes += Files.size(directory.resolve("pairs/data").resolve(mate).resolve("part-00000"));
    }
    assertThat((double) bytes).isCloseTo(100 << 10, within(10_000.0));
  }

  @Test
  void aPieceIsNotShorterThanARead() throws Exception {
    String[] arguments = {
      "reads", "--records", "5", "--insert", "99", directory.resolve("pairs").toString()
    };
    assertThat(Generate.run(new Configuration(), arguments)).isEqualTo(2);
    assertThat(directory.resolve("pairs")).doesNotExist();
  }
}
