// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.clusters;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.yaml.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks files of clusters, their errors, and the example of the manual. */
class ClustersFileTest {
  private static final Path MANUAL = Path.of("../docs/scheduling.md");

  @TempDir Path directory;

  private ClustersFile read(String text) {
    byte[] content = text.getBytes(StandardCharsets.UTF_8);
    return ClustersFile.parse(directory.resolve("clusters.yaml"), content);
  }

  private List<String> problems(String text) {
    return read(text).problems().stream()
        .map(Problem::toString)
        .map(problem -> problem.replace(directory + "/", ""))
        .toList();
  }

  private void site(String... properties) throws IOException {
    Path conf = Files.createDirectories(directory.resolve("conf"));
    StringBuilder text = new StringBuilder("<configuration>");
    for (int i = 0; i < properties.length; i += 2) {
      text.append("<property><name>" + properties[i] + "</name><value>" + properties[i + 1]);
      text.append("</value></property>\n");
    }
    Files.writeString(conf.resolve("yarn-site.xml"), text + "</configuration>");
  }

  private static final String LAB =
      """
      clusters:
        lab:
          kind: yarn
          hadoop configuration: conf
      """;

  private List<URI> addresses() {
    ClustersFile file = read(LAB);
    assertThat(file.problems()).isEmpty();
    return ((Kind.Yarn) file.clusters().get(0).kind()).resourceManagers();
  }

  @Test
  void readsTheExampleOfTheManual() throws Exception {
    Matcher example =
        Pattern.compile("```yaml\n(clusters:\n.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(MANUAL));
    assertThat(example.find()).isTrue();
    Files.createDirectories(directory.resolve("lab-conf"));
    ClustersFile file = read(example.group(1));
    assertThat(file.problems()).isEmpty();
    assertThat(file.clusters())
        .containsExactly(
            new Cluster(
                "here",
                new Kind.Local(Optional.of(directory.resolve("lab-conf"))),
                new Cluster.Limits(OptionalDouble.of(4), OptionalLong.of(8L << 30)),
                new Cluster.Traits(
                    Optional.empty(),
                    Optional.of("ssd"),
                    Optional.empty(),
                    OptionalDouble.empty(),
                    OptionalDouble.empty(),
                    Optional.empty(),
                    Optional.empty())),
            new Cluster(
                "lab",
                new Kind.Yarn(
                    directory.resolve("lab-conf"),
                    List.of(
                        URI.create("http://rm1.example.org:8088"),
                        URI.create("http://rm2.example.org:8088")),
                    Optional.of("nightly"),
                    Optional.empty()),
                new Cluster.Limits(OptionalDouble.empty(), OptionalLong.empty()),
                new Cluster.Traits(
                    Optional.of("lab"),
                    Optional.of("hdd"),
                    Optional.of("1gbit"),
                    OptionalDouble.empty(),
                    OptionalDouble.of(1e9),
                    Optional.of(new Power(90, 210)),
                    Optional.of("ES"))));
  }

  @Test
  void readsWhatMapReduceProgramsRunOn() throws Exception {
    site("yarn.resourcemanager.hostname", "rm");
    assertThat(framework("")).isEqualTo(MapReduceFramework.HADOOP);
    assertThat(framework("    framework: hadoop\n")).isEqualTo(MapReduceFramework.HADOOP);
    assertThat(framework("    framework: athanor\n")).isEqualTo(MapReduceFramework.ATHANOR);
    assertThat(problems(LAB + "    framework: athnor\n"))
        .singleElement()
        .asString()
        .contains(":5: clusters.lab.framework=athnor", "athanor");
    Kind.Yarn hadoop = (Kind.Yarn) read(LAB).clusters().get(0).kind();
    String key = MapReduceFramework.KEY;
    assertThat(MapReduceFramework.of(Map.of(key, "athanor"), hadoop))
        .as("a job's settings win")
        .isEqualTo(MapReduceFramework.ATHANOR);
    Kind.Yarn engine = (Kind.Yarn) read(LAB + "    framework: athanor\n").clusters().get(0).kind();
    assertThat(MapReduceFramework.of(Map.of(key, "yarn"), engine))
        .isEqualTo(MapReduceFramework.HADOOP);
    assertThat(MapReduceFramework.of(Map.of(key, "local"), engine))
        .isEqualTo(MapReduceFramework.ATHANOR);
  }

  private MapReduceFramework framework(String key) {
    ClustersFile file = read(LAB + key);
    assertThat(file.problems()).isEmpty();
    return ((Kind.Yarn) file.clusters().get(0).kind()).framework();
  }

  @Test
  void reportsEverythingThatIsWrong() {
    assertThat(
            problems(
                """
                clusters:
                  here:
                    kind: local
                    coers: 4
                    queue: a
                    hadoop configuration: /no/such
                  there:
                    kind: yran
                  lab:
                    kind: yarn
                    memory: 1k
                    power: {idle: 90, max: 80}
                  far:
                    kind: yarn
                    hadoop configuration: /no/such
                  none: {}
                """))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .contains(":4: clusters.here.coers=4: unknown key of a cluster")
                    .endsWith("did you mean cores?"),
            line ->
                assertThat(line).contains(":5: clusters.here.queue=a: unknown key of a cluster"),
            line ->
                assertThat(line)
                    .endsWith(
                        ":6: clusters.here.hadoop configuration=/no/such: must be a directory; there"
                            + " is none of that name"),
            line ->
                assertThat(line)
                    .contains(":8: clusters.there.kind=yran: ")
                    .endsWith("did you mean yarn?"),
            line -> assertThat(line).contains(":9: clusters.lab.hadoop configuration: is missing"),
            line -> assertThat(line).contains(":11: clusters.lab.memory=1k: must be a size"),
            line ->
                assertThat(line).contains(":12: clusters.lab.power.max=80: must not be below idle"),
            line ->
                assertThat(line)
                    .contains(":15: ")
                    .endsWith("must be a directory; there is none of that name"),
            line -> assertThat(line).contains(":16: clusters.none: kind is missing"));
    assertThat(problems("clusters: {}\n"))
        .containsExactly("clusters.yaml:1: clusters: must have one cluster or more");
    assertThat(problems("clusters: {a b: {kind: local}}\n").get(0)).contains("a b");
    assertThat(problems("")).singleElement().asString().contains("is empty");
  }

  @Test
  void readsWhereRegionsAre() throws Exception {
    ClustersFile file =
        read(
            "clusters: {a: {kind: local, region: east}, b: {kind: local}}\n"
                + "regions: {east: /east, west: [/west/rack1, /west/rack2]}\n");
    assertThat(file.problems()).isEmpty();
    assertThat(file.regions())
        .isEqualTo(
            new StorageRegions(
                Map.of("east", List.of("/east"), "west", List.of("/west/rack1", "/west/rack2")),
                Optional.empty()));
    Files.createFile(directory.resolve("rules.txt"));
    assertThat(
            read("clusters: {a: {kind: local, region: x}}\nstorage rules: rules.txt\n").regions())
        .isEqualTo(new StorageRegions(Map.of(), Optional.of(directory.resolve("rules.txt"))));
  }

  @Test
  void refusesRegionsThatNobodyFinds() {
    assertThat(problems("clusters: {a: {kind: local, region: east}}\n"))
        .containsExactly(
            "clusters.yaml:1: clusters.a.region=east: needs the key regions of the file, or storage"
                + " rules, which say where it is");
    assertThat(problems("clusters:\n  a: {kind: local, region: est}\nregions: {east: /east}\n"))
        .singleElement()
        .asString()
        .startsWith("clusters.yaml:2: clusters.a.region=est: ")
        .endsWith("did you mean east?");
    assertThat(problems("clusters: {a: {kind: local}}\nregions: {east: east}\n"))
        .containsExactly(
            "clusters.yaml:2: regions.east=east: east is no network location; must be one such as"
                + " /east or /east/rack1");
    assertThat(
            problems(
                "clusters: {a: {kind: local}}\nregions: {east: /east}\nstorage rules: /no/such\n"))
        .containsExactly(
            "clusters.yaml:2: regions: must not be given with storage rules",
            "clusters.yaml:3: storage rules=/no/such: must be a file that can be read");
  }

  @Test
  void findsTheResourceManagerAsHadoopDoes() throws Exception {
    site("yarn.resourcemanager.hostname", "rm.example.org");
    assertThat(addresses()).containsExactly(URI.create("http://rm.example.org:8088"));
    site(
        "yarn.resourcemanager.hostname", "rm.example.org",
        "yarn.resourcemanager.webapp.address", "${yarn.resourcemanager.hostname}:8188");
    assertThat(addresses()).containsExactly(URI.create("http://rm.example.org:8188"));
    site(
        "yarn.http.policy", "HTTPS_ONLY",
        "yarn.resourcemanager.ha.enabled", "true",
        "yarn.resourcemanager.ha.rm-ids", "a, b",
        "yarn.resourcemanager.hostname.a", "one",
        "yarn.resourcemanager.webapp.https.address.b", "two:9999");
    assertThat(addresses())
        .containsExactly(URI.create("https://one:8090"), URI.create("https://two:9999"));
  }

  @Test
  void saysWhyTheResourceManagerIsNotFound() throws Exception {
    Files.createDirectories(directory.resolve("conf"));
    String begin =
        "clusters.yaml:4: clusters.lab.hadoop configuration=conf: yarn-site.xml there does not name"
            + " the ResourceManager: ";
    String end = "; give it as the key resource manager";
    assertThat(problems(LAB)).containsExactly(begin + "there is no such file" + end);
    site("yarn.resourcemanager.scheduler.class", "x");
    assertThat(problems(LAB))
        .containsExactly(
            begin
                + "yarn.resourcemanager.webapp.address and yarn.resourcemanager.hostname are"
                + " missing"
                + end);
    site("yarn.resourcemanager.webapp.address", "${a}", "a", "${b}", "b", "${a}${a}");
    assertThat(problems(LAB)).singleElement().asString().contains("is no address host:port");
    Files.writeString(
        directory.resolve("conf/yarn-site.xml"),
        "<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><configuration>&a;</configuration>");
    assertThat(problems(LAB)).singleElement().asString().contains("DOCTYPE is disallowed");
  }

  @Test
  void refusesAddressesThatAreNone() throws Exception {
    site();
    for (String wrong :
        List.of("rm", "rm:0", "rm:70000", "ftp://rm:1", "http://me@rm:1", "rm:1/path", "rm:1?a")) {
      assertThat(problems(LAB + "    resource manager: '" + wrong + "'\n"))
          .as(wrong)
          .singleElement()
          .asString()
          .contains(wrong + " is no address; must be one such as rm.example.org:8088");
    }
  }
}
