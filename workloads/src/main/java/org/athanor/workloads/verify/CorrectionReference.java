// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.athanor.workloads.verify.FastqInput.Sample;

/**
 * The rules of CloudRS on strings, in one process. Tables of windows, seeds and sequences are made
 * in several passes over the reads, each for other entries, so that memory is bounded apart from
 * the reads. Not thread-safe.
 */
public final class CorrectionReference {
  private static final int K = 24;
  private static final int SEED_WINDOW = 12;
  private static final String BASES = "ACGT";
  private static final long ENTRIES_AT_ONCE = 1_000_000;

  private final int readLength;
  private final int largestStack;
  private final int rounds;
  private final List<Item> items = new ArrayList<>();
  private final Set<String> stops = new HashSet<>();
  private int passes = 1;

  /** A read that is being corrected. */
  public static final class Item {
    private final String name;
    private final StringBuilder bases;
    private final StringBuilder qualities;
    private boolean trusted = true;

    Item(String name, String bases, String qualities) {
      this.name = name;
      this.bases = new StringBuilder(bases);
      this.qualities = new StringBuilder(qualities);
    }

    public String name() {
      return name;
    }

    public String bases() {
      return bases.toString();
    }

    public String qualities() {
      return qualities.toString();
    }

    public boolean trusted() {
      return trusted;
    }

    int quality(int at) {
      return Math.max(0, Math.min(40, qualities.charAt(at) - 33));
    }
  }

  /** A base of a stack: of which read, where, and turned or not. */
  private record Entry(int item, int offset, boolean reversed) {}

  /** What should be or is right in a read. */
  private static final class News {
    private final Map<Integer, Set<Character>> fixes = new TreeMap<>();
    private final Set<Integer> confirmed = new HashSet<>();
  }

  public CorrectionReference(int readLength, int largestStack, int rounds) {
    this.readLength = readLength;
    this.largestStack = largestStack;
    this.rounds = rounds;
  }

  /** Adds a read of the input; it is left out if it is dropped. */
  public void add(String name, String bases, String qualities) {
    String upper = bases.toUpperCase(Locale.ROOT);
    if (upper.length() > readLength / 2
        && upper.length() == qualities.length()
        && upper.matches("[ACGT]*")) {
      items.add(new Item(name, upper, qualities));
    }
  }

  void add(Sample read) {
    add(read.name(), read.bases(), read.qualities());
  }

  /** Corrects the reads. Returns those that are left, in the order of the input. */
  public List<Item> correct() {
    long bases = items.stream().mapToLong(item -> item.bases.length()).sum();
    passes = (int) (bases / ENTRIES_AT_ONCE) + 1;
    findStops();
    trim();
    apply(windows());
    for (int round = 0; round < rounds && apply(stacks()) > 0; round++) {}
    tag();
    return items;
  }

  private static String reverse(String sequence) {
    StringBuilder reversed = new StringBuilder();
    for (int i = sequence.length() - 1; i >= 0; i--) {
      reversed.append(complement(sequence.charAt(i)));
    }
    return reversed.toString();
  }

  private static char complement(char base) {
    return BASES.charAt(3 - BASES.indexOf(base));
  }

  private static String canonical(String sequence) {
    String reversed = reverse(sequence);
    return sequence.compareTo(reversed) <= 0 ? sequence : reversed;
  }

  private static boolean useless(String sequence) {
    return sequence.matches("A*|T*") || sequence.equals(reverse(sequence));
  }

  private boolean inPass(String key, int pass) {
    return Math.floorMod(key.hashCode(), passes) == pass;
  }

  private void findStops() {
    for (int pass = 0; pass < passes; pass++) {
      Map<String, Integer> counts = new HashMap<>();
      for (Item item : items) {
        for (int i = 0; i + K <= item.bases.length(); i++) {
          String key = canonical(item.bases.substring(i, i + K));
          if (inPass(key, pass)) {
            counts.merge(key, 1, Integer::sum);
          }
        }
      }
      counts.forEach(
          (key, count) -> {
            if (count > largestStack) {
              stops.add(key);
            }
          });
    }
  }

  private void trim() {
    for (Item item : items) {
      int end = item.bases.length();
      while (end > 0 && item.quality(end - 1) <= 2) {
        end--;
      }
      item.bases.setLength(end);
      item.qualities.setLength(end);
    }
    items.removeIf(item -> item.bases.length() <= readLength / 2);
  }

  private boolean stopped(String sequence) {
    return !stops.isEmpty() && stops.contains(canonical(sequence));
  }

  private News[] windows() {
    News[] news = new News[items.size()];
    for (int pass = 0; pass < passes; pass++) {
      Map<String, List<Entry>> stacks = new HashMap<>();
      for (int number = 0; number < items.size(); number++) {
        StringBuilder bases = items.get(number).bases;
        for (int i = 0; i + K < bases.length(); i++) {
          int middle = i + K / 2;
          String around = bases.substring(i, middle) + bases.substring(middle + 1, i + K + 1);
          String key = canonical(around);
          if (inPass(key, pass)
              && !useless(around)
              && !stopped(bases.substring(i, i + K))
              && !stopped(bases.substring(i + 1, i + K + 1))) {
            stacks
                .computeIfAbsent(key, none -> new ArrayList<>())
                .add(new Entry(number, middle, !key.equals(around)));
          }
        }
      }
      stacks.values().forEach(stack -> judgeWindow(stack, news));
    }
    return news;
  }

  private void judgeWindow(List<Entry> stack, News[] news) {
    int winner = stack.size() > largestStack ? -1 : winner(stack);
    if (winner < 0) {
      return;
    }
    for (Entry entry : stack) {
      int base = base(entry);
      if (base != winner && weak(stack, base, winner) && strong(stack, base) == 0) {
        fix(entry, winner, news);
      }
    }
  }

  private int base(Entry entry) {
    int code = BASES.indexOf(items.get(entry.item()).bases.charAt(entry.offset()));
    return entry.reversed() ? 3 - code : code;
  }

  private int quality(Entry entry) {
    return items.get(entry.item()).quality(entry.offset());
  }

  private int sum(List<Entry> column, int base) {
    return column.stream().filter(entry -> base(entry) == base).mapToInt(this::quality).sum();
  }

  private long strong(List<Entry> column, int base) {
    return column.stream().filter(entry -> base(entry) == base && quality(entry) >= 20).count();
  }

  private boolean weak(List<Entry> column, int base, int winner) {
    return sum(column, base) <= 0.25 * sum(column, winner);
  }

  private int winner(List<Entry> column) {
    int winner = -1;
    for (int base = 0; base < BASES.length(); base++) {
      int sum = sum(column, base);
      boolean largest = true;
      for (int other = 0; other < BASES.length(); other++) {
        largest &= other == base || sum > sum(column, other);
      }
      winner = largest && sum >= 60 && column.size() >= 6 ? base : winner;
    }
    return winner;
  }

  private static News of(Entry entry, News[] news) {
    if (news[entry.item()] == null) {
      news[entry.item()] = new News();
    }
    return news[entry.item()];
  }

  private static void fix(Entry entry, int winner, News[] news) {
    char right = BASES.charAt(entry.reversed() ? 3 - winner : winner);
    of(entry, news).fixes.computeIfAbsent(entry.offset(), none -> new HashSet<>()).add(right);
  }

  private News[] stacks() {
    News[] news = new News[items.size()];
    for (int pass = 0; pass < passes; pass++) {
      Map<String, List<Entry>> stacks = new HashMap<>();
      for (int number = 0; number < items.size(); number++) {
        String bases = items.get(number).bases();
        for (int offset : seeds(bases)) {
          String seed = bases.substring(offset, offset + K);
          String key = canonical(seed);
          if (inPass(key, pass)) {
            stacks
                .computeIfAbsent(key, none -> new ArrayList<>())
                .add(new Entry(number, offset, !key.equals(seed)));
          }
        }
      }
      for (List<Entry> stack : stacks.values()) {
        if (stack.size() >= 6 && stack.size() <= largestStack) {
          for (int at = 0; judgeColumn(stack, at, news); at++) {}
          for (int at = -1; judgeColumn(stack, at, news); at--) {}
        }
      }
    }
    return news;
  }

  /** The seeds of a read: of each twelve sequences, the first one of the smallest rank. */
  private List<Integer> seeds(String bases) {
    int count = bases.length() - K + 1;
    List<Integer> seeds = new ArrayList<>();
    Set<String> known = new HashSet<>();
    int last = Math.max(0, count - SEED_WINDOW);
    for (int start = 0; start <= last; start++) {
      int best = -1;
      long smallest = Long.MAX_VALUE;
      for (int i = start; i < Math.min(count, start + SEED_WINDOW); i++) {
        String seed = bases.substring(i, i + K);
        if (!useless(seed) && !stopped(seed) && rank(seed) < smallest) {
          smallest = rank(seed);
          best = i;
        }
      }
      if (best >= 0 && known.add(canonical(bases.substring(best, best + K)))) {
        seeds.add(best);
      }
    }
    return seeds;
  }

  private static long rank(String seed) {
    long number = 0;
    for (char base : canonical(seed).toCharArray()) {
      number = number * 4 + BASES.indexOf(base);
    }
    long hash = number * 0x9E3779B97F4A7C15L;
    hash = (hash ^ (hash >>> 32)) * 0xD6E8FEB86659FD93L;
    return (hash ^ (hash >>> 32)) >>> 1;
  }

  /** Returns false if no read has the column, or if the reads branch there. */
  private boolean judgeColumn(List<Entry> stack, int at, News[] news) {
    List<Entry> column = new ArrayList<>();
    for (Entry seed : stack) {
      int offset = seed.reversed() ? seed.offset() + K - 1 - at : seed.offset() + at;
      if (offset >= 0 && offset < items.get(seed.item()).bases.length()) {
        column.add(new Entry(seed.item(), offset, seed.reversed()));
      }
    }
    int places = 0;
    for (int base = 0; base < BASES.length(); base++) {
      places += strong(column, base) >= 2 ? 1 : 0;
    }
    if (column.isEmpty() || places >= 2) {
      return false;
    }
    int winner = winner(column);
    if (winner < 0) {
      return true;
    }
    boolean confirms = strong(column, winner) >= 3;
    for (int base = 0; base < BASES.length(); base++) {
      confirms &= base == winner || strong(column, base) < 2;
    }
    for (Entry entry : column) {
      int base = base(entry);
      if (base != winner && strong(column, base) < 2 && weak(column, base, winner)) {
        fix(entry, winner, news);
      }
      if (base == winner && confirms && quality(entry) < 20) {
        of(entry, news).confirmed.add(entry.offset());
      }
    }
    return true;
  }

  /** Applies what all agree on. Returns the number of corrected bases. */
  private long apply(News... news) {
    long count = 0;
    for (int i = 0; i < news.length; i++) {
      if (news[i] == null) {
        continue;
      }
      for (var fix : news[i].fixes.entrySet()) {
        if (fix.getValue().size() == 1 && !news[i].confirmed.contains(fix.getKey())) {
          items.get(i).bases.setCharAt(fix.getKey(), fix.getValue().iterator().next());
          items.get(i).qualities.setCharAt(fix.getKey(), '!');
          count++;
        }
      }
    }
    return count;
  }

  private void tag() {
    for (int pass = 0; pass < passes; pass++) {
      Map<String, Set<Integer>> readers = new HashMap<>();
      for (int number = 0; number < items.size(); number++) {
        StringBuilder bases = items.get(number).bases;
        for (int i = 0; i + K <= bases.length(); i++) {
          String key = canonical(bases.substring(i, i + K));
          if (inPass(key, pass)) {
            readers.computeIfAbsent(key, none -> new HashSet<>()).add(number);
          }
        }
      }
      for (Set<Integer> reads : readers.values()) {
        if (reads.size() <= 2) {
          reads.forEach(number -> items.get(number).trusted = false);
        }
      }
    }
  }
}
