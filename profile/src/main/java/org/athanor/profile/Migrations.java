// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Updates a catalogue to the newest schema: runs the numbered scripts that have not run on it yet,
 * all in one transaction. A released script never changes. (Flyway is not used, because it does not
 * lock SQLite: two processes that open a file at the same time would both migrate it.)
 */
final class Migrations {
  /** The version of the schema that this code reads and writes. */
  static final int NEWEST = 3;

  private static final String TABLE = "catalogue_schema";
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*$");
  private static final Pattern END_OF_STATEMENT = Pattern.compile(";\\s*(?:\\R|$)");

  private final Database database;
  private final List<String> scripts;

  /**
   * @param scripts script {@code i} leads from version {@code i} to {@code i + 1}; statements end
   *     with a semicolon at the end of a line, comments have lines of their own
   */
  Migrations(Database database, List<String> scripts) {
    this.database = database;
    this.scripts = scripts;
  }

  /** The scripts of this release. */
  static List<String> scripts() {
    return IntStream.rangeClosed(1, NEWEST).mapToObj(Migrations::script).toList();
  }

  private static String script(int version) {
    String name = String.format(Locale.ROOT, "migration/%03d.sql", version);
    try (InputStream in = Migrations.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }

  /** Creates the schema, or updates an older one. */
  void apply(Session session) throws CatalogueException {
    if (session.read(this::version) < scripts.size()) {
      run(session);
    }
  }

  /**
   * Leaves an older schema as it is, since a reader may have no right to change it. Creates the
   * schema of a database that is empty.
   */
  void applyToEmpty(Session session) throws CatalogueException {
    if (session.read(this::version) == 0) {
      run(session);
    }
  }

  private void run(Session session) throws CatalogueException {
    session.write(
        connection -> {
          database.lockSchema(connection);
          // Another process may have migrated it meanwhile, so the version is read again.
          migrate(connection, version(connection));
          return null;
        });
  }

  /** The version of the catalogue's schema; 0 if the database is empty. */
  private int version(Connection connection) throws SQLException, CatalogueException {
    if (!hasTable(connection, TABLE)) {
      if (hasTable(connection, "%")) {
        throw new CatalogueException(
            database
                + ": has tables of another program; name an empty database (--catalogue, "
                + CatalogueLocation.VARIABLE
                + ")");
      }
      return 0;
    }
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT max(version) FROM " + TABLE)) {
      result.next();
      int version = result.getInt(1);
      if (version > scripts.size()) {
        throw new CatalogueException(
            String.format(
                Locale.ROOT,
                "%s: has schema %d, and this Athanor knows schemas up to %d; use a newer Athanor,"
                    + " or name another catalogue (--catalogue, %s)",
                database,
                version,
                scripts.size(),
                CatalogueLocation.VARIABLE));
      }
      return version;
    }
  }

  private static boolean hasTable(Connection connection, String pattern) throws SQLException {
    DatabaseMetaData data = connection.getMetaData();
    String[] types = {"TABLE"};
    try (ResultSet tables =
        data.getTables(connection.getCatalog(), connection.getSchema(), pattern, types)) {
      return tables.next();
    }
  }

  private void migrate(Connection connection, int from) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (from == 0) {
        statement.execute(
            "CREATE TABLE "
                + TABLE
                + " (version INTEGER NOT NULL PRIMARY KEY, applied_at TEXT NOT NULL)");
      }
      for (int version = from + 1; version <= scripts.size(); version++) {
        for (String sql : statements(scripts.get(version - 1))) {
          for (String own : database.statements(sql)) {
            statement.execute(own);
          }
        }
        record(connection, version);
      }
    }
  }

  private static void record(Connection connection, int version) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?)")) {
      insert.setInt(1, version);
      insert.setString(2, Columns.text(Instant.now()));
      insert.executeUpdate();
    }
  }

  private static List<String> statements(String script) {
    return END_OF_STATEMENT
        .splitAsStream(COMMENT.matcher(script).replaceAll(""))
        .map(String::strip)
        .filter(sql -> !sql.isEmpty())
        .toList();
  }
}
