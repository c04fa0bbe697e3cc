// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.athanor.profile.run.Run;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Locations of catalogues, and files that cannot be used. */
@Tag("short")
class CatalogueLocationTest {
  private static final String ANOTHER = ", or name another one (--catalogue, ATHANOR_PROFILE)";

  @TempDir private Path directory;

  private static void assertRefused(Path file, String message) {
    assertThatThrownBy(() -> Catalogue.open(CatalogueLocation.of(file)))
        .isInstanceOf(CatalogueException.class)
        .hasMessage("catalogue " + file + message);
  }

  private static void assertNotRoot() {
    assumeFalse(
        System.getProperty("user.name").equals("root"), "root may write everything: not tested");
  }

  @Test
  void isNamedByTheEnvironment() throws CatalogueException {
    assertThat(CatalogueLocation.of(Map.of("ATHANOR_PROFILE", "/a/b.db", "HOME", "/home/x")))
        .hasToString("catalogue /a/b.db");
    assertThat(CatalogueLocation.of(Map.of("XDG_DATA_HOME", "/data", "HOME", "/home/x")))
        .hasToString("catalogue /data/athanor/profile.db");
    assertThat(CatalogueLocation.of(Map.of("XDG_DATA_HOME", "relative", "HOME", "/home/x")))
        .hasToString("catalogue /home/x/.local/share/athanor/profile.db");
    assertThat(CatalogueLocation.of(Map.of("ATHANOR_PROFILE", "", "HOME", "/home/x")))
        .hasToString("catalogue /home/x/.local/share/athanor/profile.db");
  }

  @Test
  void isAFileOrAnUrl() throws CatalogueException {
    assertThat(CatalogueLocation.of("jdbc:sqlite:/a/b.db")).hasToString("catalogue /a/b.db");
    assertThat(CatalogueLocation.of("jdbc:postgresql://db/team?user=u&password=secret"))
        .hasToString("catalogue jdbc:postgresql://db/team");
    assertThatThrownBy(() -> CatalogueLocation.of("jdbc:mysql://u:secret@db/team"))
        .hasMessage(
            "catalogue jdbc:mysql:…: must be a file, jdbc:sqlite:FILE or"
                + " jdbc:postgresql://HOST/DATABASE?user=NAME");
    assertThatThrownBy(() -> CatalogueLocation.of("jdbc:postgresql://db:port/team?password=secret"))
        .hasMessage(
            "catalogue jdbc:postgresql://db:port/team: is not a PostgreSQL URL; must be"
                + " jdbc:postgresql://HOST/DATABASE?user=NAME");
    assertThatThrownBy(() -> CatalogueLocation.of(""))
        .hasMessageStartingWith("catalogue \"\": must be a file");
  }

  @Test
  void createsFileAndDirectories() throws CatalogueException {
    CatalogueLocation location = CatalogueLocation.of(directory.resolve("a/b/c.db"));
    assertThat(location.exists()).isFalse();
    Catalogue.open(location).close();
    assertThat(location.exists()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a?cache=shared", "a b#c", "50%25.db", "é\"'", "file:x", ":memory:"})
  void acceptsAnyFileName(String name) throws CatalogueException {
    Path file = directory.resolve(name);
    Run run = RandomRuns.list(1).get(0);
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.add(run);
    }
    assertThat(file).isNotEmptyFile();
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      assertThat(catalogue.run(run.id())).contains(run);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void opensTheFileOfEachVersion(int version) throws Exception {
    Path file = directory.resolve("profile.db");
    try (var fixture = getClass().getResourceAsStream("catalogue-" + version + ".db")) {
      Files.copy(fixture, file);
    }
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      assertThat(catalogue.run(SampleRun.RUN.id())).contains(SampleRun.RUN);
    }
  }

  /** A reader may have no right to write, so it must not update the schema. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void readsTheFileOfEachVersionWithoutAChange(int version) throws Exception {
    Path path = directory.resolve("profile.db");
    try (var fixture = getClass().getResourceAsStream("catalogue-" + version + ".db")) {
      Files.copy(fixture, path);
    }
    byte[] before = Files.readAllBytes(path);
    SqliteFile file = new SqliteFile(path);
    for (Database database : List.of(file, ReadOnlySqliteFile.of(file))) {
      try (Catalogue catalogue = Catalogue.openForReading(database)) {
        assertThat(catalogue.run(SampleRun.RUN.id())).contains(SampleRun.RUN);
        assertThat(catalogue.medians(RunFilter.ALL, Measure.WALL_SECONDS)).hasSize(1);
        assertThat(catalogue.throughputs(RunFilter.ALL)).hasSize(1);
      }
    }
    assertThat(Files.readAllBytes(path)).isEqualTo(before);
  }

  @Test
  void anEmptyFileThatCannotBeWrittenIsNoCatalogue() throws Exception {
    SqliteFile file = new SqliteFile(Files.createFile(directory.resolve("profile.db")));
    assertThatThrownBy(() -> Catalogue.openForReading(ReadOnlySqliteFile.of(file)))
        .isInstanceOf(CatalogueException.class)
        .hasMessage(
            file + ": is empty and cannot be written; make it and its directory writable once");
  }

  @Test
  void refusesAFileThatIsNotADatabase() throws IOException {
    Path file = Files.writeString(directory.resolve("text.db"), "no database at all ".repeat(100));
    assertRefused(
        file,
        " is damaged or not an SQLite database; move it away so that a new one is created"
            + ANOTHER);
    assertThat(file).content().startsWith("no database");
  }

  @Test
  void refusesAFileThatIsDamaged() throws Exception {
    Path file = directory.resolve("profile.db");
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file))) {
      catalogue.add(SampleRun.RUN);
    }
    byte[] bytes = Files.readAllBytes(file);
    Arrays.fill(bytes, 100, bytes.length, (byte) 0x5a);
    Files.write(file, bytes);
    assertRefused(
        file,
        " is damaged or not an SQLite database; move it away so that a new one is created"
            + ANOTHER);
  }

  @Test
  void refusesADirectory() {
    assertRefused(directory, " is a directory; must be a file" + ANOTHER);
  }

  @Test
  void refusesADirectoryThatCannotBeCreated() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> Catalogue.open(CatalogueLocation.of(file.resolve("a/b.db"))))
        .isInstanceOf(CatalogueException.class)
        .hasMessageStartingWith("catalogue " + file + "/a/b.db: its directory cannot be created (")
        .hasMessageEndingWith(ANOTHER);
  }

  @Test
  void refusesADirectoryInWhichFilesCannotBeCreated() {
    assertRefused(
        Path.of("/proc/profile.db"),
        " cannot be written; make it and its directory writable" + ANOTHER);
  }

  @Test
  void refusesAFileThatMayNotBeWritten() throws Exception {
    assertNotRoot();
    Path file = directory.resolve("profile.db");
    Catalogue.open(CatalogueLocation.of(file)).close();
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r--r--"));
    assertRefused(file, ": permission denied; make it writable" + ANOTHER);
  }

  @Test
  void refusesADirectoryThatMayNotBeWritten() throws Exception {
    assertNotRoot();
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
    try {
      assertRefused(
          directory.resolve("profile.db"),
          " cannot be written; make it and its directory writable" + ANOTHER);
    } finally {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  /**
   * Opens the file as if it belonged to another user: tests may run as root, who may write all
   * files.
   */
  @Test
  void readsAFileThatIsOnlyReadable() throws Exception {
    SqliteFile file = new SqliteFile(directory.resolve("profile.db"));
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file.file()))) {
      catalogue.add(SampleRun.RUN);
      // The log exists while the catalogue is open; the catalogue is read through it, with its
      // locks.
      assertThat(idsOf(ReadOnlySqliteFile.of(file))).containsExactly(SampleRun.RUN.id());
    }
    assertThat(idsOf(ReadOnlySqliteFile.of(file))).containsExactly(SampleRun.RUN.id());
    assertThat(directory).isDirectoryNotContaining("glob:**-wal");
  }

  @Test
  void failsIfAFileThatIsOnlyReadableWasWrittenMeanwhile() throws Exception {
    SqliteFile file = new SqliteFile(directory.resolve("profile.db"));
    Catalogue.open(CatalogueLocation.of(file.file())).close();
    ReadOnlySqliteFile before = ReadOnlySqliteFile.of(file);
    try (Catalogue catalogue = Catalogue.open(CatalogueLocation.of(file.file()))) {
      catalogue.add(SampleRun.RUN);
      assertThatThrownBy(() -> idsOf(before))
          .isInstanceOf(CatalogueException.class)
          .hasMessage(file + ": another process wrote to it while it was read; try again");
    }
  }

  private static List<String> idsOf(Database database) throws CatalogueException {
    try (Catalogue catalogue = Catalogue.openForReading(database)) {
      return catalogue.runIds("", 10);
    }
  }
}
