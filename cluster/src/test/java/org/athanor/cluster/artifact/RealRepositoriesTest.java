// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster.artifact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fetches every version of each framework that is cached, or all if {@code ATHANOR_DOWNLOAD} is
 * set.
 */
@Tag("frameworks")
class RealRepositoriesTest {

  private static final Distributions DISTRIBUTIONS = Distributions.bundled();

  static Stream<Arguments> homes() {
    return sets(InstalledHome::isHomeOf);
  }

  static Stream<Arguments> plainSets() {
    return sets(framework -> !InstalledHome.isHomeOf(framework));
  }

  private static Stream<Arguments> sets(Predicate<String> wanted) {
    return DISTRIBUTIONS.frameworks().stream()
        .filter(wanted)
        .flatMap(
            framework ->
                DISTRIBUTIONS.versions(framework).stream()
                    .map(version -> Arguments.of(framework, version)));
  }

  @ParameterizedTest
  @MethodSource("homes")
  void aFetchedHomeIsOfItsVersion(String framework, String version) throws Exception {
    Distribution home = InstalledHome.read(framework, fetched(framework, version));
    assertThat(home.version()).isEqualTo(version);
    assertThat(home.classPath()).isEqualTo(List.of(home.classPath().get(0)));
  }

  @ParameterizedTest
  @MethodSource("plainSets")
  void aFetchedSetHoldsJarsOfItsVersion(String framework, String version) throws Exception {
    assertThat(fetched(framework, version))
        .isDirectoryContaining("glob:**-" + version + ".jar")
        .isDirectoryNotContaining("glob:**.part");
  }

  private static Path fetched(String framework, String version) throws Exception {
    Tools tools = Tools.find(System.getenv(), Optional.of(Path.of("..")));
    ArtifactStore store =
        new ArtifactStore(ArtifactStore.defaultRoot(System.getenv()), tools, System.out::println);
    ArtifactSet set = DISTRIBUTIONS.set(framework, version);
    assumeTrue(
        store.has(set) || System.getenv("ATHANOR_DOWNLOAD") != null,
        set.title() + " is not in the cache; set ATHANOR_DOWNLOAD=1 to fetch it");
    return store.fetch(set);
  }
}
