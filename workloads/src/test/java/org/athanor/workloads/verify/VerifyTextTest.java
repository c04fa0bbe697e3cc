// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.Grep;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.util.ReflectionUtils;
import org.athanor.workloads.Generate;
import org.athanor.workloads.Verify;
import org.athanor.workloads.testing.LocalJobs;
import org.athanor.workloads.testing.Outputs;
import org.athanor.workloads.testing.PartFiles;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks of right and wrong outputs of WordCount and Grep. Hadoop makes the right ones. */
class VerifyTextTest {
  @TempDir static Path directory;
  @TempDir Path wrong;
  private static Configuration configuration;
  private static Path input;
  private static Path words;
  private static Path matches;

  @BeforeAll
  static void runHadoop() throws Exception {
    configuration = LocalJobs.configuration(directory);
    Generate.run(
        configuration,
        "text",
        "--size",
        "200k",
        "--vocabulary",
        "2000",
        directory.resolve("text").toString());
    input = directory.resolve("text/data");
    // All kinds of blanks, letters beyond ASCII, and invalid UTF-8.
    byte[] odd =
        "a\tb\fc  a\r\nÄ日本 e\u00a0f \u2003 x\n\n \nno end\u00ff".getBytes(StandardCharsets.UTF_8);
    odd[odd.length - 2] = (byte) 0xE2;
    Files.write(input.resolve("part-odd"), odd);
    words = directory.resolve("words");
    LocalJobs.wordCount(configuration, input, words, 2);
    matches = directory.resolve("matches");
    Grep grep = ReflectionUtils.newInstance(Grep.class, configuration);
    assertThat(LocalJobs.run(configuration, grep, input, matches, "[a-z]*ka[a-z]*")).isZero();
  }

  private static String check(String kind, Path output, String... options) throws Exception {
    String[] arguments =
        Stream.concat(
                Stream.of(kind, "--input", input.toString(), "--output", output.toString()),
                Stream.of(options))
            .toArray(String[]::new);
    return Verify.check(configuration, arguments);
  }

  private static String checkWords(Path output) throws Exception {
    return check("wordcount", output);
  }

  private static String checkMatches(Path output) throws Exception {
    return check("grep", output, "--pattern", "[a-z]*ka[a-z]*");
  }

  @Test
  void acceptsOutputsOfHadoop() throws Exception {
    long count = PartFiles.lines(words).size();
    assertThat(checkWords(words)).isEqualTo(count + " different records, each counted right");
    assertThat(checkMatches(matches)).endsWith(" different records, each counted right, in order");
  }

  @Test
  void namesAWrongCount() throws Exception {
    String right = Files.readAllLines(PartFiles.in(words).get(1)).get(4);
    String word = right.substring(0, right.indexOf('\t'));
    Path output =
        Outputs.edit(
            words,
            wrong.resolve("o"),
            1,
            lines -> {
              lines.set(4, word + "\t123456");
              return lines;
            });

    assertThatThrownBy(() -> checkWords(output))
        .isInstanceOf(WrongOutputException.class)
        .hasMessage("part-r-00001 record 5: \"%s\t123456\"; must be \"%s\"".formatted(word, right));
  }

  @Test
  void namesADuplicatedRecord() throws Exception {
    String word = Files.readAllLines(PartFiles.in(words).get(0)).get(0).split("\t", 2)[0];
    Path output =
        Outputs.edit(
            words,
            wrong.resolve("o"),
            0,
            lines -> {
              lines.add(1, lines.get(0));
              return lines;
            });

    assertThatThrownBy(() -> checkWords(output))
        .hasMessage("part-r-00000 record 2: word \"%s\" occurs a second time".formatted(word));
  }

  @Test
  void noticesALostPart() throws Exception {
    int lost = Files.readAllLines(PartFiles.in(words).get(1)).size();
    int all = PartFiles.lines(words).size();

    assertThatThrownBy(() -> checkWords(Outputs.lose(words, wrong.resolve("o"), 1)))
        .hasMessageStartingWith(
            String.format(Locale.ROOT, "%d of %d records are missing, such as word \"", lost, all));
  }

  @Test
  void noticesATruncatedPart() throws Exception {
    Path output =
        Outputs.edit(words, wrong.resolve("o"), 0, lines -> lines.subList(0, lines.size() - 1));

    assertThatThrownBy(() -> checkWords(output)).hasMessageStartingWith("1 of ");
  }

  @Test
  void rejectsAMissingOrEmptyOutput() throws Exception {
    int all = PartFiles.lines(words).size();
    Path empty = Outputs.empty(words, wrong.resolve("o"));
    Path nothing = Files.createDirectory(wrong.resolve("nothing"));

    assertThatThrownBy(() -> checkWords(empty))
        .hasMessage("the output is empty; must have " + all + " records");
    assertThatThrownBy(() -> checkWords(nothing)).hasMessage(nothing + ": has no part files");
    assertThatThrownBy(() -> checkWords(wrong.resolve("absent")))
        .hasMessage(wrong.resolve("absent") + ": there is no output");
  }

  @Test
  void noticesTheOutputOfAnotherInput() throws Exception {
    Path other = Files.createDirectory(wrong.resolve("other"));
    Files.writeString(other.resolve("text"), "words of another text");
    Path output = wrong.resolve("out");
    LocalJobs.wordCount(configuration, other, output, 2);

    assertThatThrownBy(() -> checkWords(output)).hasMessageContaining(" is not in the input");
  }

  @Test
  void noticesMatchesThatAreNotInOrder() throws Exception {
    Path output =
        Outputs.edit(
            matches,
            wrong.resolve("o"),
            0,
            lines -> {
              Collections.swap(lines, 0, lines.size() - 1);
              return lines;
            });
    List<String> lines = Files.readAllLines(PartFiles.in(matches).get(0));
    String most = lines.get(0).split("\t", 2)[0];

    assertThatThrownBy(() -> checkMatches(output))
        .hasMessageMatching("part-r-00000 record [0-9]+: count [0-9]+ after [0-9]+")
        .hasMessageNotContaining("count " + (Long.parseLong(most) + 1));
  }

  @Test
  void noticesAMatchThatIsCountedWrong() throws Exception {
    Path output =
        Outputs.edit(
            matches,
            wrong.resolve("o"),
            0,
            lines -> {
              List<String> changed = new ArrayList<>(lines);
              changed.set(0, "9" + lines.get(0));
              return changed;
            });

    assertThatThrownBy(() -> checkMatches(output))
        .hasMessageStartingWith("part-r-00000 record 1: \"9");
  }

  @Test
  void keepsAReferenceAndRenewsItWhenTheInputChanges() throws Exception {
    Path own = Files.createDirectory(wrong.resolve("in"));
    Files.writeString(own.resolve("text"), "a b a");
    Path output = Files.createDirectory(wrong.resolve("out"));
    Files.writeString(output.resolve("part-0"), "a\t2\nb\t1\n");
    Path reference = wrong.resolve("kept/reference");
    String[] arguments = {
      "wordcount",
      "--input",
      own.toString(),
      "--output",
      output.toString(),
      "--reference",
      reference.toString()
    };

    Verify.check(configuration, arguments);
    byte[] kept = Files.readAllBytes(reference);
    Verify.check(configuration, arguments);
    assertThat(reference).hasBinaryContent(kept);

    Files.writeString(own.resolve("more"), "c");
    assertThatThrownBy(() -> Verify.check(configuration, arguments))
        .hasMessage("1 of 3 records are missing, such as word \"c\"");
    assertThat(Files.readAllBytes(reference)).isNotEqualTo(kept);
  }

  @Test
  void exitStatusDistinguishesRightWrongAndUsage() throws IOException, InterruptedException {
    String[] right = {"wordcount", "--input", input.toString(), "--output", words.toString()};
    assertThat(Verify.run(configuration, right)).isZero();
    right[4] = Outputs.lose(words, wrong.resolve("o"), 0).toString();
    assertThat(Verify.run(configuration, right)).isEqualTo(1);
    right[0] = "wordcounts";
    assertThat(Verify.run(configuration, right)).isEqualTo(2);
  }

  @Test
  void aCheckThatFailsDoesNotCallTheOutputWrong() throws Exception {
    String[] arguments = {
      "wordcount", "--input", input + "-gone", "--output", words.toString(),
    };
    assertThat(Verify.run(configuration, arguments)).isEqualTo(3);
    arguments[2] = input.toString();
    Configuration full = new Configuration(configuration);
    full.setClass("fs.file.impl", FullMemory.class, FileSystem.class);
    full.setBoolean("fs.file.impl.disable.cache", true);
    assertThat(Verify.run(full, arguments)).isEqualTo(3);
  }

  /** Files that no memory is left for. */
  public static final class FullMemory extends LocalFileSystem {
    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path file, int bufferSize) {
      throw new OutOfMemoryError("Java heap space");
    }
  }
}
