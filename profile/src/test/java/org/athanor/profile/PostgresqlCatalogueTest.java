// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresqlCatalogueTest extends CatalogueContract {
  private static final String DATABASES_PREFIX = "test";
  private static final AtomicInteger DATABASES = new AtomicInteger();
  private static PrivatePostgresql server;

  @BeforeAll
  static void start() throws Exception {
    server = PrivatePostgresql.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  @Override
  CatalogueLocation empty() throws Exception {
    String database = DATABASES_PREFIX + DATABASES.incrementAndGet();
    server.create(database);
    return CatalogueLocation.of(server.url(database, PrivatePostgresql.PASSWORD));
  }

  /** Others read the view of a shared catalogue, also after a migration. */
  @Test
  void aMigrationKeepsTheRightsOnTheView() throws Exception {
    CatalogueLocation location = empty();
    Catalogue.open(location, Migrations.scripts().subList(0, 1)).close();
    execute(location, "CREATE ROLE reader");
    execute(location, "GRANT SELECT ON run_summary TO reader");
    Catalogue.open(location).close();
    try (Connection connection = location.database().connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT has_table_privilege('reader', 'run_summary', 'SELECT')")) {
      row.next();
      assertThat(row.getBoolean(1)).isTrue();
    }
  }

  /** The rights that docs/profile.md names are enough, also after somebody has migrated it. */
  @Test
  void aRoleThatMayOnlySelectReadsEachVersion() throws Exception {
    for (int version = 1; version <= Migrations.NEWEST; version++) {
      CatalogueLocation location = empty();
      Catalogue.open(location, Migrations.scripts().subList(0, version)).close();
      String role = "reader" + version;
      execute(location, "CREATE ROLE " + role + " LOGIN PASSWORD 'r'");
      execute(location, "GRANT SELECT ON ALL TABLES IN SCHEMA public TO " + role);
      CatalogueLocation readers =
          CatalogueLocation.of(server.url(DATABASES_PREFIX + DATABASES.get(), role, "r"));
      assertThat(idsReadFrom(readers)).isEmpty();
      try (Catalogue catalogue = Catalogue.open(location)) {
        catalogue.add(SampleRun.RUN);
      }
      assertThat(idsReadFrom(readers)).containsExactly(SampleRun.RUN.id());
    }
  }

  private static List<String> idsReadFrom(CatalogueLocation location) throws CatalogueException {
    List<String> ids = new ArrayList<>();
    try (Catalogue catalogue = Catalogue.openForReading(location)) {
      catalogue.forEachRun(RunFilter.ALL, run -> ids.add(run.id()));
      assertThat(catalogue.throughputs(RunFilter.ALL)).hasSameSizeAs(ids);
    }
    return ids;
  }

  private static void execute(CatalogueLocation location, String sql) throws Exception {
    try (Connection connection = location.database().connect()) {
      location.database().beginWriting(connection);
      try (Statement statement = connection.createStatement()) {
        statement.execute(sql);
      }
      location.database().commit(connection);
    }
  }

  @Test
  void saysInOneLineWhyTheServerRefuses() throws Exception {
    CatalogueLocation location = CatalogueLocation.of(server.url("postgres", "wrong-secret"));
    assertThatThrownBy(() -> Catalogue.open(location))
        .isInstanceOf(CatalogueException.class)
        .hasMessage(
            location
                + ": FATAL: password authentication failed for user \"athanor\"; correct the URL"
                + " (--catalogue, ATHANOR_PROFILE) or ask the server's administrator");
  }

  @Test
  void saysInOneLineThatNoServerIsThere() throws Exception {
    CatalogueLocation location =
        CatalogueLocation.of("jdbc:postgresql://127.0.0.1:1/x?user=a&password=secret");
    assertThatThrownBy(() -> Catalogue.open(location))
        .isInstanceOf(CatalogueException.class)
        .hasMessageStartingWith("catalogue jdbc:postgresql://127.0.0.1:1/x: ")
        .hasMessageContaining("refused")
        .hasMessageNotContainingAny("secret", "\n");
  }
}
