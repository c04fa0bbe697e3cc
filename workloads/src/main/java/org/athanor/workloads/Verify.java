// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.athanor.workloads.mesh.Grid;
import org.athanor.workloads.mesh.Query;
import org.athanor.workloads.usage.CommandLine;
import org.athanor.workloads.usage.UsageException;
import org.athanor.workloads.verify.BayesCheck;
import org.athanor.workloads.verify.Check;
import org.athanor.workloads.verify.CloudRsCheck;
import org.athanor.workloads.verify.ComponentsCheck;
import org.athanor.workloads.verify.DfsioCheck;
import org.athanor.workloads.verify.DividedDuplicatesCheck;
import org.athanor.workloads.verify.GimvPageRankCheck;
import org.athanor.workloads.verify.GrepCheck;
import org.athanor.workloads.verify.KMeansCheck;
import org.athanor.workloads.verify.MarDreCheck;
import org.athanor.workloads.verify.MeshCheck;
import org.athanor.workloads.verify.PageRankCheck;
import org.athanor.workloads.verify.PiCheck;
import org.athanor.workloads.verify.SortCheck;
import org.athanor.workloads.verify.SqlAggregateCheck;
import org.athanor.workloads.verify.SqlJoinCheck;
import org.athanor.workloads.verify.SqlScanCheck;
import org.athanor.workloads.verify.TeraSortCheck;
import org.athanor.workloads.verify.WordCountCheck;
import org.athanor.workloads.verify.WrongOutputException;

/**
 * Checks an output: {@code Verify KIND --input URI --output URI [--reference URI] [OPTION …]}. The
 * expected result is computed from the input, and stored in the file {@code --reference} if this
 * option is given.
 *
 * <p>Exit status: 0 the output is right; 1 it is wrong, and a line {@code wrong: …} says why; 2
 * wrong arguments; 3 it could not be checked, and one line of standard error says why.
 */
public final class Verify {
  private static final Map<String, List<String>> OPTIONS =
      Map.ofEntries(
          Map.entry("wordcount", List.of()),
          Map.entry("grep", List.of("pattern")),
          Map.entry("sort", List.of()),
          Map.entry("terasort", List.of()),
          Map.entry("dfsio", List.of("files", "file-size")),
          Map.entry("pi", List.of("maps", "samples")),
          Map.entry("series", List.of("jobs")),
          Map.entry("pagerank", List.of("iterations", "tolerance")),
          Map.entry("components", List.of()),
          Map.entry("gimv-pagerank", List.of("iterations")),
          Map.entry("gimv-components", List.of()),
          Map.entry("kmeans", List.of("iterations", "tolerance", "centroids")),
          Map.entry("bayes", List.of()),
          Map.entry("mardre", List.of("prefix", "mismatches", "mates", "cuts")),
          Map.entry("cloudrs", List.of()),
          Map.entry("sql-scan", List.of()),
          Map.entry("sql-aggregate", List.of()),
          Map.entry("sql-join", List.of()),
          Map.entry("mesh", List.of("query", "grid")));

  private Verify() {}

  public static void main(String[] args) throws InterruptedException {
    System.exit(run(new Configuration(), args));
  }

  /** Does the same as {@link #main} and returns the exit status. */
  public static int run(Configuration configuration, String... args) throws InterruptedException {
    try {
      System.out.println("right: " + check(configuration, args));
      return 0;
    } catch (WrongOutputException wrong) {
      System.out.println("wrong: " + wrong.getMessage());
      return 1;
    } catch (UsageException wrong) {
      System.err.println("Verify: " + wrong.getMessage());
      return 2;
    } catch (InterruptedException interrupted) {
      throw interrupted;
    } catch (Throwable failed) { // Also errors: the JVM's status for them would mean "wrong".
      System.err.println(("cannot be checked: " + failed).replaceAll("\\s*\\R\\s*", "; "));
      return 3;
    }
  }

  /** Checks an output and returns one line that says what was checked. */
  public static String check(Configuration configuration, String... args)
      throws WrongOutputException, IOException, InterruptedException {
    CommandLine line = new CommandLine(args);
    if (line.operands().size() != 1 || !OPTIONS.containsKey(line.operands().get(0))) {
      throw new UsageException(
          "usage: Verify KIND --input URI --output URI [--reference URI] [OPTION …]; kinds: "
              + String.join(", ", OPTIONS.keySet().stream().sorted().toList()));
    }
    String kind = line.operands().get(0);
    List<String> allowed = new ArrayList<>(List.of("input", "output", "reference", "parts"));
    allowed.addAll(OPTIONS.get(kind));
    line.allow(allowed);
    Path output = new Path(line.required("output"));
    return switch (kind) {
      case "dfsio" -> dfsio(configuration, line, output).run();
      case "pi" -> pi(configuration, line, output).run();
      case "series" -> series(configuration, line, output);
      default -> check(configuration, kind, line, output).run();
    };
  }

  private static Check check(
      Configuration configuration, String kind, CommandLine line, Path output)
      throws WrongOutputException, IOException {
    Path input = new Path(line.required("input"));
    Optional<Path> reference = line.text("reference").map(Path::new);
    int iterations = (int) line.number("iterations", 1, 100_000, 5);
    return switch (kind) {
      case "wordcount" -> new WordCountCheck(configuration, input, output, reference);
      case "grep" -> new GrepCheck(configuration, input, output, pattern(line), reference);
      case "sort" -> new SortCheck(configuration, input, output, parts(line), reference);
      case "terasort" -> new TeraSortCheck(configuration, input, output, reference);
      case "pagerank" ->
          new PageRankCheck(configuration, input, output, iterations, tolerance(line), reference);
      case "components" -> new ComponentsCheck(configuration, input, output, false, reference);
      case "gimv-pagerank" ->
          new GimvPageRankCheck(configuration, input, output, iterations, reference);
      case "gimv-components" -> new ComponentsCheck(configuration, input, output, true, reference);
      case "kmeans" ->
          new KMeansCheck(
              configuration,
              input,
              output,
              line.required("centroids"),
              iterations,
              tolerance(line),
              reference);
      case "bayes" -> new BayesCheck(configuration, input, output, reference);
      case "mardre" -> {
        int prefix = (int) line.number("prefix", 1, 27, 20);
        int mismatches = (int) line.number("mismatches", 0, 10_000, 0);
        boolean paired = line.number("mates", 1, 2, 1) == 2;
        int cuts = (int) line.number("cuts", 0, 1_000_000, 0);
        yield cuts == 0
            ? new MarDreCheck(configuration, input, output, prefix, mismatches, paired, reference)
            : new DividedDuplicatesCheck(
                configuration, input, output, prefix, mismatches, paired, cuts);
      }
      case "cloudrs" -> new CloudRsCheck(configuration, input, output, reference);
      case "sql-scan" -> new SqlScanCheck(configuration, input, output, reference);
      case "sql-aggregate" -> new SqlAggregateCheck(configuration, input, output, reference);
      case "sql-join" -> new SqlJoinCheck(configuration, input, output, reference);
      case "mesh" -> {
        int cells = (int) line.number("grid", 1, Grid.FINEST, 1024);
        Query query = Query.named(line.text("query").orElse(Query.BOUNDARY.word()));
        yield new MeshCheck(configuration, input, output, query, cells, reference);
      }
      default -> throw new IllegalStateException(kind);
    };
  }

  private static Check dfsio(Configuration configuration, CommandLine line, Path output)
      throws IOException {
    line.required("files");
    int files = (int) line.number("files", 1, 100_000, 1);
    return new DfsioCheck(configuration, output, files, line.size("file-size"));
  }

  private static Check pi(Configuration configuration, CommandLine line, Path output)
      throws IOException {
    line.required("maps");
    line.required("samples");
    int maps = (int) line.number("maps", 1, 10_000, 1);
    return new PiCheck(configuration, output, maps, line.number("samples", 1, 100_000_000, 1));
  }

  private static String series(Configuration configuration, CommandLine line, Path output)
      throws WrongOutputException, IOException, InterruptedException {
    line.required("jobs");
    int jobs = (int) line.number("jobs", 1, 1000, 1);
    String right = "";
    for (int i = 1; i <= jobs; i++) {
      Path one = new Path(output, "job-" + i);
      try {
        right = check(configuration, "wordcount", line, one).run();
      } catch (WrongOutputException wrong) {
        throw new WrongOutputException("job " + i + ": " + wrong.getMessage());
      }
    }
    return jobs + " jobs: " + right;
  }

  private static OptionalDouble tolerance(CommandLine line) {
    return line.has("tolerance")
        ? OptionalDouble.of(line.decimal("tolerance", 0, Double.MAX_VALUE, 0))
        : OptionalDouble.empty();
  }

  private static OptionalInt parts(CommandLine line) {
    return line.has("parts")
        ? OptionalInt.of((int) line.number("parts", 1, 1_000_000, 1))
        : OptionalInt.empty();
  }

  private static Pattern pattern(CommandLine line) {
    String expression = line.required("pattern");
    try {
      return Pattern.compile(expression);
    } catch (PatternSyntaxException wrong) {
      throw CommandLine.wrong(
          "--pattern " + expression, "must be a regular expression: " + wrong.getDescription());
    }
  }
}
