// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * Checks MarDRe: exactly the reads or pairs that the rule keeps, in any order. The input is read
 * several times, each time for other prefixes, so that those in memory are 256 MiB at most, unless
 * a prefix has more.
 */
public final class MarDreCheck implements Check {
  private static final long BYTES_AT_ONCE = 256L << 20;

  private final SampleInput input;
  private final String what;
  private final DuplicateReference rule;
  private final Reference reference;
  private final FastqParts parts;

  /**
   * A check.
   *
   * @param prefix bases that must be the same
   * @param mismatches other bases that may differ, in both mates together
   * @param paired whether the input has the mates of pairs, in {@code first} and {@code second}
   */
  public MarDreCheck(
      Configuration configuration,
      Path input,
      Path output,
      int prefix,
      int mismatches,
      boolean paired,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.input = new SampleInput(configuration, input, paired);
    what = paired ? "pairs" : "reads";
    rule = new DuplicateReference(prefix, Integer.MAX_VALUE, mismatches);
    this.reference =
        new Reference(
            configuration,
            "mardre prefix=" + prefix + " mismatches=" + mismatches + (paired ? " paired" : ""),
            input,
            reference);
    parts = new FastqParts(configuration, output, paired);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String expected = new String(reference.get(this::compute), StandardCharsets.US_ASCII);
    MultisetDigest found = new MultisetDigest();
    parts.read(Digest::new).forEach(part -> found.add(part.sum));
    found.mustBe(expected, what);
    return found.records() + " " + what + ", those without duplicates";
  }

  /** The digest of a part. */
  private static final class Digest implements FastqParts.Consumer {
    private final MultisetDigest sum = new MultisetDigest();

    @Override
    public void accept(Sample sample) {
      ReadDigests.add(sample, sum);
    }
  }

  private void compute(OutputStream out) throws IOException {
    int passes = (int) (input.bytes() / BYTES_AT_ONCE) + 1;
    MultisetDigest digest = new MultisetDigest();
    for (int i = 0; i < passes; i++) {
      int pass = i;
      List<Sample> samples = new ArrayList<>();
      input.read(
          bases -> Math.floorMod(rule.start(bases).hashCode(), passes) == pass, samples::add);
      rule.keep(samples).forEach(kept -> ReadDigests.add(kept, digest));
    }
    out.write(digest.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
