// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.compatibility.oracle;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.util.VersionInfo;

/**
 * Keeps docs/compatibility.md true. Each verdict is compared with the page's cell for this Hadoop
 * version; with {@code -Dathanor.docs.update=true} the page is written instead. What the tests of
 * this JVM found is in compatibility.md of its working directory in any case. Test thread only.
 */
final class Scoreboard {
  static final String RENEW = "./mvnw verify -Dathanor.docs.update=true";

  private static final boolean UPDATE = Boolean.getBoolean("athanor.docs.update");
  private static final Path PAGE = Repository.root().resolve("docs/compatibility.md");
  private static final Path FOUND = Path.of("compatibility.md").toAbsolutePath();

  // In the directory that the JVMs of the tests share. Not the page: closing it would unlock it.
  private static final Path GUARD =
      Path.of(System.getProperty("java.io.tmpdir"), "compatibility-page.lock");

  private static final ScorePage RUN = new ScorePage();

  private final String area;
  // Rows of this area in this run, in the order of the tests.
  private final Map<String, ScorePage.Row> rows = new LinkedHashMap<>();

  Scoreboard(String area) {
    this.area = area;
  }

  /** Notes a verdict; returns why the committed page is stale, or null. */
  String add(JobCase job, String verdict) {
    ScorePage.Row row =
        new ScorePage.Row(job.name(), job.covers(), job.meantDifferences(), new LinkedHashMap<>());
    row.verdicts().put(version(), verdict);
    rows.put(row.name(), row);
    RUN.put(area, row);
    if (UPDATE || Framework.CANDIDATE.isHadoopLocal()) {
      return null;
    }
    ScorePage.Row committed = read(PAGE).find(area, row.name());
    if (committed != null && committed.agrees(row, version())) {
      return null;
    }
    return "docs/compatibility.md is stale: \"%s\" in \"%s\" is %s on Hadoop %s; renew it with %s"
        .formatted(row.name(), area, verdict, version(), RENEW);
  }

  /**
   * Ends an area.
   *
   * @param complete whether all its tests have run, not only some that were selected
   */
  void publish(boolean complete) {
    write(FOUND, RUN);
    if (UPDATE && !rows.isEmpty()) {
      merge(complete && version().equals(ScorePage.MAIN_VERSION));
    }
  }

  /** Writes this area's rows into the page, which other JVMs may do at the same time. */
  private void merge(boolean whole) {
    try (FileChannel guard =
        FileChannel.open(GUARD, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      guard.lock(); // until it is closed
      ScorePage page = read(PAGE);
      page.merge(area, rows.values(), whole);
      write(PAGE, page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String version() {
    String version = VersionInfo.getVersion();
    return TestCluster.named().isPresent() ? ScorePage.onYarn(version) : version;
  }

  private static ScorePage read(Path file) {
    try {
      return ScorePage.parse(Files.exists(file) ? Files.readString(file) : "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(Path file, ScorePage page) {
    try {
      Files.writeString(file, page.render());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
