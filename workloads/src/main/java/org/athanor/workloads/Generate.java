// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.generate.DatasetWriter;
import org.athanor.workloads.generate.Generator;
import org.athanor.workloads.generate.Options;
import org.athanor.workloads.generate.UsersGenerator;
import org.athanor.workloads.sql.ParquetTable;
import org.athanor.workloads.sql.Table;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;

/**
 * Generates input: {@code Generate KIND (--size BYTES | --records N) [--seed N] [--threads N]
 * [OPTION …] URI}, copies the files of a directory, or those of the named directories in it: {@code
 * Generate copy --source URI [--directories NAME,…] URI}, or writes tables in Parquet: {@code
 * Generate parquet --source URI URI}, where the source is {@code URI/data} of tables in text, or
 * runs a command of the user: {@code Generate command --run COMMAND --size BYTES --local DIRECTORY
 * [--limit SECONDS] [--directories NAME,…] URI}, see {@link UsersGenerator}.
 *
 * <p>Writes {@code URI/data/part-…} (of several tables {@code URI/data/TABLE/part-…}), further
 * files of the dataset and, at the end, {@code URI/_SUCCESS}. The directory becomes visible when it
 * is complete. Does nothing if the same dataset exists already. Exit status: 0 success, 1 failure,
 * 2 wrong arguments.
 */
public final class Generate {
  private static final String COPY = "copy";
  private static final String PARQUET = "parquet";
  private static final String COMMAND = "command";

  private Generate() {}

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(new Configuration(), args));
  }

  /** Does the same as {@link #main} and returns the exit status. */
  public static int run(Configuration configuration, String... args) throws InterruptedException {
    try {
      CommandLine line = new CommandLine(args);
      if (line.operands().size() != 2) {
        throw new UsageException(usage());
      }
      String kind = line.operands().get(0);
      Path home = new Path(line.operands().get(1));
      long start = System.nanoTime();
      long bytes =
          switch (kind) {
            case COPY -> copy(configuration, line, home);
            case PARQUET -> parquet(configuration, line, home);
            case COMMAND -> command(configuration, line, home);
            default -> generate(configuration, kind, line, home);
          };
      report(kind, home, bytes, (System.nanoTime() - start) / 1e9);
      return 0;
    } catch (UsageException wrong) {
      System.err.println("Generate: " + wrong.getMessage());
      return 2;
    } catch (IOException failed) {
      System.err.println("Generate: " + failed.getMessage());
      return 1;
    }
  }

  private static String usage() {
    StringBuilder text =
        new StringBuilder(
            "usage: Generate KIND (--size BYTES | --records N) [--seed N] [--threads N] [OPTION …]"
                + " URI; kinds:");
    for (String kind : Options.kinds()) {
      text.append(' ').append(kind);
      Options.of(kind).forEach(option -> text.append(" [--").append(option).append(" X]"));
      text.append(',');
    }
    return text
        + " copy --source URI [--directories NAME,…], parquet --source URI, command --run COMMAND"
        + " --size BYTES --local DIRECTORY [--limit SECONDS] [--directories NAME,…]";
  }

  /** Returns the bytes written, or -1 if the dataset existed already. */
  private static long generate(
      Configuration configuration, String kind, CommandLine line, Path home)
      throws IOException, InterruptedException {
    List<String> allowed = new ArrayList<>(List.of("size", "records", "seed", "threads"));
    allowed.addAll(Options.of(kind));
    Generator generator = Options.generator(kind, line);
    line.allow(allowed);
    Generator.Quota quota = generator.quota();
    String identity =
        generator.identity()
            + (quota.records() == Long.MAX_VALUE
                ? " bytes=" + quota.bytes()
                : " records=" + quota.records())
            + " seed="
            + line.number("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1)
            + " version="
            + Generator.VERSION;
    DatasetWriter writer = new DatasetWriter(configuration, home, threads(line));
    long[] bytes = {-1};
    writer.write(identity, directory -> bytes[0] = writer.generate(generator, directory));
    return bytes[0];
  }

  private static long copy(Configuration configuration, CommandLine line, Path home)
      throws IOException, InterruptedException {
    line.allow(List.of("source", "directories", "threads"));
    Path source = new Path(line.required("source"));
    List<String> directories = directories(line);
    Map<String, FileStatus> files = new LinkedHashMap<>();
    if (directories.isEmpty()) {
      files.putAll(filesIn(configuration, source, ""));
    }
    for (String name : directories) {
      files.putAll(filesIn(configuration, new Path(source, name), name + "/"));
    }
    DatasetWriter writer = new DatasetWriter(configuration, home, threads(line));
    long[] bytes = {-1};
    writer.replace(
        identity(configuration, COPY, source, files),
        directory -> bytes[0] = writer.copy(files, directory));
    return bytes[0];
  }

  private static long parquet(Configuration configuration, CommandLine line, Path home)
      throws IOException, InterruptedException {
    line.allow(List.of("source", "threads"));
    Path source = new Path(line.required("source"));
    DatasetWriter writer = new DatasetWriter(configuration, home, threads(line));
    Map<String, FileStatus> all = new LinkedHashMap<>();
    for (Table table : Table.values()) {
      Path directory = new Path(table.in(source.toString()));
      all.putAll(filesIn(configuration, directory, table.label() + "/"));
    }
    long[] bytes = {-1};
    writer.replace(
        identity(configuration, PARQUET, source, all),
        directory ->
            bytes[0] =
                writer.convert(
                    all,
                    directory,
                    (from, to) ->
                        ParquetTable.write(
                            configuration, tableOf(from), from, to.suffix(".parquet"))));
    return bytes[0];
  }

  /** Runs a command of the user, which writes files to a local directory. */
  private static long command(Configuration configuration, CommandLine line, Path home)
      throws IOException, InterruptedException {
    line.allow(List.of("run", "size", "limit", "local", "directories", "threads"));
    UsersGenerator generator =
        new UsersGenerator(
            line.required("run"),
            line.size("size"),
            Duration.ofSeconds(line.number("limit", 1, 30L * 24 * 60 * 60, 12L * 60 * 60)),
            directories(line));
    java.nio.file.Path local = java.nio.file.Path.of(line.required("local"));
    DatasetWriter writer = new DatasetWriter(configuration, home, threads(line));
    long[] bytes = {-1};
    writer.write(
        generator.identity(),
        directory -> bytes[0] = generator.write(local, files -> writer.take(files, directory)));
    return bytes[0];
  }

  private static List<String> directories(CommandLine line) {
    return line.text("directories").map(names -> List.of(names.split(",", -1))).orElse(List.of());
  }

  private static Table tableOf(Path file) {
    String directory = file.getParent().getName();
    return Arrays.stream(Table.values())
        .filter(table -> table.label().equals(directory))
        .findFirst()
        .orElseThrow();
  }

  /** The files of a directory, or the file itself, by their names after a prefix. */
  private static Map<String, FileStatus> filesIn(
      Configuration configuration, Path source, String prefix) throws IOException {
    Map<String, FileStatus> sources = new LinkedHashMap<>();
    Arrays.stream(source.getFileSystem(configuration).listStatus(source))
        .filter(FileStatus::isFile)
        .filter(
            file -> !file.getPath().getName().matches("[._].*") || file.getPath().equals(source))
        .sorted(Comparator.comparing(FileStatus::getPath))
        .forEach(file -> sources.put(prefix + file.getPath().getName(), file));
    if (sources.isEmpty()) {
      throw new IOException(source + ": has no files; must be a file or a directory with files");
    }
    return sources;
  }

  /** The identity of what is made from files. */
  private static String identity(
      Configuration configuration, String kind, Path source, Map<String, FileStatus> files)
      throws IOException {
    StringBuilder identity =
        new StringBuilder(kind)
            .append(" of ")
            .append(source.getFileSystem(configuration).makeQualified(source));
    files.forEach(
        (name, file) ->
            identity
                .append(' ')
                .append(name)
                .append(':')
                .append(file.getLen())
                .append(':')
                .append(file.getModificationTime()));
    return identity.toString();
  }

  private static int threads(CommandLine line) {
    return (int) line.number("threads", 1, 1024, Runtime.getRuntime().availableProcessors());
  }

  private static void report(String kind, Path home, long bytes, double seconds) {
    System.out.println(
        bytes < 0
            ? home + ": exists already"
            : String.format(
                Locale.ROOT,
                "%s: %s, %d bytes in %.1f s, %.0f MB/s",
                home,
                kind,
                bytes,
                seconds,
                bytes / 1e6 / seconds));
  }
}
