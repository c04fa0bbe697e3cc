// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.TreeMap;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;

/**
 * A classifier of the rule that {@link org.athanor.workloads.program.BayesModel} states: a table of
 * the words of each label. Immutable, thread-safe.
 */
final class BayesReference {
  private static final double SCALE = 16_777_216;
  private static final byte[] WORDLESS = {};

  private final ByteCounts vocabulary = new ByteCounts();

  /** In the order of their names. */
  private final Label[] labels;

  /** What documents of one label have. */
  private static final class Label {
    final byte[] name;

    /** Scaled logarithms of counts plus one, so that a word without documents has 0. */
    final ByteCounts words = new ByteCounts();

    long documents;
    long tokens;

    /** Scaled logarithms of {@link #documents}, and of {@link #tokens} plus different words. */
    long prior;

    long denominator;

    Label(byte[] name) {
      this.name = name;
    }
  }

  /**
   * A classifier.
   *
   * @param terms counts of {@link #terms}
   */
  BayesReference(ByteCounts terms) {
    TreeMap<byte[], Label> byName = new TreeMap<>(Arrays::compareUnsigned);
    terms.forEach(
        (item, count) -> {
          int tab = indexOfTab(item, item.length);
          Label label = byName.computeIfAbsent(Arrays.copyOf(item, tab), Label::new);
          int length = item.length - tab - 1;
          if (length == 0) {
            label.documents = count;
          } else {
            label.words.add(item, tab + 1, length, scaled(1 + count));
            label.tokens += count;
            vocabulary.add(item, tab + 1, length, 1);
          }
        });
    labels = byName.values().toArray(new Label[0]);
    for (Label label : labels) {
      label.prior = scaled(label.documents);
      label.denominator = scaled(label.tokens + vocabulary.size());
    }
  }

  private static int indexOfTab(byte[] bytes, int length) {
    for (int i = 0; i < length; i++) {
      if (bytes[i] == '\t') {
        return i;
      }
    }
    throw new IllegalArgumentException(
        "document \""
            + Records.shown(new String(bytes, 0, length, StandardCharsets.UTF_8))
            + "\": must have a tab after its label");
  }

  private static long scaled(long number) {
    return number == 0 ? 0 : Math.round(StrictMath.log((double) number) * SCALE);
  }

  /** Receives the words of a document, in lower case. */
  private interface Words {
    void word(byte[] bytes, int offset, int length);
  }

  /** Finds the words after the label, which it puts into lower case in the line itself. */
  private static void words(byte[] line, int from, int length, Words words) {
    int first = -1;
    for (int i = from; i <= length; i++) {
      int letter = i < length ? line[i] | 0x20 : 0;
      if (letter >= 'a' && letter <= 'z') {
        line[i] = (byte) letter;
        first = first < 0 ? i : first;
      } else if (first >= 0) {
        words.word(line, first, i - first);
        first = -1;
      }
    }
  }

  /** Returns the label that decoding and encoding makes of the first bytes of a line. */
  private static byte[] label(byte[] line, int length) {
    return new String(line, 0, length, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns a consumer of documents that counts each word with its label, and an empty one. */
  static Splits.Consumer<LongWritable, Text> terms(ByteCounts counts) {
    return (offset, line) -> {
      if (line.getLength() > 0) {
        int tab = indexOfTab(line.getBytes(), line.getLength());
        byte[] label = label(line.getBytes(), tab);
        byte[] document = CountsCheck.joined(label, WORDLESS);
        counts.add(document, 0, document.length, 1);
        words(
            line.getBytes(),
            tab + 1,
            line.getLength(),
            (bytes, at, length) -> {
              byte[] item = CountsCheck.joined(label, Arrays.copyOfRange(bytes, at, at + length));
              counts.add(item, 0, item.length, 1);
            });
      }
    };
  }

  /** Returns a consumer of documents that counts their labels with those that they get. */
  Splits.Consumer<LongWritable, Text> classes(ByteCounts counts) {
    return (offset, line) -> {
      if (line.getLength() > 0) {
        int tab = indexOfTab(line.getBytes(), line.getLength());
        byte[] label = label(line.getBytes(), tab);
        byte[] item = CountsCheck.joined(label, best(line, tab + 1));
        counts.add(item, 0, item.length, 1);
      }
    };
  }

  private byte[] best(Text line, int from) {
    long[] scores = new long[labels.length];
    Arrays.setAll(scores, i -> labels[i].prior);
    words(
        line.getBytes(),
        from,
        line.getLength(),
        (bytes, at, length) -> {
          if (vocabulary.get(bytes, at, length) > 0) {
            for (int i = 0; i < scores.length; i++) {
              scores[i] += labels[i].words.get(bytes, at, length) - labels[i].denominator;
            }
          }
        });
    byte[] best = {};
    long highest = Long.MIN_VALUE;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] > highest) {
        highest = scores[i];
        best = labels[i].name;
      }
    }
    return best;
  }
}
