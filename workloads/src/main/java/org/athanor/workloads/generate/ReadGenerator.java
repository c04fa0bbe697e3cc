// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.generate;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.athanor.workloads.usage.CommandLine;

/**
 * Simulated reads of a genome in FASTQ: pieces of it in both directions, some of which are read
 * several times, with wrong bases. A wrong base mostly has a low quality, a right one mostly a high
 * one. The name of a read says which piece it is of, and its wrong bases, so that the results of
 * programs can be judged; see {@link org.athanor.workloads.reads.SimulatedName}.
 *
 * <p>With an insert size, the mates of pairs are written to the directories {@code first} and
 * {@code second} of the data: the ends of longer pieces, each read towards the other.
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

  /** Bases of a piece: of a read, or from the start of a mate to that of the other. */
  private final int span;

  private final boolean paired;
  private final Genome genome;
  private final String identity;

  ReadGenerator(Options options) {
    length = options.length();
    duplicates = options.share("duplicates", 0.1);
    errors = options.share("errors", 0.005);
    hot = options.share("hot", 0);
    seed = options.seed();
    paired = options.insert() > 0;
    span = paired ? options.insert() : length;
    if (span < length) {
      throw CommandLine.wrong(
          "--insert " + span, "must be at least the " + length + " bases of a read, or 0");
    }
    int record = 2 * length + RECORD_OVERHEAD;
    quota = paired ? ofMates(options.quota(2.0 * record), record) : options.quota(record);
    double reads =
        quota.records() == Long.MAX_VALUE ? (double) quota.bytes() / record : quota.records();
    reads = paired ? 2 * reads : reads;
    long random = Math.max(2L * span, (long) (reads * length / options.coverage()));
    genome = options.genome().map(Genome::read).orElseGet(() -> Genome.random(random, seed));
    if (genome.length() < span) {
      throw CommandLine.wrong(
          paired ? "--insert " + span : "--length " + length,
          "must be at most the " + genome.length() + " bases of the genome");
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
            + (paired ? " insert=" + span : "")
            + " genome="
            + genome.identity();
  }

  /** The files of mates have the same number of reads, and so not exactly half of the bytes. */
  private static Quota ofMates(Quota both, int record) {
    long pairs = both.records() == Long.MAX_VALUE ? both.bytes() / (2L * record) : both.records();
    return Quota.ofRecords(pairs, record);
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
  public String directory() {
    return paired ? "data/first" : "data";
  }

  @Override
  public RecordSource part(int part, long firstRecord) {
    return new Part(part, false);
  }

  @Override
  public List<DataFiles> others() {
    return paired ? List.of(new SecondMates()) : List.of();
  }

  private final class SecondMates implements DataFiles {
    @Override
    public Quota quota() {
      return quota;
    }

    @Override
    public RecordSource part(int part, long firstRecord) {
      return new Part(part, true);
    }

    @Override
    public String directory() {
      return "data/second";
    }
  }

  /** Where a piece is in the genome, and how often it has been read. */
  private static final class Piece {
    long molecule;
    int copies;
    int start;
    boolean reversed;
    boolean hot;
  }

  /** The reads of a file. For a file of mates, those of the other file are made as well. */
  private final class Part implements RecordSource {
    private final SplitMix random;
    private final int part;
    private final boolean second;
    private final Piece[] recent = new Piece[RECENT];
    private final byte[] bases = new byte[length];
    private final byte[] qualities = new byte[length];

    /** The right base where one is wrong, otherwise 0. */
    private final byte[] corrections = new byte[length];

    private long molecules;

    Part(int part, boolean second) {
      this.part = part;
      this.second = second;
      random = new SplitMix(seed, part);
    }

    @Override
    public void next(RecordBuffer out) {
      Piece piece = piece();
      read(piece, false);
      if (!second) {
        print(piece, out);
      }
      if (paired) {
        read(piece, true);
        if (second) {
          print(piece, out);
        }
      }
    }

    private Piece piece() {
      if (molecules > 0 && random.unit() < duplicates) {
        Piece piece = recent[random.below((int) Math.min(molecules, RECENT))];
        piece.copies++;
        return piece;
      }
      Piece piece = new Piece();
      piece.molecule = molecules;
      piece.start = (int) random.below((long) genome.length() - span + 1);
      piece.reversed = random.below(2) == 1;
      piece.hot = random.unit() < hot;
      recent[(int) (molecules % RECENT)] = piece;
      molecules++;
      return piece;
    }

    private void read(Piece piece, boolean mate) {
      boolean primed = piece.hot && !mate;
      for (int i = 0; i < length; i++) {
        byte right = primed && i < PRIMER.length ? PRIMER[i] : base(piece, i, mate);
        boolean wrong = !(primed && i < PRIMER.length) && random.unit() < errors;
        bases[i] = wrong ? other(right) : right;
        qualities[i] = (byte) (33 + quality(wrong));
        corrections[i] = wrong ? right : 0;
      }
    }

    /** The mate of a piece is read from its other end. */
    private byte base(Piece piece, int i, boolean mate) {
      return piece.reversed == mate
          ? genome.base(piece.start + i)
          : Genome.complement(genome.base(piece.start + span - 1 - i));
    }

    private void print(Piece piece, RecordBuffer out) {
      out.put((byte) '@');
      out.putDecimal(part);
      out.put((byte) '.');
      out.putDecimal(piece.molecule);
      out.put((byte) '.');
      out.putDecimal(piece.copies);
      out.put((byte) ':');
      boolean first = true;
      for (int i = 0; i < length; i++) {
        if (corrections[i] != 0) {
          if (!first) {
            out.put((byte) ',');
          }
          out.putDecimal(i);
          out.put(corrections[i]);
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
