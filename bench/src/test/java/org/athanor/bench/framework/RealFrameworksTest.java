// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.athanor.bench.counter.Counter;
import org.athanor.bench.workload.Api;
import org.athanor.bench.workload.Program;
import org.athanor.cluster.Mark;
import org.athanor.cluster.artifact.ArtifactStore;
import org.athanor.cluster.artifact.Distributions;
import org.athanor.cluster.artifact.Tools;
import org.athanor.results.Phase;
import org.athanor.results.Reading;
import org.athanor.results.Unit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Deploys each framework in each mode on this machine and counts words with it, or runs a query if
 * it is Hive. This takes minutes, so {@code -Dathanor.test.frameworks} must name the frameworks,
 * such as {@code flink} or {@code .*}. Frameworks whose distribution is not in the cache are
 * skipped, unless {@code ATHANOR_DOWNLOAD} is set. The clients' output is saved in {@code
 * target/frameworks}.
 */
@EnabledIfSystemProperty(
    named = "athanor.test.frameworks",
    matches = ".+",
    disabledReason = "minutes: needs -Dathanor.test.frameworks=.*")
class RealFrameworksTest {

  private static final String TEXT = "the furnace feeds the fire and the fire feeds the furnace\n";
  private static final int LINES = 20_000;

  @TempDir private Path directory;
  private final Mark mark = new Mark("frameworks-" + ProcessHandle.current().pid());

  private static final String HIVE = "hive";

  private static Stream<FrameworkRequest> chosen() {
    String kinds = System.getProperty("athanor.test.frameworks", "");
    return TestSites.frameworks().plain().filter(request -> request.kind().matches(kinds));
  }

  static Stream<FrameworkRequest> requests() {
    return chosen().filter(request -> !request.kind().equals(HIVE));
  }

  static Stream<FrameworkRequest> hives() {
    return chosen().filter(request -> request.kind().equals(HIVE));
  }

  @BeforeEach
  void writeInput() throws IOException {
    Files.writeString(directory.resolve("words"), TEXT.repeat(LINES));
  }

  @AfterEach
  void assertNothingIsLeft() throws IOException, InterruptedException {
    Files.deleteIfExists(directory.resolve("lib/hadoop"));
    Files.deleteIfExists(directory.resolve("home/target/dist"));
    List<String> left = TestSites.marked(mark);
    TestSites.local(mark, directory).master().endAll(mark, Duration.ZERO);
    assertThat(left).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("requests")
  void countsWords(FrameworkRequest request) throws Exception {
    Site site = site(request);
    Framework framework = TestSites.frameworks().create(request);
    assumeCached(request, site);
    assertThat(framework.problems(site)).isEmpty();
    framework.install(site);
    try (Deployment deployment = framework.deploy(site)) {
      assertThat(deployment.deadDaemon()).isEmpty();
      Submission run = Submission.of(site, deployment, wordCount(framework.api(), site));
      run.save(Path.of("target", "frameworks", request.kind() + "-" + request.mode() + ".log"));
      assertThat(run.status()).as(run.text()).isZero();
      assertThat(deployment.errorIn(run.lines())).isEmpty();
      assertThat(counts(directory.resolve("out")))
          .isEqualTo(
              Map.of(
                  "the", "80000", "furnace", "40000", "feeds", "40000", "fire", "40000", "and",
                  "20000"));
      assertThat(deployment.phases(run.started(), run.lines()))
          .isNotEmpty()
          .allSatisfy(
              phase -> {
                assertThat(phase.startSeconds()).isBetween(0.0, phase.endSeconds());
                assertThat(phase.endSeconds()).isLessThanOrEqualTo(run.seconds());
              });
      assertThat(deployment.configuration()).isNotEmptyDirectory();
      assertCounters(request.kind(), deployment.measures(run.lines()));
      boolean asksDaemons = request.mode().equals("standalone") && request.kind().equals("flink");
      if (List.of("spark", "flink", "tez").contains(request.kind()) && !asksDaemons) {
        assertThat(deployment.measures(run.lines()))
            .as("records of a trial that were read are removed")
            .extractingByKey("jobs")
            .isInstanceOf(Reading.Unavailable.class);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("hives")
  void addsUpTheRevenueOfEachVisitor(FrameworkRequest request) throws Exception {
    Site site = site(request);
    Framework framework = TestSites.frameworks().create(request);
    assumeCached(request, site);
    assertThat(framework.problems(site)).isEmpty();
    framework.install(site);
    writeTables();
    try (Deployment deployment = framework.deploy(site)) {
      Submission run = Submission.of(site, deployment, query("in", "out"));
      run.save(Path.of("target", "frameworks", request.kind() + "-" + request.mode() + ".log"));
      assertThat(run.status()).as(run.text()).isZero();
      assertThat(deployment.errorIn(run.lines())).isEmpty();
      assertThat(counts(directory.resolve("out")))
          .isEqualTo(Map.of("1.1.1.1", "2.5", "2.2.2.2", "7.25"));
      assertThat(deployment.phases(run.started(), run.lines()))
          .extracting(Phase::name)
          .containsExactly("Stage-1 map", "Stage-1 reduce");
      if (request.mode().equals(HiveYarn.MODE)) {
        assertThat(deployment.measures(run.lines()))
            .containsEntry("input_records", Reading.of(3, Unit.COUNT))
            .containsEntry("jobs", Reading.of(1, Unit.COUNT));
      } else {
        assertThat(deployment.measures(run.lines()).values())
            .isNotEmpty()
            .allSatisfy(reading -> assertThat(reading).isInstanceOf(Reading.Unavailable.class));
      }
      assertThat(deployment.configuration().getParent())
          .satisfies(
              own ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(own)))
                      .isEqualTo("rwx------"));
      assertThat(directory.resolve("work-of-program")).isEmptyDirectory();

      Submission failed = Submission.of(site, deployment, query("broken", "none"));
      assertThat(failed.status()).isNotZero();
      assertThat(deployment.errorIn(failed.lines()).orElseThrow())
          .startsWith("FAILED: Execution Error");
    }
  }

  /** Two tables, and two of which one is no table in text. */
  private void writeTables() throws IOException {
    String visit = "%s\thttp://a\t1999-01-01\t%s\tagent\tDEU\tde-DE\tka\t7\n";
    for (String input : List.of("in", "broken")) {
      Path pages = Files.createDirectories(directory.resolve(input + "/rankings"));
      Files.writeString(pages.resolve("part-00000"), "http://a\t1\t1\n");
      Path visits = Files.createDirectories(directory.resolve(input + "/uservisits"));
      Files.writeString(
          visits.resolve("part-00000"),
          visit.formatted("1.1.1.1", "0.5")
              + visit.formatted("2.2.2.2", "7.25")
              + visit.formatted("1.1.1.1", "2.0"));
    }
    Files.writeString(directory.resolve("broken/uservisits/part-00001.gz"), "not compressed");
  }

  private Program query(String input, String output) throws IOException {
    Files.createDirectories(directory.resolve("work-of-program"));
    List<String> arguments =
        List.of(
            directory.resolve(input).toUri().toString(),
            directory.resolve(output).toUri().toString(),
            "--work",
            directory.resolve("work-of-program").toUri().toString());
    return new Program(
        "sql-aggregate",
        Api.HIVE,
        programs("hive", "SqlAggregate"),
        List.of(),
        "org.athanor.workloads.hive.SqlAggregate",
        arguments,
        Map.of(),
        Map.of());
  }

  private static void assertCounters(String kind, Map<String, Reading> measures) {
    assertThat(measures.keySet())
        .containsAll(Stream.of(Counter.values()).map(counter -> counter.info().id()).toList());
    if (kind.equals("flink")) {
      assertThat(measures)
          .containsEntry("jobs", Reading.of(1, Unit.COUNT))
          .extractingByKey("shuffled_records")
          .isInstanceOf(Reading.Value.class);
    } else {
      assertThat(measures)
          .containsEntry("input_records", Reading.of(LINES, Unit.COUNT))
          .containsEntry("output_records", Reading.of(5, Unit.COUNT));
    }
  }

  static Stream<FrameworkRequest> clusters() {
    return requests().filter(request -> request.mode().equals("standalone"));
  }

  /** Uses one machine as two nodes, with two workers that share the work. */
  @ParameterizedTest
  @MethodSource("clusters")
  void twoWorkersCountWords(FrameworkRequest request) throws Exception {
    Site one = site(request);
    Site site =
        new Site(
            one.master(),
            List.of(one.master(), one.master()),
            mark,
            NodeShare.of(1, one.share().memoryBytes()),
            one.files(),
            one.work(),
            one.installation(),
            one.cache());
    Framework framework = TestSites.frameworks().create(request);
    assumeCached(request, site);
    framework.install(site);
    try (Deployment deployment = framework.deploy(site)) {
      Submission run = Submission.of(site, deployment, wordCount(framework.api(), site));
      assertThat(run.status()).as(run.text()).isZero();
      assertThat(counts(directory.resolve("out"))).containsEntry("the", "80000");
    }
  }

  private Site site(FrameworkRequest request) throws IOException {
    Site site = TestSites.local(mark, directory.resolve("work"));
    if (!request.kind().equals(AthanorLauncher.KIND) && !request.mode().startsWith("athanor")) {
      Path lib = Files.createDirectories(directory.resolve("lib"));
      Files.createSymbolicLink(lib.resolve("hadoop"), site.cache().resolve("hadoop-3.5.0"));
      return with(site, new Site.Installation(Path.of("../athanor"), lib));
    }
    Path built = Path.of("../target/dist");
    assumeTrue(
        Files.exists(built.resolve("built")),
        "Athanor has not been built: run ./athanor --version");
    // Without a pom.xml beside it, the launcher starts the existing build and builds nothing.
    Path home = Files.createDirectories(directory.resolve("home/target")).getParent();
    Files.copy(Path.of("../athanor"), home.resolve("athanor"), StandardCopyOption.COPY_ATTRIBUTES);
    Files.createSymbolicLink(home.resolve("target/dist"), built.toRealPath());
    return with(site, new Site.Installation(home.resolve("athanor"), built));
  }

  private Site with(Site site, Site.Installation installation) {
    return new Site(
        site.master(),
        site.workers(),
        mark,
        site.share(),
        site.files(),
        site.work(),
        installation,
        site.cache());
  }

  private static void assumeCached(FrameworkRequest request, Site site) {
    Distributions distributions = Distributions.bundled();
    ArtifactStore store =
        new ArtifactStore(
            site.cache(), new Tools(List.of(), List.of(), List.of()), System.out::println);
    for (String needed : List.of("hadoop", request.kind())) {
      if (distributions.frameworks().contains(needed)) {
        String version = distributions.defaultVersion(needed);
        assumeTrue(
            store.has(distributions.set(needed, version))
                || System.getenv("ATHANOR_DOWNLOAD") != null,
            needed + " " + version + " is not in the cache; set ATHANOR_DOWNLOAD=1 to fetch it");
      }
    }
  }

  private Program wordCount(Api api, Site site) throws IOException {
    String input = directory.resolve("words").toUri().toString();
    String output = directory.resolve("out").toUri().toString();
    boolean examples = api == Api.MAPREDUCE;
    return new Program(
        "wordcount",
        api,
        examples ? examples(site) : programs(name(api), "WordCount"),
        List.of(),
        examples ? "wordcount" : "org.athanor.workloads." + name(api) + ".WordCount",
        List.of(input, output),
        Map.of(),
        Map.of("input", input, "output", output));
  }

  private static String name(Api api) {
    return api.name().toLowerCase(Locale.ROOT);
  }

  private static Path examples(Site site) {
    return site.cache().resolve("hadoop-3.5.0/hadoop-mapreduce-examples-3.4.2.jar");
  }

  /** The compiled programs, among them that of a framework. */
  private Path programs(String framework, String program) throws IOException {
    Path classes = Path.of("../workloads/target/classes");
    assumeTrue(
        Files.exists(
            classes.resolve("org/athanor/workloads/" + framework + "/" + program + ".class")),
        "the programs of module workloads have not been compiled: ./mvnw compile -pl workloads"
            + " -am");
    Path jar = directory.resolve("workloads.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> tree = Files.walk(classes)) {
      for (Path path : tree.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
        Files.copy(path, out);
      }
    }
    return jar;
  }

  private static Map<String, String> counts(Path output) throws IOException {
    Map<String, String> counts = new HashMap<>();
    try (Stream<Path> tree = Files.walk(output)) {
      for (Path part : tree.filter(Files::isRegularFile).toList()) {
        String name = part.getFileName().toString();
        if (!name.startsWith(".") && !name.startsWith("_")) {
          for (String line : Files.readAllLines(part)) {
            String[] columns = line.split("\t", -1);
            assertThat(counts.put(columns[0], columns[1])).isNull();
          }
        }
      }
    }
    return counts;
  }
}
