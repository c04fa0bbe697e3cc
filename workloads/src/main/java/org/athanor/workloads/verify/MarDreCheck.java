// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.verify.DuplicateReference.Sample;

/**
 * Checks MarDRe: exactly the reads that the rule keeps, in any order. The input is read several
 * times, each time for other prefixes, so that those in memory are 256 MiB at most, unless a prefix
 * has more.
 */
public final class MarDreCheck implements Check {
  private static final long BYTES_AT_ONCE = 256L << 20;
  private static final int LINES = 4;

  private final FastqInput input;
  private final DuplicateReference rule;
  private final Reference reference;
  private final Parts parts;

  /**
   * A check of single reads.
   *
   * @param prefix bases that must be the same
   * @param mismatches other bases that may differ
   */
  public MarDreCheck(
      Configuration configuration,
      Path input,
      Path output,
      int prefix,
      int mismatches,
      Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.input = new FastqInput(configuration, input);
    rule = new DuplicateReference(prefix, Integer.MAX_VALUE, mismatches);
    this.reference =
        new Reference(
            configuration,
            "mardre prefix=" + prefix + " mismatches=" + mismatches,
            input,
            reference);
    parts = new Parts(configuration, output);
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String expected = new String(reference.get(this::compute), StandardCharsets.US_ASCII);
    MultisetDigest found = new MultisetDigest();
    parts.read(this::digest).forEach(found::add);
    found.mustBe(expected, "reads");
    return found.records() + " reads, those without duplicates";
  }

  private MultisetDigest digest(FileStatus part) throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    List<String> lines = new ArrayList<>();
    parts.lines(
        part,
        (line, number) -> {
          lines.add(line.toString());
          if (lines.size() == LINES) {
            if (!lines.get(0).startsWith("@") || !lines.get(2).equals("+")) {
              throw new WrongOutputException(
                  part.getPath().getName()
                      + " line "
                      + (number - LINES + 1)
                      + ": must be lines of @, bases, +, qualities");
            }
            ReadDigests.add(lines.get(0).substring(1), lines.get(1), lines.get(3), digest);
            lines.clear();
          }
        });
    if (!lines.isEmpty()) {
      throw new WrongOutputException(part.getPath().getName() + ": ends in a read");
    }
    return digest;
  }

  private void compute(OutputStream out) throws IOException {
    int passes = (int) (input.bytes() / BYTES_AT_ONCE) + 1;
    MultisetDigest digest = new MultisetDigest();
    for (int i = 0; i < passes; i++) {
      int pass = i;
      List<Sample> samples = new ArrayList<>();
      input.read(
          read -> {
            if (Math.floorMod(rule.start(read.bases()).hashCode(), passes) == pass) {
              samples.add(Sample.single(read.name(), read.bases(), read.qualities()));
            }
          });
      for (Sample kept : rule.keep(samples)) {
        ReadDigests.add(kept.name(), kept.bases(), kept.qualities(), digest);
      }
    }
    out.write(digest.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
