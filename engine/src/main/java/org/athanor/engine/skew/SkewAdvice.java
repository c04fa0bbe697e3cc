// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.skew;

import java.util.Locale;
import java.util.Optional;

/** What a user can do about uneven reduces. Stateless. */
final class SkewAdvice {
  /** Share of the slowest reduce's records from which one key is the reason. */
  private static final double DOMINANT = 1 / 3.0;

  private SkewAdvice() {}

  static String of(SkewReport report) {
    ReduceLoad slowest = report.slowest();
    Optional<SkewReport.WeightyKey> dominant =
        report.slowestKey().filter(key -> key.ofPartition() >= DOMINANT);
    boolean hasMore = slowest.bytes() > LargePartition.EXCESS * report.bytes() / report.reduces();
    Cuts cuts = slowest.shape().cuts();
    boolean areKeysKnown = slowest.shape().keys().isPresent();
    if (slowest.isCut()) {
      return ofCut(slowest, dominant);
    }
    if (dominant.isPresent()) {
      return String.format(
          Locale.ROOT,
          "key %s is %s of reduce %d and %s of all records, and one key is never divided by more"
              + " reduces or another partitioner: only %s help",
          dominant.get().key().text(),
          percent(dominant.get().ofPartition()),
          slowest.reduce(),
          percent(dominant.get().share()),
          cuts == Cuts.FREE
              ? "a combiner or other keys"
              : "athanor.skew.mode=free, a combiner, or other keys");
    }
    if (hasMore) {
      return String.format(
          Locale.ROOT,
          "reduce %d has %s of the bytes%s: %s divide them%s",
          slowest.reduce(),
          percent((double) slowest.bytes() / Math.max(1, report.bytes())),
          areKeysKnown ? ", of many keys" : "",
          switch (cuts) {
            case OFF -> "more reduces, another partitioner, or athanor.skew.mode=coherent";
            case UNKNOWN ->
                "more reduces, another partitioner, or athanor.skew.mode=coherent, if it is not set,";
            case COHERENT, FREE -> "more reduces or another partitioner";
          },
          areKeysKnown ? "" : ", unless most have one key");
    }
    return String.format(
        Locale.ROOT,
        "reduce %d has no more bytes than others, so its keys cost its reducer more, or its thread"
            + " was disturbed: more reduces spread costly keys better",
        slowest.reduce());
  }

  private static String ofCut(ReduceLoad slowest, Optional<SkewReport.WeightyKey> dominant) {
    long sum = slowest.shape().chunkMillis().stream().mapToLong(Long::longValue).sum();
    long longest =
        slowest.shape().chunkMillis().stream().mapToLong(Long::longValue).max().orElse(0);
    boolean isBalanced = 2 * longest * slowest.shape().chunkMillis().size() <= 3 * sum;
    if (isBalanced) {
      return "the chunks were even; a larger athanor.skew.chunks helps if there are more threads";
    }
    return dominant
        .filter(key -> slowest.shape().cuts() == Cuts.COHERENT)
        .map(
            key ->
                "the chunks were uneven, because key "
                    + key.key().text()
                    + " is "
                    + percent(key.ofPartition())
                    + " of the partition: only athanor.skew.mode=free cuts within a key")
        .orElse("the chunks were uneven: a larger athanor.skew.chunks makes smaller ones");
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.0f%%", 100 * share);
  }
}
