// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
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
import org.athanor.workloads.verify.CheckedRun;
import org.athanor.workloads.verify.CloudRsCheck;
import org.athanor.workloads.verify.ComponentsCheck;
import org.athanor.workloads.verify.DfsioCheck;
import org.athanor.workloads.verify.DividedDuplicatesCheck;
import org.athanor.workloads.verify.GimvPageRankCheck;
import org.athanor.workloads.verify.GrepCheck;
import org.athanor.workloads.verify.KMeansCheck;
import org.athanor.workloads.verify.MarDreCheck;
import org.athanor.workloads.verify.MeshCheck;
import org.athanor.workloads.verify.OutputCheck;
import org.athanor.workloads.verify.PageRankCheck;
import org.athanor.workloads.verify.PiCheck;
import org.athanor.workloads.verify.SortCheck;
import org.athanor.workloads.verify.SqlAggregateCheck;
import org.athanor.workloads.verify.SqlJoinCheck;
import org.athanor.workloads.verify.SqlScanCheck;
import org.athanor.workloads.verify.TeraSortCheck;
import org.athanor.workloads.verify.TpcxHsCheck;
import org.athanor.workloads.verify.WordCountCheck;
import org.athanor.workloads.verify.WrongOutputException;

/**
 * Checks an output: {@code Verify KIND --input URI --output URI [--reference URI] [OPTION …]}. The
 * expected result is computed from the input, and stored in the file {@code --reference} if this
 * option is given. Instead of a kind, the name of a class with its package can be given, which is
 * an {@link OutputCheck} on the class path; its options are its own.
 *
 * <p>Exit status: 0 the output is right; 1 it is wrong, and a line {@code wrong: …} says why; 2
 * wrong arguments; 3 it could not be checked, and one line of standard error says why.
 */
public final class Verify {
  private static final Map<String, Kind> KINDS =
      Map.ofEntries(
          kind(
              "wordcount",
              run -> new WordCountCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind(
              "grep",
              run ->
                  new GrepCheck(
                      run.hadoop, run.input(), run.output, pattern(run.line), run.reference()),
              "pattern"),
          kind(
              "sort",
              run ->
                  new SortCheck(
                      run.hadoop, run.input(), run.output, parts(run.line), run.reference())),
          kind(
              "terasort",
              run -> new TeraSortCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind("tpcx-hs", Verify::tpcxHs, "rows"),
          kind("dfsio", Verify::dfsio, "files", "file-size"),
          kind("pi", Verify::pi, "maps", "samples"),
          kind("series", Verify::series, "jobs"),
          kind(
              "pagerank",
              run ->
                  new PageRankCheck(
                      run.hadoop,
                      run.input(),
                      run.output,
                      run.iterations(),
                      tolerance(run.line),
                      run.reference()),
              "iterations",
              "tolerance"),
          kind(
              "components",
              run ->
                  new ComponentsCheck(run.hadoop, run.input(), run.output, false, run.reference())),
          kind(
              "gimv-pagerank",
              run ->
                  new GimvPageRankCheck(
                      run.hadoop, run.input(), run.output, run.iterations(), run.reference()),
              "iterations"),
          kind(
              "gimv-components",
              run ->
                  new ComponentsCheck(run.hadoop, run.input(), run.output, true, run.reference())),
          kind(
              "kmeans",
              run ->
                  new KMeansCheck(
                      run.hadoop,
                      run.input(),
                      run.output,
                      run.line.required("centroids"),
                      run.iterations(),
                      tolerance(run.line),
                      run.reference()),
              "iterations",
              "tolerance",
              "centroids"),
          kind(
              "bayes", run -> new BayesCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind("mardre", Verify::marDre, "prefix", "mismatches", "mates", "cuts"),
          kind(
              "cloudrs",
              run -> new CloudRsCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind(
              "sql-scan",
              run -> new SqlScanCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind(
              "sql-aggregate",
              run -> new SqlAggregateCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind(
              "sql-join",
              run -> new SqlJoinCheck(run.hadoop, run.input(), run.output, run.reference())),
          kind("mesh", Verify::mesh, "query", "grid"));

  /** Options that each check has. */
  private static final List<String> COMMON = List.of("input", "output", "reference", "parts");

  /** Makes the check of an output. */
  private interface Maker {
    Check make(Arguments run) throws WrongOutputException, IOException;
  }

  /**
   * A kind of workload of this project.
   *
   * @param options that its check has beside the common ones
   */
  private record Kind(List<String> options, Maker maker) {}

  private static Map.Entry<String, Kind> kind(String name, Maker maker, String... options) {
    return Map.entry(name, new Kind(List.of(options), maker));
  }

  /** What a check is told. */
  private record Arguments(Configuration hadoop, CommandLine line, Path output) {
    Path input() {
      return new Path(line.required("input"));
    }

    Optional<Path> reference() {
      return line.text("reference").map(Path::new);
    }

    int iterations() {
      return (int) line.number("iterations", 1, 100_000, 5);
    }
  }

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
    String kind = line.operands().size() == 1 ? line.operands().get(0) : "";
    if (kind.contains(".")) {
      return users(configuration, kind, line);
    }
    if (!KINDS.containsKey(kind)) {
      throw new UsageException(
          "usage: Verify KIND --input URI --output URI [--reference URI] [OPTION …]; kinds: "
              + String.join(", ", KINDS.keySet().stream().sorted().toList())
              + ", or the name of a class with its package");
    }
    List<String> allowed = new ArrayList<>(COMMON);
    allowed.addAll(KINDS.get(kind).options());
    line.allow(allowed);
    Path output = new Path(line.required("output"));
    return KINDS.get(kind).maker().make(new Arguments(configuration, line, output)).run();
  }

  /** Runs the check of a workload that is not one of Athanor's, which knows its options itself. */
  private static String users(Configuration configuration, String className, CommandLine line)
      throws WrongOutputException, IOException, InterruptedException {
    OutputCheck check;
    try {
      check =
          Class.forName(className, true, Thread.currentThread().getContextClassLoader())
              .asSubclass(OutputCheck.class)
              .getDeclaredConstructor()
              .newInstance();
    } catch (ClassNotFoundException e) {
      throw new UsageException("class " + className + ": is not in the jar of the workload");
    } catch (ClassCastException e) {
      throw new UsageException(
          "class " + className + ": must implement " + OutputCheck.class.getName());
    } catch (InvocationTargetException e) {
      throw new IOException("class " + className + ": its constructor failed: " + e.getCause(), e);
    } catch (ReflectiveOperationException e) {
      throw new UsageException(
          "class " + className + ": must be public, with a public constructor without parameters");
    }
    return check.check(
        new CheckedRun(
            configuration,
            line.text("input").filter(uri -> !uri.isEmpty()).map(Path::new),
            new Path(line.required("output")),
            (int) line.number("parts", 1, 1_000_000, 1),
            line.others(COMMON)));
  }

  private static Check dfsio(Arguments run) throws IOException {
    run.line.required("files");
    int files = (int) run.line.number("files", 1, 100_000, 1);
    return new DfsioCheck(run.hadoop, run.output, files, run.line.size("file-size"));
  }

  private static Check tpcxHs(Arguments run) {
    run.line.required("rows");
    long rows = run.line.number("rows", 1, Long.MAX_VALUE / 100, 1);
    return new TpcxHsCheck(run.hadoop, run.output, rows);
  }

  private static Check pi(Arguments run) throws IOException {
    run.line.required("maps");
    run.line.required("samples");
    int maps = (int) run.line.number("maps", 1, 10_000, 1);
    return new PiCheck(run.hadoop, run.output, maps, run.line.number("samples", 1, 100_000_000, 1));
  }

  private static Check marDre(Arguments run) throws WrongOutputException, IOException {
    CommandLine line = run.line;
    int prefix = (int) line.number("prefix", 1, 27, 20);
    int mismatches = (int) line.number("mismatches", 0, 10_000, 0);
    boolean paired = line.number("mates", 1, 2, 1) == 2;
    int cuts = (int) line.number("cuts", 0, 1_000_000, 0);
    return cuts == 0
        ? new MarDreCheck(
            run.hadoop, run.input(), run.output, prefix, mismatches, paired, run.reference())
        : new DividedDuplicatesCheck(
            run.hadoop, run.input(), run.output, prefix, mismatches, paired, cuts);
  }

  private static Check mesh(Arguments run) throws WrongOutputException, IOException {
    int cells = (int) run.line.number("grid", 1, Grid.FINEST, 1024);
    Query query = Query.named(run.line.text("query").orElse(Query.BOUNDARY.word()));
    return new MeshCheck(run.hadoop, run.input(), run.output, query, cells, run.reference());
  }

  private static Check series(Arguments run) {
    run.line.required("jobs");
    int jobs = (int) run.line.number("jobs", 1, 1000, 1);
    return () -> {
      String right = "";
      for (int i = 1; i <= jobs; i++) {
        Path one = new Path(run.output, "job-" + i);
        try {
          right = new WordCountCheck(run.hadoop, run.input(), one, run.reference()).run();
        } catch (WrongOutputException wrong) {
          throw new WrongOutputException("job " + i + ": " + wrong.getMessage());
        }
      }
      return jobs + " jobs: " + right;
    };
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
