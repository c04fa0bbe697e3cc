// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Checks WordCount. Words are the tokens of {@link java.util.StringTokenizer}. */
public final class WordCountCheck extends CountsCheck {

  public WordCountCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    super(configuration, "wordcount", input, output, reference);
  }

  @Override
  Splits.Consumer<LongWritable, Text> counter(ByteCounts counts) {
    return (offset, line) -> {
      byte[] bytes = line.getBytes();
      int length = line.getLength();
      int start = 0;
      boolean ascii = true;
      for (int i = 0; i <= length; i++) {
        if (i < length && !isDelimiter(bytes[i])) {
          ascii &= bytes[i] >= 0;
          continue;
        }
        if (i > start) {
          count(bytes, start, i - start, ascii, counts);
        }
        start = i + 1;
        ascii = true;
      }
    };
  }

  /**
   * Counts the words of a line. Java decodes invalid UTF-8 to replacement characters and writes
   * these.
   */
  private static void count(byte[] bytes, int start, int length, boolean ascii, ByteCounts counts) {
    if (ascii) {
      counts.add(bytes, start, length, 1);
    } else {
      String decoded = new String(bytes, start, length, StandardCharsets.UTF_8);
      byte[] word = decoded.getBytes(StandardCharsets.UTF_8);
      counts.add(word, 0, word.length, 1);
    }
  }

  private static boolean isDelimiter(byte character) {
    return character == ' '
        || character == '\t'
        || character == '\n'
        || character == '\r'
        || character == '\f';
  }

  @Override
  byte[] line(byte[] word, long count) {
    return joined(word, decimal(count));
  }

  @Override
  int[] itemRange(byte[] line, int length) {
    for (int i = length - 1; i >= 0; i--) {
      if (line[i] == '\t') {
        return new int[] {0, i};
      }
    }
    return null;
  }

  @Override
  String itemName() {
    return "word";
  }
}
