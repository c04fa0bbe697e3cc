// SPDX-License-Identifier: Apache-2.0
package org.athanor.benchmarks.skew;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.KeyValueTextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;

/**
 * Measures {@code athanor.skew.mode=free} on a job that removes near-duplicate reads, as MarDRe
 * does (J. Veiga, PhD thesis, A Coruña 2018, §4.3.3): reads with one prefix are a group, and each
 * is compared with those of the group that were kept, so the cost of a group grows with its square.
 * 40 % of the reads have one prefix. Jobs without and with cuts take turns in one JVM, after one
 * warm-up each; their times are from submission to end.
 *
 * <pre>
 * java -cp benchmarks/target/classes:$(./athanor classpath) org.athanor.benchmarks.skew.SkewedReads \
 *   [rounds [reads [threads]]]
 * </pre>
 */
public final class SkewedReads {
  private static final int PREFIXES = 5_000;
  private static final int PREFIX_BASES = 20;
  private static final int SUFFIX_BASES = 80;
  private static final int MISMATCHES = 2;
  private static final String BASES = "ACGT";

  private final Path directory;
  private final int reads;
  private final int threads;

  private SkewedReads(Path directory, int reads, int threads) {
    this.directory = directory;
    this.reads = reads;
    this.threads = threads;
  }

  /** Keeps the first of near-duplicate reads. */
  public static final class RemoveDuplicates extends Reducer<Text, Text, Text, Text> {
    private static final int BASES_PER_WORD = 16;

    @Override
    protected void reduce(Text prefix, Iterable<Text> suffixes, Context context)
        throws IOException, InterruptedException {
      List<long[]> kept = new ArrayList<>();
      for (Text suffix : suffixes) {
        long[] read = encoded(suffix);
        if (kept.stream().noneMatch(other -> areAlike(read, other))) {
          kept.add(read);
          context.write(prefix, suffix);
        }
        context.progress();
      }
    }

    /** One bit of four for each base. */
    private static long[] encoded(Text bases) {
      long[] words = new long[(bases.getLength() + BASES_PER_WORD - 1) / BASES_PER_WORD];
      for (int i = 0; i < bases.getLength(); i++) {
        long bit = 1L << BASES.indexOf(bases.getBytes()[i]);
        words[i / BASES_PER_WORD] |= bit << (4 * (i % BASES_PER_WORD));
      }
      return words;
    }

    private static boolean areAlike(long[] a, long[] b) {
      int bits = 0; // two for each mismatch
      for (int i = 0; i < a.length && bits <= 2 * MISMATCHES; i++) {
        bits += Long.bitCount(a[i] ^ b[i]);
      }
      return bits <= 2 * MISMATCHES;
    }
  }

  private static String bases(Random random, int length) {
    StringBuilder bases = new StringBuilder();
    for (int i = 0; i < length; i++) {
      bases.append(BASES.charAt(random.nextInt(BASES.length())));
    }
    return bases.toString();
  }

  /** Writes the reads: prefix, tab, suffix; a tenth are duplicates of earlier ones. */
  private void generate() throws IOException {
    Random random = new Random(1);
    List<String> prefixes = new ArrayList<>();
    for (int i = 0; i < PREFIXES; i++) {
      prefixes.add(bases(random, PREFIX_BASES));
    }
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < reads; i++) {
      int prefix = random.nextInt(10) < 4 ? 0 : 1 + random.nextInt(PREFIXES - 1);
      lines.add(
          i > 0 && random.nextInt(10) == 0
              ? lines.get(random.nextInt(i))
              : prefixes.get(prefix) + '\t' + bases(random, SUFFIX_BASES));
    }
    Files.createDirectories(directory.resolve("in"));
    Files.write(directory.resolve("in/reads"), lines);
  }

  private record Result(double seconds, long kept) {}

  private Result run(String mode) throws Exception {
    Configuration conf = new Configuration();
    conf.set("mapreduce.framework.name", "athanor");
    conf.set("fs.defaultFS", "file:///");
    conf.set("hadoop.tmp.dir", directory.resolve("tmp").toString());
    conf.setInt("athanor.threads", threads);
    conf.setBoolean("athanor.history.enabled", false);
    conf.set("athanor.skew.mode", mode);
    Job job = Job.getInstance(conf, "near-duplicates, " + mode);
    job.setInputFormatClass(KeyValueTextInputFormat.class);
    job.setReducerClass(RemoveDuplicates.class);
    job.setOutputKeyClass(Text.class);
    job.setOutputValueClass(Text.class);
    job.setNumReduceTasks(threads);
    org.apache.hadoop.fs.Path out = new org.apache.hadoop.fs.Path(directory.resolve("out").toUri());
    FileInputFormat.addInputPath(
        job, new org.apache.hadoop.fs.Path(directory.resolve("in").toUri()));
    FileOutputFormat.setOutputPath(job, out);
    out.getFileSystem(conf).delete(out, true);
    long begin = System.nanoTime();
    if (!job.waitForCompletion(false)) {
      throw new IOException(job.getStatus().getFailureInfo());
    }
    return new Result(
        (System.nanoTime() - begin) / 1e9,
        job.getCounters().findCounter(TaskCounter.REDUCE_OUTPUT_RECORDS).getValue());
  }

  private void measure(int rounds, PrintStream out) throws Exception {
    List<Result> off = new ArrayList<>();
    List<Result> free = new ArrayList<>();
    run("off");
    run("free");
    for (int round = 0; round < rounds; round++) {
      boolean offFirst = round % 2 == 0;
      (offFirst ? off : free).add(run(offFirst ? "off" : "free"));
      (offFirst ? free : off).add(run(offFirst ? "free" : "off"));
    }
    out.printf(Locale.ROOT, "%,d reads, %d threads, %d rounds%n", reads, threads, rounds);
    write(out, "off", off);
    write(out, "free", free);
    out.printf(Locale.ROOT, "off / free: %.2f%n", median(off).seconds() / median(free).seconds());
  }

  private void write(PrintStream out, String mode, List<Result> results) {
    out.printf(
        Locale.ROOT,
        "%-5s median %.2f s (%.2f to %.2f), %.2f%% of the reads removed%n",
        mode,
        median(results).seconds(),
        Collections.min(results, BY_TIME).seconds(),
        Collections.max(results, BY_TIME).seconds(),
        100.0 * (reads - median(results).kept()) / reads);
  }

  private static final Comparator<Result> BY_TIME = Comparator.comparingDouble(Result::seconds);

  private static Result median(List<Result> results) {
    return results.stream().sorted(BY_TIME).toList().get(results.size() / 2);
  }

  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    int reads = args.length > 1 ? Integer.parseInt(args[1]) : 60_000;
    int threads =
        args.length > 2 ? Integer.parseInt(args[2]) : Runtime.getRuntime().availableProcessors();
    Path directory = Files.createTempDirectory("athanor-skew-");
    try {
      SkewedReads benchmark = new SkewedReads(directory, reads, threads);
      benchmark.generate();
      benchmark.measure(rounds, System.out);
    } finally {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
