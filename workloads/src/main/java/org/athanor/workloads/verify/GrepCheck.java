// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/** Checks Grep: it counts all matches in each line, and writes the most frequent first. */
public final class GrepCheck extends CountsCheck {
  private final Pattern pattern;

  public GrepCheck(
      Configuration configuration,
      Path input,
      Path output,
      Pattern pattern,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    super(configuration, "grep " + pattern, input, output, reference);
    this.pattern = pattern;
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String counted = super.run();
    long before = Long.MAX_VALUE;
    for (FileStatus part : parts().all()) {
      long[] last = {before};
      parts()
          .lines(
              part,
              (line, number) -> {
                String text = line.toString();
                long count = Long.parseLong(text, 0, text.indexOf('\t'), 10);
                if (count > last[0]) {
                  throw new WrongOutputException(
                      Parts.name(part, number) + ": count " + count + " after " + last[0]);
                }
                last[0] = count;
              });
      before = last[0];
    }
    return counted + ", in order";
  }

  @Override
  Splits.Consumer<LongWritable, Text> counter(ByteCounts counts) {
    Matcher matcher = pattern.matcher("");
    return (offset, line) -> {
      matcher.reset(line.toString());
      while (matcher.find()) {
        byte[] match = matcher.group().getBytes(StandardCharsets.UTF_8);
        counts.add(match, 0, match.length, 1);
      }
    };
  }

  @Override
  byte[] line(byte[] match, long count) {
    return joined(decimal(count), match);
  }

  @Override
  int[] itemRange(byte[] line, int length) {
    for (int i = 0; i < length; i++) {
      if (line[i] == '\t') {
        return new int[] {i + 1, length};
      }
    }
    return null;
  }

  @Override
  String itemName() {
    return "match";
  }
}
