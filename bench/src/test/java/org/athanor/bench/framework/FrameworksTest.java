// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cluster.Mark;
import org.athanor.cluster.Nodes;
import org.athanor.yaml.text.ByteSize;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class FrameworksTest {

  private final Frameworks frameworks = TestSites.frameworks();

  @TempDir private Path directory;

  private static FrameworkRequest request(
      String kind, String mode, Optional<String> version, Optional<Path> home) {
    return new FrameworkRequest(kind, mode, version, home, Optional.empty(), Map.of(), Map.of());
  }

  @Test
  void createsEveryKindAndMode() {
    assertThat(frameworks.plain())
        .isNotEmpty()
        .allSatisfy(
            request -> {
              Framework framework = frameworks.create(request);
              assertThat(framework.kind()).isEqualTo(request.kind());
              assertThat(framework.mode()).isEqualTo(request.mode());
              assertThat(frameworks.find(request.kind()).orElseThrow().versions())
                  .contains(framework.version());
            });
  }

  @Test
  void anUnknownKindIsRejectedWithTheNearest() {
    assertThat(frameworks.problems(FrameworkRequest.of("sparc", "local")))
        .singleElement()
        .asString()
        .startsWith("framework sparc: unknown framework; allowed hadoop, ")
        .endsWith("; did you mean spark?");
  }

  @Test
  void frameworksThatCannotBeDownloadedPointToExternal() {
    assertThat(frameworks.problems(FrameworkRequest.of("datampi", "local")))
        .containsExactly(
            "framework datampi: cannot be fetched; describe your installation as framework"
                + " external");
  }

  @Test
  void modeAndVersionAreCheckedTogether() {
    assertThat(
            frameworks.problems(request("hadoop", "loacl", Optional.of("3.4.1"), Optional.empty())))
        .satisfiesExactly(
            mode ->
                assertThat(mode)
                    .isEqualTo(
                        "mode: unknown mode of hadoop; allowed local, yarn; did you mean local?"),
            version ->
                assertThat(version)
                    .isEqualTo(
                        "version: unknown version of hadoop; allowed 3.5.0, 3.4.2, 3.3.6, and with"
                            + " home any other; did you mean 3.4.2?"));
    assertThatThrownBy(() -> frameworks.create(FrameworkRequest.of("storm", "local")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theVersionOfAHomeIsFound() throws IOException {
    Files.createDirectories(directory.resolve("jars"));
    Files.createFile(directory.resolve("jars/spark-core_2.13-3.9.9.jar"));
    FrameworkRequest request = request("spark", "local", Optional.empty(), Optional.of(directory));
    assertThat(frameworks.create(request).version()).isEqualTo("3.9.9");
    assertThat(
            frameworks.problems(
                request("spark", "local", Optional.of("4.3.0"), Optional.of(directory))))
        .containsExactly("version: " + directory + " is version 3.9.9; remove home or version");
  }

  @Test
  void aDirectoryWithoutAnInstallationIsRejected() {
    assertThat(
            frameworks.problems(
                request("hadoop", "local", Optional.empty(), Optional.of(directory))))
        .singleElement()
        .asString()
        .startsWith("home: not a home of hadoop: there is no hadoop-common*.jar in ");
  }

  @Test
  void theDefaultModeDependsOnTheNumberOfNodes() {
    FrameworkKind hadoop = frameworks.find("hadoop").orElseThrow();
    assertThat(hadoop.defaultMode(1).name()).isEqualTo("local");
    FrameworkKind athanor = frameworks.find("athanor").orElseThrow();
    assertThat(athanor.defaultMode(1).name()).isEqualTo("embedded");
    assertThat(athanor.defaultMode(4).name()).isEqualTo("yarn");
  }

  @Test
  void hiveRunsOnYarnOnSeveralNodesAndNeverOnTez() {
    assertThat(frameworks.find("hive").orElseThrow().defaultMode(2).name())
        .isEqualTo(HiveYarn.MODE);
    assertThat(frameworks.problems(FrameworkRequest.of("hive", "tez")))
        .singleElement()
        .asString()
        .startsWith(
            "mode: unknown mode of hive; allowed local, athanor-embedded, yarn, athanor-yarn");
  }

  @Test
  void keysOfTheEngineAreCheckedForHiveToo() throws Exception {
    Site site = TestSites.local(new Mark("none"), directory);
    FrameworkRequest request =
        new FrameworkRequest(
            "hive",
            HiveYarn.ATHANOR_MODE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of("athanor.thread", "2"),
            Map.of());
    assertThat(frameworks.create(request).problems(site))
        .anySatisfy(problem -> assertThat(problem).endsWith("did you mean athanor.threads?"));
  }

  private static FrameworkRequest request(
      String kind, String mode, Optional<Path> home, JvmSpec jvm) {
    return new FrameworkRequest(
        kind, mode, Optional.empty(), home, Optional.empty(), jvm, Map.of(), Map.of());
  }

  @Test
  void onlyOneJvmCanBeDescribed() {
    JvmSpec jvm = new JvmSpec(Optional.of(ByteSize.of("1g")), List.of("-Xlog:gc"));
    assertThat(frameworks.problems(request("hadoop", "yarn", Optional.empty(), jvm)))
        .containsExactly(
            "heap: mode yarn has several JVMs; remove the key, or set theirs by settings",
            "jvmOptions: mode yarn has several JVMs; remove the key, or set theirs by settings");
    assertThat(frameworks.problems(request("hadoop", "local", Optional.empty(), jvm))).isEmpty();
  }

  @Test
  void aHeapMustNotExceedWhatResourcesLeave() throws Exception {
    Site site = TestSites.local(new Mark("none"), directory);
    for (String kind : List.of("hadoop", "spark", "athanor")) {
      String mode = kind.equals("athanor") ? "embedded" : "local";
      for (String heap : List.of("2688m", "2689m")) {
        JvmSpec jvm = new JvmSpec(Optional.of(ByteSize.of(heap)), List.of());
        List<String> problems =
            frameworks.create(request(kind, mode, Optional.empty(), jvm)).problems(site).stream()
                .filter(problem -> problem.startsWith("heap: "))
                .toList();
        assertThat(problems)
            .isEqualTo(
                heap.equals("2688m")
                    ? List.of()
                    : List.of(
                        "heap: 2689m is more than resources leave for the heap of one process,"
                            + " 2688m; use less, or more resources.memory"));
      }
    }
  }

  @Test
  void anotherBuildOfAthanorNeedsItsLauncherAndOneProcess() throws Exception {
    Optional<Path> home = Optional.of(directory);
    FrameworkRequest embedded = request("athanor", "embedded", home, JvmSpec.DEFAULT);
    Site site = TestSites.local(new Mark("none"), directory);
    assertThat(frameworks.create(embedded).problems(site))
        .containsExactly(
            "home: has no executable file athanor on localhost; must be a source tree or an"
                + " unpacked release of Athanor");
    Path launcher = Files.writeString(directory.resolve("athanor"), "#!/bin/sh\n");
    assertThat(launcher.toFile().setExecutable(true)).isTrue();
    assertThat(frameworks.create(embedded).problems(site)).isEmpty();
    assertThat(frameworks.create(embedded).version()).isEqualTo(directory.getFileName().toString());
    assertThat(frameworks.problems(request("athanor", "yarn", home, JvmSpec.DEFAULT)))
        .containsExactly(
            "home: mode yarn runs this build of Athanor; remove the key, or use mode embedded");
  }

  @Test
  void theVersionOfAnotherBuildIsTheNameOfItsDirectory() {
    Optional<Path> home = Optional.of(directory.resolve("next/../next/."));
    FrameworkRequest embedded = request("athanor", "embedded", home, JvmSpec.DEFAULT);
    assertThat(frameworks.create(embedded).version()).isEqualTo("next");
    assertThat(frameworks.problems(request("athanor", "embedded", Optional.of("1"), home)))
        .containsExactly(
            "version: with home, it is the name of that directory; remove home or version");
    Optional<Path> root = Optional.of(Path.of("/tmp/.."));
    assertThat(frameworks.problems(request("athanor", "embedded", Optional.empty(), root)))
        .containsExactly("home: must be the directory of a build of Athanor, not /");
  }

  @Test
  void buildsOfTheSameVersionDifferByTheirJars() throws Exception {
    for (String jar : List.of("target/dist/v/lib/engine.jar", "lib/engine.jar")) {
      Path home = Files.createDirectories(directory.resolve("of-" + jar.replace('/', '-')));
      Files.createDirectories(home.resolve(jar).getParent());
      Files.writeString(home.resolve(jar), "build one");
      Path launcher = Files.writeString(home.resolve("athanor"), "#!/bin/sh\n");
      assertThat(launcher.toFile().setExecutable(true)).isTrue();
      String one = build("athanor", "embedded", home);
      Files.writeString(home.resolve("lib.txt"), "no jar");
      assertThat(build("athanor", "embedded", home)).isEqualTo(one).matches("[0-9a-f]{16}");
      Files.writeString(home.resolve(jar), "build two");
      assertThat(build("athanor", "embedded", home)).isNotEqualTo(one);
      Files.writeString(home.resolve(jar), "build one");
      Files.writeString(launcher, "#!/bin/sh\n: other\n");
      assertThat(build("athanor", "embedded", home)).as("another launcher").isNotEqualTo(one);
    }
  }

  @Test
  void aPatchedInstallationIsAnotherBuild() throws Exception {
    Path jar =
        Files.createDirectories(directory.resolve("jars")).resolve("spark-core_2.13-4.3.0.jar");
    Files.writeString(jar, "as released");
    String released = build("spark", "local", directory);
    Path work = Files.createDirectories(directory.resolve("work/app-1/0"));
    Files.writeString(work.resolve("job.jar"), "of a worker");
    assertThat(build("spark", "local", directory)).isEqualTo(released);
    Files.writeString(jar, "with a mend");
    assertThat(build("spark", "local", directory)).isNotEqualTo(released);
    Site site = TestSites.local(new Mark("none"), directory);
    assertThat(frameworks.create(FrameworkRequest.of("spark", "local")).build(site)).isEmpty();
  }

  @Test
  void anInstallationWithoutJarsIsNoBuild() throws Exception {
    Files.createDirectories(directory.resolve("lib"));
    Files.writeString(directory.resolve("lib/readme.txt"), "no jar");
    Mark mark = new Mark("none");
    for (List<String> names : List.of(List.of("lib"), List.of("gone"))) {
      assertThatThrownBy(
              () -> BuildHash.of(Nodes.localhost(), mark, directory, names, BuildHash.DEEP))
          .isInstanceOf(IOException.class)
          .hasMessage("localhost: the jars of " + directory + " cannot be read: there are none");
    }
  }

  private String build(String kind, String mode, Path home) throws Exception {
    return frameworks
        .create(request(kind, mode, Optional.of(home), JvmSpec.DEFAULT))
        .build(TestSites.local(new Mark("none"), directory.resolve("work")))
        .orElseThrow();
  }

  @Test
  void optionsThatAthanorSetsItselfAreRefused() throws Exception {
    Site site = TestSites.local(new Mark("none"), directory);
    Map<String, String> options =
        Map.of(
            "hadoop", "-Djava.io.tmpdir=/x",
            "hive", "-Dderby.stream.error.file=/x",
            "flink", "-Dlog4j.configurationFile=/x",
            "athanor", "-Dathanor.home=/x");
    for (Map.Entry<String, String> option : options.entrySet()) {
      String kind = option.getKey();
      String mode = kind.equals("athanor") ? "embedded" : "local";
      JvmSpec jvm = new JvmSpec(Optional.empty(), List.of("-Dmine=1", option.getValue()));
      assertThat(
              frameworks.create(request(kind, mode, Optional.empty(), jvm)).problems(site).stream()
                  .filter(problem -> problem.startsWith("jvmOptions")))
          .as(kind)
          .containsExactly(
              "jvmOptions: "
                  + option.getValue()
                  + ": Athanor sets this property itself; remove it");
    }
  }

  @Test
  void localModesNeedOneNodeAndEnoughMemory() throws Exception {
    Site one = TestSites.local(new Mark("none"), directory);
    Site two =
        new Site(
            one.master(),
            List.of(one.master(), one.master()),
            one.mark(),
            NodeShare.of(2, 256 << 20),
            FileSystem.of("file:///"),
            directory,
            one.installation(),
            one.cache());
    assertThat(frameworks.create(FrameworkRequest.of("spark", "local")).problems(two))
        .contains(
            "spark, mode local: runs on one node only, not on 2; choose another mode, or set sizes:"
                + " [1]",
            "spark, mode local: 256 MB of memory on each node for 2 tasks; must be 1024 MB or"
                + " more");
  }

  @Test
  void localModesNeedAMasterThatWorksAndOneProcess() throws Exception {
    Site one = TestSites.local(new Mark("none"), directory);
    Site site =
        new Site(
            Nodes.of("namespace:nowhere"),
            one.workers(),
            one.mark(),
            new NodeShare(2, 6L << 30, 2, 2),
            FileSystem.of("file:///"),
            directory,
            one.installation(),
            one.cache());
    assertThat(LocalMode.problems(site, "spark", "local"))
        .containsExactly(
            "spark, mode local: runs in its client, on the master, which does not work with master:"
                + " dedicated; choose another mode",
            "spark, mode local: is one process, not 2; choose another mode, or remove"
                + " resources.workersPerNode");
    assertThat(LocalMode.problems(one, "spark", "local")).isEmpty();
  }

  @Test
  void anUnsuitableJavaIsReportedWithTheSuitableReleases() throws Exception {
    FrameworkRequest request =
        new FrameworkRequest(
            "hadoop",
            "local",
            Optional.of("3.4.2"),
            Optional.empty(),
            Optional.of(directory.toString()),
            Map.of(),
            Map.of());
    Site site = TestSites.local(new Mark("none"), directory.resolve("work"));
    assertThat(frameworks.create(request).problems(site))
        .contains(
            "java: has no file named release with a version on localhost; must be the home of a"
                + " Java 8 to 22");
    Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    assertThat(frameworks.create(request).problems(site))
        .contains("java: is Java 25.0.1 on localhost; Hadoop 3.4.2 needs Java 8 to 22");
  }
}
