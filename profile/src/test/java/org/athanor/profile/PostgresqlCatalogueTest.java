// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PostgresqlCatalogueTest extends CatalogueContract {
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
    String database = "test" + DATABASES.incrementAndGet();
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
