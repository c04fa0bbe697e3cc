// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.athanor.cluster.TestUser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("short")
class ArtifactStoreTest {

  private static final ArtifactSet SET =
      new ArtifactSet.MavenSet(
          "Anvil 1.0",
          "anvil-1.0",
          1_000_000,
          List.of(
              Coordinates.parse("org.anvil:anvil-core:1.0", List.of("*:*")),
              Coordinates.parse("org.anvil:anvil-tool:1.1", List.of())));

  private static final ArtifactSet PACKAGE =
      new ArtifactSet.PipPackage(
          "Bellows 2.0",
          "bellows-2.0",
          1_000_000,
          "bellows==2.0",
          "bellows",
          List.of("bin", "lib"),
          List.of("bin"));

  @TempDir private Path directory;
  private final ConcurrentLinkedQueue<String> progress = new ConcurrentLinkedQueue<>();
  private FakeTools fake;

  @BeforeEach
  void makeTools() throws IOException {
    fake = new FakeTools(directory.resolve("tools"));
  }

  private ArtifactStore store(Tools tools) {
    return new ArtifactStore(directory.resolve("cache"), tools, progress::add);
  }

  private List<String> cache() throws IOException {
    if (!Files.exists(directory.resolve("cache"))) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory.resolve("cache"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> !name.endsWith(".lock") && !name.endsWith(".log"))
          .sorted()
          .toList();
    }
  }

  @Test
  void fetchesASetOnceIntoOneDirectory() throws Exception {
    ArtifactStore store = store(fake.tools());
    assertThat(store.has(SET)).isFalse();
    Path home = store.fetch(SET);
    assertThat(home.resolve("anvil-core-1.0.jar")).exists();
    assertThat(home.resolve("anvil-tool-1.1.jar")).exists();
    assertThat(store.fetch(SET)).isEqualTo(home);
    assertThat(fake.calls()).isEqualTo(1);
    assertThat(cache()).containsExactly("anvil-1.0");
    assertThat(progress)
        .containsExactly(
            "Anvil 1.0: fetching with Maven (about 1 MB unless cached)", "Anvil 1.0: ready");
  }

  @Test
  void namesAllThatIsMissingAndLeavesNothingBehind() throws Exception {
    Tools tools =
        fake.failing(
            "[INFO] Building set 1\n"
                + "[ERROR] Failed to execute goal on project set: Could not resolve dependencies for"
                + " project org.athanor.fetch:set:pom:1: The following artifacts could not be"
                + " resolved: org.anvil:anvil-core:jar:1.0, org.anvil:anvil-tool:jar:tests:1.1:"
                + " Could not find artifact org.anvil:anvil-core:jar:1.0 in central"
                + " (https://repo.example) -> [Help 1]\n");
    assertThatThrownBy(() -> store(tools).fetch(SET))
        .isInstanceOf(FetchException.class)
        .hasMessage(
            "Anvil 1.0: not in Maven's repositories: org.anvil:anvil-core:1.0,"
                + " org.anvil:anvil-tool:1.1:tests; choose another version, give an installed"
                + " home, or add a repository that has them to settings.xml");
    assertThat(cache()).isEmpty();
  }

  @Test
  void reportsAFailureOfTheNetwork() throws Exception {
    Tools tools =
        fake.failing(
            "[ERROR] Could not transfer artifact org.anvil:anvil-core:pom:1.0 from/to central:"
                + " repo.example: Name or service not known\n");
    assertThatThrownBy(() -> store(tools).fetch(SET))
        .hasMessageStartingWith(
            "Anvil 1.0: Maven failed: Could not transfer artifact org.anvil:anvil-core:pom:1.0")
        .hasMessageEndingWith("anvil-1.0.log");
  }

  @Test
  void anInterruptedFetchLeavesNothingAndTheNextOneSucceeds() throws Exception {
    Path pipe = directory.resolve("pipe");
    new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
    ArtifactStore hanging = store(fake.hangingHalfWay(pipe));
    CompletableFuture<Throwable> outcome = new CompletableFuture<>();
    Thread fetcher =
        new Thread(
            () -> {
              try {
                hanging.fetch(SET);
                outcome.complete(null);
              } catch (IOException | InterruptedException e) {
                outcome.complete(e);
              }
            });
    fetcher.start();
    assertThat(Files.readString(pipe)).isEqualTo("half\n");
    fetcher.interrupt();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(cache()).isEmpty();
    assertThat(store(fake.tools()).fetch(SET)).isDirectory();
  }

  @Test
  void removesTheFilesOfAKilledFetch() throws Exception {
    Path left = directory.resolve("cache/anvil-1.0.partial-123");
    Files.createDirectories(left.resolve("home"));
    Files.writeString(left.resolve("home/anvil-core-1.0.jar"), "half");
    store(fake.tools()).fetch(SET);
    assertThat(cache()).containsExactly("anvil-1.0");
  }

  @Test
  void twoConcurrentCallersFetchOnce() throws Exception {
    ArtifactStore first = store(fake.tools());
    ArtifactStore second = store(fake.tools());
    CompletableFuture<Path> one = CompletableFuture.supplyAsync(() -> fetchUnchecked(first));
    CompletableFuture<Path> two = CompletableFuture.supplyAsync(() -> fetchUnchecked(second));
    assertThat(one.get()).isEqualTo(two.get());
    assertThat(fake.calls()).isEqualTo(1);
  }

  private static Path fetchUnchecked(ArtifactStore store) {
    try {
      return store.fetch(SET);
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void takesOnlyAPartOfAWheel() throws Exception {
    Path wheel = directory.resolve("bellows-2.0-py3-none-any.whl");
    try (OutputStream file = Files.newOutputStream(wheel);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      for (String name :
          List.of("bellows/bin/run", "bellows/lib/a.jar", "bellows/doc/x", "bellows/lib/../../e")) {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(name.getBytes(UTF_8));
      }
    }
    Path home = store(fake.delivering(wheel)).fetch(PACKAGE);
    assertThat(home.resolve("bin/run")).isExecutable().hasContent("bellows/bin/run");
    assertThat(home.resolve("lib/a.jar")).exists();
    assertThat(home.resolve("doc")).doesNotExist();
    assertThat(cache()).containsExactly("bellows-2.0");
  }

  @Test
  void takesOnlyAPartOfASourceDistribution() throws Exception {
    Path tree = directory.resolve("tree/bellows");
    for (String name : List.of("bin/run", "lib/a.jar", "doc/x")) {
      Files.createDirectories(tree.resolve(name).getParent());
      Files.writeString(tree.resolve(name), name);
    }
    Path archive = directory.resolve("bellows-2.0.tar.gz");
    new ProcessBuilder(
            "tar", "-czf", archive.toString(), "-C", tree.getParent().toString(), "bellows")
        .start()
        .waitFor();
    Path home = store(fake.delivering(archive)).fetch(PACKAGE);
    assertThat(home.resolve("bin/run")).isExecutable();
    assertThat(home.resolve("lib/a.jar")).exists();
    assertThat(home.resolve("doc")).doesNotExist();
  }

  @Test
  void saysWhichPackagePipDoesNotHave() throws Exception {
    Tools tools = fake.pipFailing("No matching distribution found for bellows==2.0");
    assertThatThrownBy(() -> store(tools).fetch(PACKAGE))
        .hasMessage(
            "Bellows 2.0: not in pip's indexes: bellows==2.0; choose another version, give an"
                + " installed home, or set pip's index-url to one that has it");
    assertThat(cache()).isEmpty();
  }

  @Test
  void reportsMissingToolsWithoutFetching() {
    Tools none = new Tools(List.of(), List.of(), List.of());
    assertThat(store(none).problems(SET))
        .containsExactly(
            "Anvil 1.0: mvn not found on PATH, and Athanor's mvnw needs unzip and curl there: install"
                + " Maven or both, or give an installed home");
    assertThat(store(none).problems(PACKAGE))
        .containsExactly(
            "Bellows 2.0: neither pip3 nor pip found on PATH: install pip, or give an installed home",
            "Bellows 2.0: tar not found on PATH: install it, or give an installed home");
  }

  @Test
  void reportsADiskThatIsTooSmall() throws Exception {
    ArtifactSet huge = new ArtifactSet.MavenSet("Huge 1", "huge-1", Long.MAX_VALUE / 8, List.of());
    assertThat(store(fake.tools()).problems(huge))
        .singleElement()
        .asString()
        .contains("MB free in")
        .endsWith("set ATHANOR_CACHE to a larger disk");
  }

  @Test
  void takesTheCacheDirectoryFromTheEnvironment() {
    assertThat(ArtifactStore.defaultRoot(Map.of("ATHANOR_CACHE", "/c", "HOME", "/h")))
        .isEqualTo(Path.of("/c"));
    assertThat(ArtifactStore.defaultRoot(Map.of("XDG_CACHE_HOME", "/x", "HOME", "/h")))
        .isEqualTo(Path.of("/x/athanor"));
    assertThat(ArtifactStore.defaultRoot(Map.of("HOME", "/h")))
        .isEqualTo(Path.of("/h/.cache/athanor"));
  }

  @Test
  void usesAProjectsWrapperWithoutMavenOnThePath() throws Exception {
    Path project = Files.createDirectories(directory.resolve("project"));
    Path wrapper = executable(project.resolve("mvnw"));
    Path programs = Files.createDirectories(directory.resolve("programs"));
    executable(programs.resolve("unzip"));
    executable(programs.resolve("curl"));
    Tools tools = Tools.find(Map.of("PATH", programs.toString()), Optional.of(project));
    assertThat(tools.maven()).containsExactly(wrapper.toString());
    assertThat(tools.pip()).isEmpty();
  }

  /** Their code would be run. */
  @Test
  void doesNotUseAStoreThatAnotherUserHasPrepared() throws Exception {
    TestUser.assumePossible();
    Path shared = Files.createDirectory(directory.resolve("shared"));
    Files.setAttribute(directory, "unix:mode", 0755);
    Files.setAttribute(shared, "unix:mode", 01777);
    Path root = shared.resolve("cache");
    TestUser.run("mkdir", "-p", root.resolve(SET.id()).toString());
    ArtifactStore store = new ArtifactStore(root, fake.tools(), progress::add);
    assertThat(store.has(SET)).isTrue();
    assertThatThrownBy(() -> store.fetch(SET))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("localhost: " + root + " belongs to nobody, not to root, ")
        .hasMessageEndingWith("; remove it, or set ATHANOR_CACHE to another directory");
  }

  @Test
  void findsNoMavenIfTheWrapperCannotDownloadIt() throws Exception {
    Path project = Files.createDirectories(directory.resolve("project"));
    executable(project.resolve("mvnw"));
    Path programs = Files.createDirectories(directory.resolve("programs"));
    Map<String, String> environment = Map.of("PATH", programs.toString());
    assertThat(Tools.find(environment, Optional.of(project)).maven()).isEmpty();
    executable(programs.resolve("wget"));
    assertThat(Tools.find(environment, Optional.of(project)).maven()).isEmpty();
    executable(programs.resolve("unzip"));
    assertThat(Tools.find(environment, Optional.of(project)).maven()).hasSize(1);
  }

  private static Path executable(Path file) throws IOException {
    Files.writeString(file, "#!/bin/sh\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
