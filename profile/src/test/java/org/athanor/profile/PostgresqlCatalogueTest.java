// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
