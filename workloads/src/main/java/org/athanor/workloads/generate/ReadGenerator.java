// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;
import org.athanor.workloads.usage.CommandLine;

/**
 * Simulated reads of a genome in FASTQ: pieces of it in both directions, some of which are read
 * several times, with wrong bases. A wrong base mostly has a low quality, a right one mostly a high
 * one. The name of a read says which piece it is of, and its wrong bases, so that the results of
 * programs can be judged; see {@link org.athanor.workloads.reads.SimulatedName}.
 */
final class ReadGenerator implements Generator {
  /** The bases with which hot reads begin. */
  private static final byte[] PRIMER =
      "GTGCCAGCAGCCGCGGTAATACGTAGG".getBytes(StandardCharsets.US_ASCII);

  /** A piece is read again at most so many pieces later. */
  private static final int RECENT = 1024;

  private static final int RECORD_OVERHEAD = 30;

  private final Quota quota;
  private final long seed;
  private final int length;
  private final double duplicates;
  private final double errors;
  private final double hot;
  private final Genome genome;
  private final String identity;

  ReadGenerator(Options options) {
    length = options.length();
    duplicates = options.share("duplicates", 0.1);
    errors = options.share("errors", 0.005);
    hot = options.share("hot", 0);
    seed = options.seed();
    int record = 2 * length + RECORD_OVERHEAD;
    quota = options.quota(record);
    double reads =
        quota.records() == Long.MAX_VALUE ? (double) quota.bytes() / record : quota.records();
    long random = Math.max(2L * length, (long) (reads * length / options.coverage()));
    genome = options.genome().map(Genome::read).orElseGet(() -> Genome.random(random, seed));
    if (genome.length() < length) {
      throw CommandLine.wrong(
          "--length " + length, "must be at most the " + genome.length() + " bases of the genome");
    }
    identity =
        "reads length="
            + length
            + " duplicates="
            + duplicates
            + " errors="
            + errors
            + " hot="
            + hot
            + " genome="
            + genome.identity();
  }

  @Override
  public String identity() {
    return identity;
  }

  @Override
  public Quota quota() {
    return quota;
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    return new Part(part);
  }

  /** Where a piece is in the genome, and how often it has been read. */
  private static final class Piece {
    long molecule;
    int copies;
    int start;
    boolean reversed;
    boolean hot;
  }

  private final class Part implements RecordSource {
    private final SplitMix random;
    private final int part;
    private final Piece[] recent = new Piece[RECENT];
    private final byte[] bases = new byte[length];
    private final byte[] qualities = new byte[length];
    private long molecules;

    Part(int part) {
      this.part = part;
      random = new SplitMix(seed, part);
    }

    @Override
    public void next(RecordBuffer out) {
      Piece piece;
      if (molecules > 0 && random.unit() < duplicates) {
        piece = recent[random.below((int) Math.min(molecules, RECENT))];
        piece.copies++;
      } else {
        piece = new Piece();
        piece.molecule = molecules;
        piece.start = (int) random.below((long) genome.length() - length + 1);
        piece.reversed = random.below(2) == 1;
        piece.hot = random.unit() < hot;
        recent[(int) (molecules % RECENT)] = piece;
        molecules++;
      }
      out.put((byte) '@');
      out.putDecimal(part);
      out.put((byte) '.');
      out.putDecimal(piece.molecule);
      out.put((byte) '.');
      out.putDecimal(piece.copies);
      out.put((byte) ':');
      boolean first = true;
      for (int i = 0; i < length; i++) {
        byte right = base(piece, i);
        boolean wrong = !(piece.hot && i < PRIMER.length) && random.unit() < errors;
        bases[i] = wrong ? other(right) : right;
        qualities[i] = (byte) (33 + quality(wrong));
        if (wrong) {
          if (!first) {
            out.put((byte) ',');
          }
          out.putDecimal(i);
          out.put(right);
          first = false;
        }
      }
      out.put((byte) '\n');
      out.put(bases);
      out.put((byte) '\n');
      out.put((byte) '+');
      out.put((byte) '\n');
      out.put(qualities);
      out.put((byte) '\n');
    }

    private byte base(Piece piece, int i) {
      if (piece.hot && i < PRIMER.length) {
        return PRIMER[i];
      }
      return piece.reversed
          ? Genome.complement(genome.base(piece.start + length - 1 - i))
          : genome.base(piece.start + i);
    }

    private byte other(byte right) {
      byte letter = Genome.letter(random.below(3));
      return letter == right ? Genome.letter(3) : letter;
    }

    /** Of 20 bases, one has a quality that misleads. */
    private int quality(boolean wrong) {
      boolean misleads = random.below(20) == 0;
      return wrong == misleads ? 25 + random.below(16) : 3 + random.below(17);
    }
  }
}
