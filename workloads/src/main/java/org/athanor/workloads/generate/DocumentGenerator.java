// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.util.List;

/**
 * Labelled documents: lines of a label, a tab and {@value #SHORTEST} to {@value #LONGEST} random
 * words, four fifths of them to train a classifier, the others to test it. Labels are equally
 * probable. One word of {@value #COMMON} is drawn from the label's own order of the vocabulary, in
 * which the most frequent words are others; so the documents of different labels differ, but not
 * all can be told apart.
 */
final class DocumentGenerator implements Generator {
  private static final int SHORTEST = 20;
  private static final int LONGEST = 100;
  private static final int COMMON = 32;

  /** Bytes of a label, a tab, 60 words and a line feed. */
  private static final double BYTES_PER_DOCUMENT = 310;

  /** One of so many documents is for testing. */
  private static final int TEST = 5;

  /** Before the numbers of the parts, so that they differ from those for training. */
  private static final long PURPOSE = Long.MIN_VALUE;

  private final Quota all;
  private final long seed;
  private final int labels;
  private final int vocabulary;
  private final Words words;
  private final String identity;

  DocumentGenerator(Options options) {
    labels = options.labels();
    vocabulary = options.vocabulary();
    double exponent = options.exponent(1);
    all = options.quota(BYTES_PER_DOCUMENT);
    seed = options.seed();
    words = new Words(vocabulary, exponent);
    identity = "documents labels=" + labels + " vocabulary=" + vocabulary + " exponent=" + exponent;
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Quota quota() {
    return share(TEST - 1);
  }

  private Quota share(int fifths) {
    return all.records() == Long.MAX_VALUE
        ? Quota.ofBytes(all.bytes() / TEST * fifths)
        : Quota.ofRecords(
            fifths == 1 ? all.records() / TEST : all.records() - all.records() / TEST,
            BYTES_PER_DOCUMENT);
  }

  @Override
  public String directory() {
    return "data/train";
  }

  @Override
  public List<DataFiles> others() {
    return List.of(new Tests());
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    return documents(new SplitMix(seed, part));
  }

  private RecordSource documents(SplitMix random) {
    return out -> {
      int label = random.below(labels);
      long first = (label + 1L) * vocabulary / (labels + 1);
      out.putText("label-");
      out.putDecimal(label);
      out.put((byte) '\t');
      int count = SHORTEST + random.below(LONGEST - SHORTEST + 1);
      for (int i = 0; i < count; i++) {
        long rank = words.rank(random);
        words.append(random.below(COMMON) == 0 ? (rank + first) % vocabulary : rank, out);
      }
      out.bytes[out.position - 1] = '\n';
    };
  }

  /** The documents that are classified. */
  private final class Tests implements DataFiles {
    @Override
    public Quota quota() {
      return share(1);
    }

    @Override
    public String directory() {
      return "data/test";
    }

    @Override
    public RecordSource part(int part, long firstRecord) {
      return documents(new SplitMix(seed, PURPOSE + part));
    }
  }
}
