// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.Documents;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.Outputs;
import org.athanor.workloads.testing.PartFiles;
import org.athanor.workloads.verify.WrongOutputException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NaiveBayesTest {
  @TempDir Path directory;
  private final Documents documents = Documents.random(7, 200);
  private Configuration configuration;
  private Path input;
  private Path output;

  @BeforeEach
  void run() throws Exception {
    configuration = LocalJobs.configuration(directory);
    input = documents.write(directory.resolve("in"));
    output = directory.resolve("place/out");
    assertThat(LocalJobs.run(configuration, new NaiveBayes(), input, output, "--parts", 2))
        .isZero();
  }

  private String check(Path checked) throws Exception {
    return Verify.check(
        configuration,
        "bayes",
        "--input",
        input.toString(),
        "--output",
        checked.toString(),
        "--reference",
        directory.resolve("reference").toString());
  }

  private Path edited(String name, UnaryOperator<List<String>> change) throws Exception {
    Path copy = directory.resolve("wrong");
    for (String each : List.of("model", "confusion")) {
      Path from = output.resolve(each);
      if (each.equals(name)) {
        Outputs.edit(from, copy.resolve(each), 0, change);
      } else {
        Outputs.copy(from, copy.resolve(each));
      }
    }
    return copy;
  }

  @Test
  void countsAndClassifiesAsTheFormulaSays() throws Exception {
    documents.assertIn(output);
    assertThat(PartFiles.in(output.resolve("model"))).hasSize(2);
    String right = check(output);
    assertThat(right)
        .matches("[0-9]+ different records, each counted right; [0-9]+ of [0-9]+ documents got .*")
        .contains(" of " + documents.test().size() + " documents got their own label");
    assertThat(check(output)).as("with the references").isEqualTo(right);
    try (Stream<Path> left = Files.list(output.getParent())) {
      assertThat(left).containsExactly(output);
    }
  }

  @Test
  void theCheckNamesAWrongCount() throws Exception {
    String line = PartFiles.lines(output.resolve("model")).get(2);
    String item = line.substring(0, line.lastIndexOf('\t'));
    Path wrong = edited("model", lines -> replaced(lines, 2, item + "\t999"));

    assertThatThrownBy(() -> check(wrong))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("model: part-r-00000 record 3: \"%s\t999\"; must be \"%s\"", item, line);
  }

  @Test
  void theCheckNoticesADocumentWithAnotherLabel() throws Exception {
    Path wrong = edited("confusion", lines -> replaced(lines, 0, "täg0\tno such\t1"));

    assertThatThrownBy(() -> check(wrong))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage(
            "confusion: part-r-00000 record 1: labels \"täg0\tno such\" is not in the input");
  }

  private static List<String> replaced(List<String> lines, int index, String line) {
    lines.set(index, line);
    return lines;
  }

  @Test
  void aMalformedDocumentLeavesNoOutput() throws Exception {
    Files.writeString(input.resolve("test/part-00001"), "no tab\n");
    Path second = directory.resolve("second/out");

    assertThat(LocalJobs.run(configuration, new NaiveBayes(), input, second)).isEqualTo(1);

    assertThat(second.getParent()).isEmptyDirectory();
  }
}
