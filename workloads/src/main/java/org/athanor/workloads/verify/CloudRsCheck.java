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

/**
 * Checks CloudRS: all reads in {@code OUTPUT/sfa}, with exactly the bases and qualities that the
 * rules give, and in {@code OUTPUT/fasta} the trusted ones. All reads are in memory, to compute the
 * reference.
 */
public final class CloudRsCheck implements Check {
  private static final int READ_LENGTH = 36;
  private static final int LARGEST_STACK = 500;
  private static final int ROUNDS = 2;

  private final FastqInput input;
  private final Reference reference;
  private final Parts all;
  private final Parts trusted;

  public CloudRsCheck(
      Configuration configuration, Path input, Path output, Optional<Path> reference)
      throws IOException, WrongOutputException {
    this.input = new FastqInput(configuration, input);
    this.reference = new Reference(configuration, "cloudrs", input, reference);
    all = new Parts(configuration, new Path(output, "sfa"));
    trusted = new Parts(configuration, new Path(output, "fasta"));
  }

  @Override
  public String run() throws WrongOutputException, IOException, InterruptedException {
    String[] expected =
        new String(reference.get(this::compute), StandardCharsets.US_ASCII).split("\n", -1);
    MultisetDigest found = new MultisetDigest();
    all.read(this::digest).forEach(found::add);
    found.mustBe(expected[0], "reads");
    MultisetDigest foundTrusted = new MultisetDigest();
    trusted.read(this::digestTrusted).forEach(foundTrusted::add);
    foundTrusted.mustBe(expected[1], "reads");
    return found.records() + " corrected reads, " + foundTrusted.records() + " of them trusted";
  }

  private MultisetDigest digest(FileStatus part) throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    all.lines(
        part,
        (line, number) -> {
          List<String> fields = List.of(line.toString().split("\t", -1));
          if (fields.size() != 3) {
            throw new WrongOutputException(
                Parts.name(part, number) + ": must be name, bases and qualities");
          }
          ReadDigests.add(fields.get(0), fields.get(1), fields.get(2), digest);
        });
    return digest;
  }

  private MultisetDigest digestTrusted(FileStatus part) throws IOException, WrongOutputException {
    MultisetDigest digest = new MultisetDigest();
    List<String> lines = new ArrayList<>();
    trusted.lines(
        part,
        (line, number) -> {
          lines.add(line.toString());
          if (lines.size() == 2) {
            ReadDigests.add(lines.get(0).substring(1), lines.get(1), "", digest);
            lines.clear();
          } else if (!lines.get(0).startsWith(">")) {
            throw new WrongOutputException(
                part.getPath().getName() + " line " + number + ": must begin with >");
          }
        });
    if (!lines.isEmpty()) {
      throw new WrongOutputException(part.getPath().getName() + ": ends in a read");
    }
    return digest;
  }

  private void compute(OutputStream out) throws IOException {
    CorrectionReference rules = new CorrectionReference(READ_LENGTH, LARGEST_STACK, ROUNDS);
    input.read(rules::add);
    MultisetDigest digest = new MultisetDigest();
    MultisetDigest ofTrusted = new MultisetDigest();
    for (CorrectionReference.Item item : rules.correct()) {
      ReadDigests.add(item.name().replace('\t', ' '), item.bases(), item.qualities(), digest);
      if (item.trusted()) {
        ReadDigests.add(item.name(), item.bases(), "", ofTrusted);
      }
    }
    out.write((digest + "\n" + ofTrusted).getBytes(StandardCharsets.US_ASCII));
  }
}
