// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.athanor.bench.framework.FrameworkKind.Mode;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.InstalledHome;
import org.athanor.cluster.artifact.Tools;
import org.athanor.yaml.text.Nearest;

/** The known frameworks; checks requests and creates frameworks. Immutable. */
public final class Frameworks {

  private static final String HADOOP = "hadoop";
  private static final String DEFINITION = "definition";

  /** Known frameworks that cannot be downloaded. */
  private static final List<String> NOT_DOWNLOADABLE =
      List.of("rdma-hadoop", "hadoop-uda", "rdma-spark", "datampi", "flame-mr", "mpi-d");

  /** Creates a framework; the second argument is the Hadoop that it may need. */
  private interface Maker extends BiFunction<Choice, Source, Framework> {}

  private static final Map<String, Map<String, Maker>> DISTRIBUTED =
      Map.of(
          "hadoop",
          Map.of(
              "local", (choice, hadoop) -> new HadoopLocal(choice),
              "yarn", (choice, hadoop) -> new HadoopYarn(choice)),
          "tez",
          Map.of("yarn", TezYarn::new),
          "spark",
          Map.of(
              "local", (choice, hadoop) -> new SparkLocal(choice),
              "standalone", (choice, hadoop) -> new SparkStandalone(choice),
              "yarn", SparkYarn::new),
          "flink",
          Map.of(
              "local",
              (choice, hadoop) -> new FlinkLocal(choice),
              "standalone",
              (choice, hadoop) -> new FlinkStandalone(choice),
              FlinkYarn.MODE,
              FlinkYarn::new),
          "hive",
          Map.of(
              HiveLocal.MODE, HiveLocal::new,
              HiveLocal.ATHANOR_MODE, HiveLocal::new,
              HiveYarn.MODE, HiveYarn::new,
              HiveYarn.ATHANOR_MODE, HiveYarn::new));

  private final Distributions distributions;
  private final Tools tools;
  private final Consumer<String> progress;
  private final String athanorVersion;
  private final Map<String, FrameworkKind> kinds = new LinkedHashMap<>();

  /**
   * @param tools programs that download distributions
   * @param progress receives messages about downloads, one line each
   * @param athanorVersion version of this Athanor
   */
  public Frameworks(
      Distributions distributions, Tools tools, Consumer<String> progress, String athanorVersion) {
    this.distributions = distributions;
    this.tools = tools;
    this.progress = progress;
    this.athanorVersion = athanorVersion;
    add(
        "hadoop",
        "Apache Hadoop MapReduce",
        new Mode("local", "in the client's JVM", true),
        new Mode("yarn", "a container for each task", false));
    kinds.put(
        AthanorLauncher.KIND,
        new FrameworkKind(
            AthanorLauncher.KIND,
            "Athanor's engine: runs Hadoop's jars unchanged",
            List.of(
                new Mode(AthanorEmbedded.MODE, "in the driver's JVM", true),
                new Mode(AthanorYarn.MODE, "a Worker on each node of a YARN cluster", false)),
            List.of(athanorVersion),
            Optional.of(athanorVersion),
            List.of()));
    add(
        "tez",
        "Apache Tez: runs MapReduce's jars unchanged",
        new Mode("yarn", "containers that are reused", false));
    add(
        "spark",
        "Apache Spark",
        new Mode("local", "in the driver's JVM", true),
        new Mode("standalone", "Spark's own cluster, an executor on each node", false),
        new Mode("yarn", "an executor on each node", false));
    add(
        "flink",
        "Apache Flink",
        new Mode("local", "in the client's JVM", true),
        new Mode("standalone", "a session cluster, a TaskManager on each node", false),
        new Mode(FlinkYarn.MODE, "an application for each program", false));
    add(
        "hive",
        "Apache Hive, whose queries are MapReduce jobs",
        new Mode(HiveLocal.MODE, "jobs of Hadoop in the client's JVM", true),
        new Mode(HiveLocal.ATHANOR_MODE, "jobs of Athanor in the client's JVM", true),
        new Mode(HiveYarn.MODE, "jobs of Hadoop, a container for each task", false),
        new Mode(HiveYarn.ATHANOR_MODE, "jobs of Athanor, a Worker on each node", false));
    kinds.put(External.KIND, external());
  }

  private void add(String name, String description, Mode... modes) {
    kinds.put(
        name,
        new FrameworkKind(
            name,
            description,
            List.of(modes),
            distributions.versions(name),
            Optional.of(distributions.defaultVersion(name)),
            List.of()));
  }

  private static FrameworkKind external() {
    return new FrameworkKind(
        External.KIND,
        "your own framework, described by commands",
        List.of(new Mode(External.MODE, "as its description says", false)),
        List.of(),
        Optional.empty(),
        List.of(new FrameworkKind.Option(DEFINITION, "file with the commands of the framework")));
  }

  /** All kinds, in the order in which users see them. */
  public List<FrameworkKind> kinds() {
    return List.copyOf(kinds.values());
  }

  public Optional<FrameworkKind> find(String kind) {
    return Optional.ofNullable(kinds.get(kind));
  }

  /**
   * The problems of a request, one line each: {@code KEY: what}. Reads only files of this machine.
   */
  public List<String> problems(FrameworkRequest request) {
    FrameworkKind kind = kinds.get(request.kind());
    if (kind == null) {
      return List.of(unknownKind(request.kind()));
    }
    List<String> problems = new ArrayList<>();
    if (kind.mode(request.mode()).isEmpty()) {
      problems.add(
          unknown(
              "mode: unknown mode of " + kind.name(),
              request.mode(),
              kind.modes().stream().map(Mode::name).toList()));
    }
    versionProblem(kind, request).ifPresent(problems::add);
    problems.addAll(jvmProblems(kind, request));
    List<String> options = kind.options().stream().map(FrameworkKind.Option::name).toList();
    request.options().keySet().stream()
        .filter(name -> !options.contains(name))
        .sorted()
        .forEach(
            name -> problems.add(unknown(name + ": unknown key of " + kind.name(), name, options)));
    options.stream()
        .filter(name -> !request.options().containsKey(name))
        .forEach(name -> problems.add(name + ": is missing"));
    if (kind.name().equals(External.KIND) && problems.isEmpty()) {
      read(request).problems().forEach(what -> problems.add(DEFINITION + ": " + what));
    }
    return problems;
  }

  private static ExternalReader.Reading read(FrameworkRequest request) {
    return ExternalReader.read(Path.of(request.options().get(DEFINITION)));
  }

  private Optional<String> versionProblem(FrameworkKind kind, FrameworkRequest request) {
    if (kind.name().equals(External.KIND)) {
      return request.version().map(it -> "version: the definition has it already; remove the key");
    }
    if (request.home().isPresent()) {
      return homeProblem(kind, request);
    }
    return request
        .version()
        .filter(version -> !kind.versions().contains(version))
        .map(
            version ->
                unknown(
                    "version: unknown version of " + kind.name(),
                    version,
                    kind.versions(),
                    distributions.frameworks().contains(kind.name())
                        ? ", and with home any other"
                        : ""));
  }

  private Optional<String> homeProblem(FrameworkKind kind, FrameworkRequest request) {
    if (kind.name().equals(AthanorLauncher.KIND)) {
      return athanorHomeProblem(request);
    }
    if (!distributions.frameworks().contains(kind.name())) {
      return Optional.of("home: " + kind.name() + " cannot have one; remove the key");
    }
    try {
      String found = InstalledHome.read(kind.name(), request.home().get()).version();
      return request
          .version()
          .filter(version -> !version.equals(found))
          .map(
              version ->
                  "version: "
                      + request.home().get()
                      + " is version "
                      + found
                      + "; remove home or version");
    } catch (IOException e) {
      String home = request.home().get() + ": ";
      return Optional.of("home: " + e.getMessage().replaceFirst("^\\Q" + home + "\\E", ""));
    }
  }

  private static Optional<String> athanorHomeProblem(FrameworkRequest request) {
    if (!request.mode().equals(AthanorEmbedded.MODE)) {
      return Optional.of(
          "home: mode "
              + request.mode()
              + " runs this build of Athanor; remove the key, or use mode "
              + AthanorEmbedded.MODE);
    }
    if (AthanorLauncher.version(request.home().get()).isEmpty()) {
      return Optional.of("home: must be the directory of a build of Athanor, not /");
    }
    return request
        .version()
        .map(
            version ->
                "version: with home, it is the name of that directory; remove home or version");
  }

  /** A JVM can be described only where there is one. */
  private static List<String> jvmProblems(FrameworkKind kind, FrameworkRequest request) {
    boolean one = kind.mode(request.mode()).map(Mode::oneNodeOnly).orElse(true);
    if (one) {
      return List.of();
    }
    String what =
        kind.name().equals(External.KIND)
            ? ": the commands of the definition start its JVMs; remove the key"
            : ": mode "
                + request.mode()
                + " has several JVMs; remove the key, or set theirs by settings";
    return request.jvm().described().keySet().stream().map(key -> key + what).toList();
  }

  /**
   * Creates a framework.
   *
   * @throws IllegalArgumentException if the request has {@link #problems}
   */
  public Framework create(FrameworkRequest request) {
    List<String> problems = problems(request);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(String.join("\n", problems));
    }
    JavaHome java = new JavaHome(request.java());
    if (request.kind().equals(External.KIND)) {
      ExternalDefinition definition = read(request).definition().orElseThrow();
      return new External(definition, request.home().map(Path::toString), java);
    }
    Source hadoop =
        new Source(
            HADOOP,
            distributions.defaultVersion(HADOOP),
            Optional.empty(),
            distributions,
            tools,
            progress);
    if (request.kind().equals(AthanorLauncher.KIND)) {
      return request.mode().equals(AthanorYarn.MODE)
          ? new AthanorYarn(choice(request, hadoop, java), athanorVersion)
          : new AthanorEmbedded(request, java, athanorVersion);
    }
    return DISTRIBUTED
        .get(request.kind())
        .get(request.mode())
        .apply(choice(request, source(request), java), hadoop);
  }

  private static Choice choice(FrameworkRequest request, Source source, JavaHome java) {
    return new Choice(
        request.kind(), request.mode(), source, java, request.settings(), request.jvm());
  }

  private Source source(FrameworkRequest request) {
    return new Source(
        request.kind(), version(request), request.home(), distributions, tools, progress);
  }

  private String version(FrameworkRequest request) {
    if (request.home().isPresent()) {
      try {
        return InstalledHome.read(request.kind(), request.home().get()).version();
      } catch (IOException e) {
        throw new IllegalArgumentException("home: " + e.getMessage(), e);
      }
    }
    return request.version().orElseGet(() -> distributions.defaultVersion(request.kind()));
  }

  private String unknownKind(String kind) {
    List<String> names = List.copyOf(kinds.keySet());
    if (NOT_DOWNLOADABLE.contains(kind)) {
      return "framework "
          + kind
          + ": cannot be fetched; describe your installation as framework external";
    }
    return unknown("framework " + kind + ": unknown framework", kind, names);
  }

  private static String unknown(String what, String word, List<String> known) {
    return unknown(what, word, known, "");
  }

  private static String unknown(String what, String word, List<String> known, String others) {
    return known.isEmpty()
        ? what + "; there are none"
        : what + "; allowed " + String.join(", ", known) + others + Nearest.hint(word, known);
  }

  /** Requests for all kinds and modes that have no required options. */
  Stream<FrameworkRequest> plain() {
    return kinds.values().stream()
        .filter(kind -> kind.options().isEmpty())
        .flatMap(
            kind ->
                kind.modes().stream().map(mode -> FrameworkRequest.of(kind.name(), mode.name())));
  }
}
