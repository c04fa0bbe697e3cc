// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.athanor.cli.storage.main.StorageMain;
import org.athanor.profile.Catalogue;
import org.athanor.profile.CatalogueLocation;
import org.athanor.profile.run.Run;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command says before it asks HDFS. */
class AdviseCommandTest {
  @TempDir Path directory;
  private final SampleRuns sample = new SampleRuns();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private void fill(Run... runs) throws Exception {
    Path file = directory.resolve("profile.db");
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      for (Run run : runs) {
        catalogue.add(run);
      }
    }
  }

  private String refusal(String application, String... more) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "storage",
                "advise",
                application,
                "--input",
                "/in",
                "--catalogue",
                directory.resolve("profile.db").toString()));
    line.addAll(List.of(more));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code =
        StorageMain.execute(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            line.toArray(String[]::new));
    assertThat(code).isEqualTo(2);
    assertThat(out.toString(UTF_8)).isEmpty();
    return err.toString(UTF_8).replace(directory.toString(), "DIR");
  }

  @Test
  void aCatalogueThatDoesNotExist() {
    assertThat(refusal("sort"))
        .isEqualTo(
            "athanor: catalogue DIR/profile.db: does not exist; measure the application by athanor"
                + " bench, with the key storage, or name another one (--catalogue,"
                + " ATHANOR_PROFILE)\n");
  }

  @Test
  void anApplicationThatWasNotMeasured() throws Exception {
    fill(sample.sort(Map.of(), 10, 1, Optional.empty()));
    assertThat(refusal("sort"))
        .isEqualTo(
            "athanor: APPLICATION=sort: catalogue DIR/profile.db has no undisturbed run of it in a"
                + " storage configuration; measure it by athanor bench, with the key storage\n");
  }

  @Test
  void namesTheApplicationsThatWereMeasured() throws Exception {
    fill(sample.sort("config-1", 10, 1));
    assertThat(refusal("sotr"))
        .contains(
            " has no undisturbed run of it in a storage configuration, only of sort; measure");
  }

  @Test
  void disturbedRunsDoNotCount() throws Exception {
    fill(sample.sort(Map.of("storage", "config-1"), 10, 1, Optional.of("backup")));
    assertThat(refusal("sort")).contains(" has no undisturbed run of it ");
  }

  @Test
  void valuesOutOfRange() {
    assertThat(refusal("sort", "--tolerance", "0.03"))
        .isEqualTo("athanor: --tolerance=0.03: must be a percentage such as 3%\n");
    err.reset();
    assertThat(refusal("sort", "--room", "much"))
        .isEqualTo("athanor: --room=much: must be a size such as 500g or 1.5t\n");
    err.reset();
    assertThat(refusal("sort", "--input", "in"))
        .isEqualTo("athanor: --input=in: must begin with /\n");
  }

  @Test
  void aLinkIsARateAndNotBesideACluster() throws Exception {
    assertThat(refusal("sort", "--link", "1 Gbit"))
        .isEqualTo(
            "athanor: --link=1 Gbit: must be a rate above 0 such as '1 Gbit/s' or '118 MB/s'\n");
    err.reset();
    assertThat(refusal("sort", "--cluster", "DIR/none.yaml")).contains("DIR/none.yaml");
    err.reset();
    assertThat(refusal("sort", "--link", "1 Gbit/s", "--cluster", "cluster.yaml"))
        .isEqualTo("athanor: --link: cluster.yaml of --cluster has the links; give one of them\n");
  }
}
