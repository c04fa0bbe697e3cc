// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.athanor.bench.experiment.Experiment;
import org.athanor.testkit.Seeds;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;

class ExperimentFilePropertyTest {
  private static final long SEED = Seeds.seed();
  private static final Path FILE = Path.of("/e/x.yaml");

  @Test
  void readsTheExperimentThatWasWritten() {
    for (long i = 0; i < 500; i++) {
      Random random = new Random(SEED * 1_000_003 + i);
      Experiment experiment = new RandomExperiment(random).next();
      String text = new ExperimentText(random).write(experiment);
      ExperimentFile file = parse(text.getBytes(StandardCharsets.UTF_8));
      assertThat(file.problems()).as("experiment %d of seed %d:%n%s", i, SEED, text).isEmpty();
      assertThat(file.experiment()).contains(experiment);
    }
  }

  @Test
  void reportsProblemsOfMutatedFilesAndNeverThrows() {
    for (long i = 0; i < 5_000; i++) {
      Random random = new Random(SEED * 1_000_033 + i);
      String text = new ExperimentText(random).write(new RandomExperiment(random).next());
      byte[] content = mutated(text, random);
      ExperimentFile file = parse(content);
      for (Problem problem : file.problems()) {
        assertThat(problem.message()).isNotBlank().doesNotContain("\n");
        assertThat(problem.line())
            .isBetween(0, 2 + (int) new String(content, StandardCharsets.UTF_8).lines().count());
      }
      assertThat(file.experiment().isPresent() || !file.problems().isEmpty()).isTrue();
    }
  }

  private static ExperimentFile parse(byte[] content) {
    return ExperimentFile.parse(FILE, content, new FixedVocabulary());
  }

  private static byte[] mutated(String text, Random random) {
    StringBuilder mutated = new StringBuilder(text);
    String[] pieces = {
      ": ",
      "- ",
      "[",
      "]",
      "{",
      "}",
      "\"",
      "'",
      "\n",
      "  ",
      "\t",
      "&a ",
      "*a",
      "#",
      "!!int ",
      "|",
      ">",
      "?",
      "---\n",
      "null",
      "~",
      "-1",
      "99999999999999999999",
      "1e400",
      ".nan",
      "\0",
      "é",
      "%",
      "<<: ",
      "@",
      "0x1F",
      "true",
      "frameworks",
      "\ud800",
      "\ufeff",
      "!<x> ",
      "...\n",
      "%YAML 9\n"
    };
    for (int n = 1 + random.nextInt(4); n > 0; n--) {
      int at = random.nextInt(mutated.length() + 1);
      int end = Math.min(mutated.length(), at + random.nextInt(12));
      switch (random.nextInt(4)) {
        case 0 -> mutated.delete(at, end);
        case 1 -> mutated.insert(at, pieces[random.nextInt(pieces.length)]);
        case 2 -> mutated.replace(at, end, pieces[random.nextInt(pieces.length)]);
        default -> mutated.insert(at, mutated.substring(at, end));
      }
    }
    byte[] bytes = mutated.toString().getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0 && random.nextInt(10) == 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    return bytes;
  }
}
