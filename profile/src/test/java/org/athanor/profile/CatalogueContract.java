// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.athanor.profile.run.Amount;
import org.athanor.profile.run.Resource;
import org.athanor.profile.run.Run;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Behaviour that is the same for every database. */
@Tag("short")
abstract class CatalogueContract {
  private static final int RUNS = 300;
  private static final String NEXT_SCRIPT =
      """
      -- Artificial; a comment; with semicolons;
      ALTER TABLE run ADD COLUMN note TEXT;

      UPDATE run SET note = 'old; but kept';
      """;

  private CatalogueLocation location;

  /** An empty catalogue that no other test has. */
  abstract CatalogueLocation empty() throws Exception;

  @BeforeEach
  void prepare() throws Exception {
    location = empty();
  }

  private Catalogue open() throws CatalogueException {
    return Catalogue.open(location);
  }

  private static List<Run> all(Catalogue catalogue, RunFilter filter) throws CatalogueException {
    List<Run> found = new ArrayList<>();
    catalogue.forEachRun(filter, found::add);
    return found;
  }

  private Reference filled(Catalogue catalogue) throws CatalogueException {
    List<Run> runs = RandomRuns.list(RUNS);
    for (Run run : runs) {
      assertThat(catalogue.add(run)).isTrue();
    }
    return new Reference(runs);
  }

  private static String seed() {
    return "-Dathanor.test.seed=" + RandomRuns.SEED;
  }

  @Test
  void readsWhatWasEntered() throws CatalogueException {
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      assertThat(reference.filters())
          .as(seed())
          .allSatisfy(
              filter ->
                  assertThat(all(catalogue, filter))
                      .as("%s", filter)
                      .isEqualTo(reference.matching(filter)));
      Run last = reference.runs().get(RUNS - 1);
      assertThat(catalogue.run(last.id())).as(seed()).contains(last);
    }
    try (Catalogue again = open()) {
      assertThat(all(again, RunFilter.ALL)).hasSize(RUNS);
    }
  }

  @Test
  void entersARunOnce() throws CatalogueException {
    Run run = RandomRuns.list(1).get(0);
    try (Catalogue catalogue = open();
        Catalogue other = open()) {
      assertThat(catalogue.add(run)).isTrue();
      assertThat(catalogue.add(run)).isFalse();
      assertThat(other.add(run)).isFalse();
      assertThat(all(other, RunFilter.ALL)).containsExactly(run);
    }
  }

  @Test
  void removesARunThatCanThenBeEnteredAgain() throws CatalogueException {
    List<Run> runs = RandomRuns.list(2);
    try (Catalogue catalogue = open()) {
      catalogue.add(runs.get(0));
      catalogue.add(runs.get(1));
      assertThat(catalogue.remove(runs.get(0).id())).isTrue();
      assertThat(catalogue.remove(runs.get(0).id())).isFalse();
      assertThat(all(catalogue, RunFilter.ALL)).containsExactly(runs.get(1));
      assertThat(catalogue.run(runs.get(0).id())).isEmpty();
      assertThat(catalogue.applications()).containsExactly(runs.get(1).application().name());
      assertThat(catalogue.add(runs.get(0))).isTrue();
      assertThat(catalogue.run(runs.get(0).id())).contains(runs.get(0));
    }
  }

  @Test
  void anEmptyCatalogueHasNothing() throws CatalogueException {
    try (Catalogue catalogue = open()) {
      assertThat(all(catalogue, RunFilter.ALL)).isEmpty();
      assertThat(catalogue.applications()).isEmpty();
      assertThat(catalogue.medians(RunFilter.ALL, Measure.WALL_SECONDS)).isEmpty();
      assertThat(catalogue.throughputs(RunFilter.ALL)).isEmpty();
      assertThat(catalogue.nearestInputBytes(RunFilter.ALL, 1)).isEmpty();
      assertThat(catalogue.runIds("", 10)).isEmpty();
    }
  }

  @Test
  void findsIdsByTheirPrefix() throws CatalogueException {
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      List<String> ids = reference.runs().stream().map(Run::id).sorted().toList();
      assertThat(catalogue.runIds("", RUNS)).isEqualTo(ids);
      assertThat(catalogue.runIds("", 2)).isEqualTo(ids.subList(0, 2));
      assertThat(catalogue.runIds(ids.get(7), 2)).containsExactly(ids.get(7));
      assertThat(catalogue.runIds("a", RUNS))
          .isEqualTo(ids.stream().filter(id -> id.startsWith("a")).toList());
      assertThat(catalogue.runIds("%", RUNS)).isEmpty();
    }
  }

  @Test
  void mediansEqualThoseOfTheReference() throws CatalogueException {
    List<Measure> measures = new ArrayList<>(List.of(Measure.WALL_SECONDS));
    for (Resource resource : Resource.values()) {
      measures.add(Measure.of(resource));
    }
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      for (RunFilter filter : reference.filters().toList()) {
        for (Measure measure : measures) {
          Map<Typical.Group, Typical.Spread> expected = reference.medians(filter, measure);
          List<Typical> medians = catalogue.medians(filter, measure);
          assertThat(medians).as("%s %s %s", seed(), measure, filter).hasSize(expected.size());
          medians.forEach(typical -> assertSame(typical.spread(), expected.get(typical.group())));
        }
      }
    }
  }

  private static void assertSame(Typical.Spread spread, Typical.Spread expected) {
    assertThat(spread.runs()).as(seed()).isEqualTo(expected.runs());
    assertClose(spread.median(), expected.median());
    assertClose(spread.least(), expected.least());
    assertClose(spread.most(), expected.most());
  }

  /** Allows rounding differences, since databases add up in another order. */
  private static void assertClose(double actual, double expected) {
    assertThat(actual).as(seed()).isCloseTo(expected, within(Math.abs(expected) * 1e-12));
  }

  @Test
  void throughputsEqualThoseOfTheReference() throws CatalogueException {
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      for (RunFilter filter : reference.filters().toList()) {
        Map<Reference.Place, Typical.Spread> expected = reference.throughputs(filter);
        List<Throughput> throughputs = catalogue.throughputs(filter);
        assertThat(throughputs).as("%s %s", seed(), filter).hasSize(expected.size());
        for (Throughput one : throughputs) {
          Typical.Spread spread =
              expected.get(new Reference.Place(one.application(), one.framework(), one.nodeKind()));
          assertThat(one.runs()).as(seed()).isEqualTo(spread.runs());
          assertClose(one.medianBytesPerSecondPerNode(), spread.median());
        }
      }
    }
  }

  @Test
  void findsTheNearestSizeByRatio() throws CatalogueException {
    Random random = new Random(RandomRuns.SEED);
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      List<Long> sizes = new ArrayList<>(List.of(1L, 2L, 1250L, 3000L, Long.MAX_VALUE));
      for (int i = 0; i < 20; i++) {
        sizes.add(1 + (random.nextLong() >>> (1 + random.nextInt(62))));
      }
      for (RunFilter filter : reference.filters().toList()) {
        for (long size : sizes) {
          assertThat(catalogue.nearestInputBytes(filter, size))
              .as("%s %d %s", seed(), size, filter)
              .isEqualTo(reference.nearestInputBytes(filter, size));
        }
      }
      assertThatThrownBy(() -> catalogue.nearestInputBytes(RunFilter.ALL, 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("bytes=0: must be 1 or more");
    }
  }

  @Test
  void summariesCombineNodesAsTheResourceSays() throws Exception {
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      for (Run run : reference.runs().subList(0, 20)) {
        assertSummary(run);
      }
    }
  }

  private void assertSummary(Run run) throws Exception {
    try (Connection connection = location.database().connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT * FROM run_summary WHERE run_id = '" + run.id() + "'")) {
      assertThat(row.next()).isTrue();
      assertThat(Columns.optionalLong(row, "intermediate_bytes"))
          .as(seed())
          .isEqualTo(run.execution().intermediateBytes());
      assertThat(Columns.optionalText(row, "storage_class"))
          .as(seed())
          .isEqualTo(run.site().storage());
      assertThat(Columns.optionalDouble(row, "memory_byte_seconds"))
          .as(seed())
          .isEqualTo(run.site().scheduling().memoryByteSeconds());
      for (Resource resource : Resource.values()) {
        double amount = row.getDouble(resource.id());
        if (run.total(resource) instanceof Amount.Known known) {
          assertThat(row.wasNull()).as("%s %s", seed(), resource).isFalse();
          assertClose(amount, known.value());
        } else {
          assertThat(row.getObject(resource.id())).as("%s %s", seed(), resource).isNull();
        }
      }
    }
  }

  @Test
  void readersSeeOneStateWhileOthersWrite() throws CatalogueException {
    List<Run> runs = RandomRuns.list(2);
    try (Catalogue reader = open();
        Catalogue writer = open()) {
      writer.add(runs.get(0));
      List<Run> seen = new ArrayList<>();
      reader.forEachRun(
          RunFilter.ALL,
          run -> {
            seen.add(run);
            addUnchecked(writer, runs.get(1));
          });
      assertThat(seen).containsExactly(runs.get(0));
      assertThat(all(reader, RunFilter.ALL)).containsExactlyInAnyOrderElementsOf(runs);
    }
  }

  private static void addUnchecked(Catalogue catalogue, Run run) {
    try {
      catalogue.add(run);
    } catch (CatalogueException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aConsumerThatThrowsLeavesTheCatalogueUsable() throws CatalogueException {
    try (Catalogue catalogue = open()) {
      Reference reference = filled(catalogue);
      assertThatThrownBy(
              () ->
                  catalogue.forEachRun(
                      RunFilter.ALL,
                      run -> {
                        throw new IllegalStateException("enough");
                      }))
          .hasMessage("enough");
      assertThat(all(catalogue, RunFilter.ALL)).hasSize(reference.runs().size());
      assertThat(catalogue.remove(reference.runs().get(0).id())).isTrue();
    }
  }

  @Test
  void manyWritersEnterAllRunsOnceIntoANewCatalogue() throws Exception {
    List<Run> runs = RandomRuns.list(60);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Integer>> writers = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        List<Run> shuffled = new ArrayList<>(runs);
        Collections.shuffle(shuffled, new Random(RandomRuns.SEED + i));
        writers.add(() -> addAll(shuffled));
      }
      int added = 0;
      for (Future<Integer> writer : threads.invokeAll(writers)) {
        added += writer.get();
      }
      assertThat(added).as(seed()).isEqualTo(runs.size());
    } finally {
      threads.shutdown();
    }
    try (Catalogue catalogue = open()) {
      assertThat(all(catalogue, RunFilter.ALL)).containsExactlyInAnyOrderElementsOf(runs);
    }
  }

  private int addAll(List<Run> runs) throws CatalogueException {
    int added = 0;
    try (Catalogue catalogue = open()) {
      for (Run run : runs) {
        added += catalogue.add(run) ? 1 : 0;
      }
    }
    return added;
  }

  // ---- schema

  @Test
  void migratesAnOlderSchemaAndRetainsItsRuns() throws Exception {
    List<Run> runs = RandomRuns.list(10);
    addAll(runs);
    List<String> scripts = new ArrayList<>(Migrations.scripts());
    scripts.add(NEXT_SCRIPT);
    Catalogue.open(location, scripts).close();
    try (Catalogue migrated = Catalogue.open(location, scripts)) {
      assertThat(all(migrated, RunFilter.ALL)).containsExactlyInAnyOrderElementsOf(runs);
    }
    assertThat(column("SELECT DISTINCT note FROM run")).containsExactly("old; but kept");
    assertThat(column("SELECT version FROM catalogue_schema ORDER BY version"))
        .containsExactly("1", "2", "3", "4");
  }

  /** As this release does with the catalogues of the first one. */
  @Test
  void migratesTheFirstSchemaWithItsRuns() throws Exception {
    Catalogue.open(location, Migrations.scripts().subList(0, 1)).close();
    assertThat(column("SELECT version FROM catalogue_schema")).containsExactly("1");
    try (Connection connection = location.database().connect()) {
      location.database().beginWriting(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("INSERT INTO application VALUES ('a', 'sort')");
        statement.execute(
            "INSERT INTO configuration VALUES ('c', 'hadoop', '3', 'yarn', '17', 'hdfs', 2, 9)");
        statement.execute("INSERT INTO cluster VALUES ('k', 1)");
        statement.execute(
            "INSERT INTO run VALUES ('r', 'bench', '1', NULL, 't', 'a', 'c', 'k', 'text', 7,"
                + " '2026-11-22T03:04:05.678Z', 1.5, NULL)");
      }
      location.database().commit(connection);
    }
    open().close();
    assertThat(column("SELECT application || wall_seconds FROM run_summary"))
        .containsExactly("sort1.5");
    assertThat(column("SELECT count(*) FROM run WHERE intermediate_bytes IS NULL"))
        .containsExactly("1");
    assertThat(column("SELECT count(*) FROM run_summary WHERE storage_class IS NULL"))
        .containsExactly("1");
  }

  @Test
  void aMigrationThatFailsChangesNothing() throws Exception {
    List<Run> runs = RandomRuns.list(3);
    addAll(runs);
    List<String> scripts = new ArrayList<>(Migrations.scripts());
    scripts.add(NEXT_SCRIPT + "INSERT INTO no_such_table VALUES (1);\n");
    assertThatThrownBy(() -> Catalogue.open(location, scripts))
        .isInstanceOf(CatalogueException.class)
        .hasMessageStartingWith(location + ": ")
        .hasMessageContaining("no_such_table");
    assertThat(column("SELECT version FROM catalogue_schema ORDER BY version"))
        .containsExactly("1", "2", "3");
    try (Catalogue catalogue = open()) {
      assertThat(all(catalogue, RunFilter.ALL)).hasSize(3);
    }
  }

  @Test
  void refusesANewerSchema() throws CatalogueException {
    List<String> scripts = new ArrayList<>(Migrations.scripts());
    scripts.add(NEXT_SCRIPT);
    Catalogue.open(location, scripts).close();
    assertThatThrownBy(this::open)
        .isInstanceOf(CatalogueException.class)
        .hasMessage(
            location
                + ": has schema 4, and this Athanor knows schemas up to 3; use a newer Athanor, or"
                + " name another catalogue (--catalogue, ATHANOR_PROFILE)");
  }

  @Test
  void refusesTheDatabaseOfAnotherProgram() throws Exception {
    try (Connection connection = location.database().connect()) {
      location.database().beginWriting(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE customer (name TEXT)");
      }
      location.database().commit(connection);
    }
    assertThatThrownBy(this::open)
        .isInstanceOf(CatalogueException.class)
        .hasMessage(
            location
                + ": has tables of another program; name an empty database (--catalogue,"
                + " ATHANOR_PROFILE)");
    assertThat(column("SELECT count(*) FROM customer")).containsExactly("0");
  }

  @Test
  void hasTheColumnsOfTheDocumentation() throws Exception {
    open().close();
    Map<String, List<String>> documented = SchemaPage.tables();
    Map<String, List<String>> real =
        documented.keySet().stream().collect(Collectors.toMap(name -> name, this::columns));
    assertThat(documented).as("docs/profile.md").isEqualTo(real);
    assertThat(tables()).containsExactlyInAnyOrderElementsOf(documented.keySet());
  }

  @Test
  void answersTheQuestionsOfTheDocumentation() throws Exception {
    try (Catalogue catalogue = open()) {
      filled(catalogue);
      catalogue.add(SampleRun.RUN);
    }
    List<String> queries = SchemaPage.queries();
    assertThat(queries).hasSize(4);
    for (String query : queries) {
      column(query);
    }
    assertThat(column(queries.get(3))).contains("no powercap");
  }

  private List<String> columns(String table) {
    try {
      List<String> names = new ArrayList<>();
      try (Connection connection = location.database().connect();
          ResultSet column =
              connection.getMetaData().getColumns(null, connection.getSchema(), table, null)) {
        while (column.next()) {
          String nullable = column.getInt("NULLABLE") == 0 ? "" : " or NULL";
          boolean view = table.equals("run_summary");
          names.add(column.getString("COLUMN_NAME") + (view ? "" : nullable));
        }
      }
      return names;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private List<String> tables() throws Exception {
    List<String> names = new ArrayList<>();
    try (Connection connection = location.database().connect();
        ResultSet table =
            connection
                .getMetaData()
                .getTables(null, connection.getSchema(), "%", new String[] {"TABLE", "VIEW"})) {
      while (table.next()) {
        names.add(table.getString("TABLE_NAME"));
      }
    }
    return names;
  }

  private List<String> column(String sql) throws Exception {
    List<String> values = new ArrayList<>();
    try (Connection connection = location.database().connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      while (row.next()) {
        values.add(row.getString(1));
      }
    }
    return values;
  }
}
