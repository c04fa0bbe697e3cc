// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.popularity;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.EOFException;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.athanor.storage.check.Checks;

/**
 * The popularity of files by path. Popularity follows a file when it, or a directory above it, is
 * renamed.
 *
 * <p>Memory is bounded by the number of files: at most {@code maxFiles} are known. When one more
 * comes, a sixteenth of the known files is forgotten: those that were used longest ago, of which
 * those that are kept longer go last. With {@link PopularityPrediction} and names of 23 letters a
 * file costs 168 bytes (measured with a million files); names of directories cost 100 bytes each.
 *
 * <p>The state can be written, and read after a restart. Its format is versioned:
 *
 * <pre>
 * int magic "ATHP" | int version 1 | UTF name of the predictor | long forgotten
 * the paths: int end, then for each number from 1 below it: int number of its directory (−1: unused),
 *            and if it is used: UTF name, boolean whether it is a file
 * last use, blocks: int length, then as many longs
 * the predictor's own state
 * </pre>
 *
 * <p>A reader checks magic, version, predictor, structure and ranges, and needs memory in
 * proportion to the bytes that are there, whatever lengths they tell. Whoever stores the bytes
 * should keep a checksum with them, because most flipped bits of a number are not noticed here. A
 * name may have 65,535 bytes; HDFS allows 8,000 characters in a whole path, which are 24,000 bytes
 * at most.
 */
public final class FilePopularity {
  private static final int MAGIC = 0x41544850;
  private static final int VERSION = 1;
  private static final int FORGOTTEN_SHARE = 16;

  /** The handle of a file that is not known. */
  public static final long NO_HANDLE = FileTree.NO_HANDLE;

  private final Predictor predictor;
  private final int maxFiles;
  private final Predicate<String> keptLonger;
  private FileTree tree = new FileTree();
  private final LongColumn lastUse = new LongColumn();
  private final LongColumn blocks = new LongColumn();
  private long forgotten;

  /** Files that the tree has removed, and the predictor was not told of yet. */
  private int[] removed = new int[16];

  private int removedCount;

  /**
   * Knows no file yet.
   *
   * @param predictor that knows no file, and that nobody else uses from now on
   * @param maxFiles number of files that are remembered, from 1
   */
  public FilePopularity(Predictor predictor, int maxFiles) {
    this(predictor, maxFiles, path -> false);
  }

  /**
   * Knows no file yet.
   *
   * @param predictor that knows no file, and that nobody else uses from now on
   * @param maxFiles number of files that are remembered, from 1
   * @param keptLonger says by its path whether a file is forgotten only after all others, whenever
   *     they were used; asked when there is no room
   */
  public FilePopularity(Predictor predictor, int maxFiles, Predicate<String> keptLonger) {
    this.predictor = predictor;
    this.maxFiles = (int) Checks.atLeast(1, "maxFiles", maxFiles);
    this.keptLonger = keptLonger;
  }

  /**
   * A file was created, or was found in the namespace. A file that is already known stays as it is,
   * but gets the new number of blocks.
   *
   * @param blocks number of its blocks, from 0
   */
  public void created(String path, long timeMillis, int blocks) {
    Checks.absolute("path", path);
    Checks.atLeast(0, "blocks of " + path, blocks);
    int known = tree.file(path);
    int file = known == FileTree.NONE ? begin(path, timeMillis) : known;
    if (known == FileTree.NONE) {
      predictor.created(file, timeMillis);
    }
    this.blocks.set(file, blocks);
  }

  /**
   * Whether a file is known with this number of blocks, so that {@link #created} changes nothing.
   */
  public boolean knows(String path, int blocks) {
    int file = tree.file(Checks.absolute("path", path));
    return file != FileTree.NONE && this.blocks.get(file) == blocks;
  }

  /** A file was accessed. It becomes known if it was not. */
  public void accessed(AccessEvent event) {
    accessed(event, NO_HANDLE);
  }

  /**
   * As {@link #accessed(AccessEvent)}, but faster if the file still has the path with which it was
   * accessed before.
   *
   * @param handle what this method has returned for the same path; or {@link #NO_HANDLE}
   * @return the handle for the next access to this path
   */
  public long accessed(AccessEvent event, long handle) {
    int known = tree.file(event.path(), handle);
    int file = known == FileTree.NONE ? begin(event.path(), event.timeMillis()) : known;
    lastUse.set(file, Math.max(lastUse.get(file), event.timeMillis()));
    predictor.accessed(file, event.timeMillis(), (int) Math.max(1, blocks.get(file)));
    return tree.handle(file);
  }

  /** A file, or a directory with all files below it, was deleted. */
  public void deleted(String path) {
    tree.remove(Checks.absolute("path", path), this::removed);
    tellRemoved();
  }

  /**
   * A file or a directory was renamed. If the new path is a known directory, it was moved into
   * that, as HDFS does. A known file that had the new path was replaced.
   */
  public void renamed(String from, String to) {
    tree.rename(Checks.absolute("path", from), Checks.absolute("path", to), this::removed);
    tellRemoved();
  }

  /** A period ends; predictions are for the next one. */
  public void endOfPeriod(long endMillis) {
    predictor.endOfPeriod(endMillis);
  }

  /** The popularity of a file in the next period; empty if it was not known when the last ended. */
  public OptionalDouble predicted(String path) {
    int file = tree.file(path);
    double popularity = file == FileTree.NONE ? Double.NaN : predictor.predicted(file);
    return Double.isNaN(popularity) ? OptionalDouble.empty() : OptionalDouble.of(popularity);
  }

  /** Gives each file that has a prediction, in no particular but always the same order. */
  public void forEach(Consumer<PredictedFile> action) {
    for (int file = 0; file < tree.end(); file++) {
      if (hasPrediction(file)) {
        action.accept(new PredictedFile(tree.path(file), predictor.predicted(file)));
      }
    }
  }

  /**
   * The most popular files, the first one first. Of files with the same popularity, the one that
   * was used last goes first, then the one with the lesser path.
   *
   * @param limit number of files at most, from 0
   */
  public List<PredictedFile> mostPopular(int limit) {
    Comparator<Integer> leastFirst =
        Comparator.<Integer>comparingDouble(predictor::predicted)
            .thenComparingLong(lastUse::get)
            .thenComparing((a, b) -> a.equals(b) ? 0 : tree.path(b).compareTo(tree.path(a)));
    PriorityQueue<Integer> most = new PriorityQueue<>(leastFirst);
    for (int file = 0; file < tree.end(); file++) {
      if (hasPrediction(file)) {
        most.add(file);
        if (most.size() > limit) {
          most.remove();
        }
      }
    }
    List<PredictedFile> files = new ArrayList<>(most.size());
    while (!most.isEmpty()) {
      int file = most.remove();
      files.add(new PredictedFile(tree.path(file), predictor.predicted(file)));
    }
    Collections.reverse(files);
    return files;
  }

  /** Number of known files. */
  public int files() {
    return tree.size();
  }

  /** Number of files that were forgotten because there was no room. */
  public long forgotten() {
    return forgotten;
  }

  /** The number by which the predictor knows a file; empty if it does not know it. */
  public OptionalInt number(String path) {
    int file = tree.file(path);
    return file == FileTree.NONE ? OptionalInt.empty() : OptionalInt.of(file);
  }

  /** Writes the state, in the format above. */
  public void write(DataOutput out) throws IOException {
    out.writeInt(MAGIC);
    out.writeInt(VERSION);
    out.writeUTF(predictor.name());
    out.writeLong(forgotten);
    tree.write(out);
    lastUse.write(out);
    blocks.write(out);
    predictor.write(out);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param predictor of the same kind and with the same parameters, that knows no file
   * @param maxFiles as in the constructor; may differ from that of the writer
   * @throws IOException if the bytes are no such state, or that of another predictor; its message
   *     says which
   */
  public static FilePopularity read(DataInput in, Predictor predictor, int maxFiles)
      throws IOException {
    FilePopularity popularity = new FilePopularity(predictor, maxFiles);
    try {
      popularity.read(in);
    } catch (EOFException e) {
      throw new IOException("popularity state is damaged: it ends too early", e);
    } catch (UTFDataFormatException e) {
      throw new IOException("popularity state is damaged: it has a name that is no text", e);
    }
    popularity.makeRoom(maxFiles);
    return popularity;
  }

  private void read(DataInput in) throws IOException {
    int magic = in.readInt();
    if (magic != MAGIC) {
      throw new IOException(
          String.format(Locale.ROOT, "not a popularity state: begins with %08x", magic));
    }
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException(
          "popularity state has version " + version + ": must be version " + VERSION);
    }
    String name = in.readUTF();
    if (!name.equals(predictor.name())) {
      throw new IOException(
          "popularity state is that of predictor "
              + (name.matches("[!-~]{1,80}") ? name : "without a readable name")
              + ": must be "
              + predictor.name());
    }
    forgotten = in.readLong();
    if (forgotten < 0) {
      throw Growth.damaged("a number of " + forgotten);
    }
    tree = FileTree.read(in);
    lastUse.read(in);
    blocks.read(in, 0, Integer.MAX_VALUE);
    predictor.read(in);
  }

  private void removed(int file) {
    if (removedCount == removed.length) {
      removed = Arrays.copyOf(removed, 2 * removedCount);
    }
    removed[removedCount++] = file;
  }

  /** In order of their numbers, so that sums are rounded alike before and after a restart. */
  private void tellRemoved() {
    Arrays.sort(removed, 0, removedCount);
    for (int i = 0; i < removedCount; i++) {
      predictor.deleted(removed[i]);
    }
    removedCount = 0;
  }

  private boolean hasPrediction(int file) {
    return tree.isFile(file) && !Double.isNaN(predictor.predicted(file));
  }

  private int begin(String path, long timeMillis) {
    if (tree.size() >= maxFiles) {
      makeRoom(maxFiles - Math.max(1, maxFiles / FORGOTTEN_SHARE));
    }
    int file = tree.add(path, this::removed);
    tellRemoved();
    lastUse.set(file, timeMillis);
    blocks.set(file, 0);
    return file;
  }

  /** Forgets files until at most {@code most} are left. */
  private void makeRoom(int most) {
    int surplus = tree.size() - most;
    if (surplus <= 0) {
      return;
    }
    BitSet kept = new BitSet();
    for (int file = 0; file < tree.end(); file++) {
      if (tree.isFile(file) && keptLonger.test(tree.path(file))) {
        kept.set(file);
      }
    }
    int others = tree.size() - kept.cardinality();
    forget(Math.min(surplus, others), file -> !kept.get(file));
    forget(tree.size() - most, file -> true);
  }

  /** Forgets some of the files that may be forgotten: those that were used longest ago. */
  private void forget(int count, IntPredicate mayBeForgotten) {
    if (count <= 0) {
      return;
    }
    long[] uses = new long[tree.size()];
    int candidates = 0;
    for (int file = 0; file < tree.end(); file++) {
      if (tree.isFile(file) && mayBeForgotten.test(file)) {
        uses[candidates++] = lastUse.get(file);
      }
    }
    Arrays.sort(uses, 0, candidates);
    long latest = uses[count - 1];
    int left = count;
    int end = tree.end();
    for (int file = 0; file < end && left > 0; file++) {
      if (tree.isFile(file) && mayBeForgotten.test(file) && lastUse.get(file) <= latest) {
        tree.remove(file, predictor::forgotten);
        left--;
        forgotten++;
      }
    }
  }
}
