// SPDX-License-Identifier: Apache-2.0
package org.athanor.profile;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.athanor.profile.run.Run;

/**
 * The catalogue of application runs. Schedulers and cache planning use it for their decisions
 * (φSched's catalogue and DUX's application profiler, §6.1.5 and §7 of K. K. Ravindranathan's
 * thesis).
 *
 * <p>Any number of processes may use a catalogue at the same time. An object of this class is one
 * connection, to be used by one thread at a time. Each method is one transaction: it sees the state
 * of the catalogue at one time.
 */
public final class Catalogue implements AutoCloseable {
  private final Session session;

  /** Makes the schema ready for use. */
  private interface Preparation {
    void prepare(Session session) throws CatalogueException;
  }

  private Catalogue(Session session) {
    this.session = session;
  }

  /**
   * Opens a catalogue. Creates it if it does not exist, and updates an older schema to the newest
   * one.
   *
   * @throws CatalogueException if it cannot be opened or written, is damaged or not a catalogue, or
   *     was written by a newer Athanor
   */
  public static Catalogue open(CatalogueLocation location) throws CatalogueException {
    return open(location, Migrations.scripts());
  }

  /**
   * Opens a catalogue for reading only, so that the file and its directory need not be writable,
   * and a role of a server needs {@code SELECT} only. An older schema stays as it is: what it does
   * not have is not known of its runs. {@link #add} and {@link #remove} may fail.
   *
   * @throws CatalogueException if it cannot be read, is damaged or not a catalogue, or was written
   *     by a newer Athanor
   */
  public static Catalogue openForReading(CatalogueLocation location) throws CatalogueException {
    return openForReading(location.database().forReading());
  }

  static Catalogue openForReading(Database database) throws CatalogueException {
    Migrations migrations = new Migrations(database, Migrations.scripts());
    return open(database, migrations::applyToEmpty);
  }

  static Catalogue open(CatalogueLocation location, List<String> migrations)
      throws CatalogueException {
    Database database = location.database();
    return open(database, new Migrations(database, migrations)::apply);
  }

  private static Catalogue open(Database database, Preparation preparation)
      throws CatalogueException {
    Session session = Session.open(database);
    boolean ready = false;
    try {
      preparation.prepare(session);
      ready = true;
      return new Catalogue(session);
    } finally {
      if (!ready) {
        session.close();
      }
    }
  }

  /** Enters a run. Returns false, and changes nothing, if the catalogue has a run with its id. */
  public boolean add(Run run) throws CatalogueException {
    return session.write(connection -> new RunInserter(connection).insert(run));
  }

  /** Removes a run. Returns false if the catalogue does not have it. */
  public boolean remove(String runId) throws CatalogueException {
    return session.write(
        connection -> {
          try (PreparedStatement delete =
              connection.prepareStatement("DELETE FROM run WHERE run_id = ?")) {
            delete.setString(1, runId);
            return delete.executeUpdate() > 0;
          }
        });
  }

  public Optional<Run> run(String runId) throws CatalogueException {
    List<Run> found = new ArrayList<>();
    forEachRun(RunFilter.ALL.withRunId(runId), found::add);
    return found.stream().findFirst();
  }

  /** The ids with a prefix, sorted; at most {@code limit} of them. */
  public List<String> runIds(String prefix, int limit) throws CatalogueException {
    return session.read(
        connection -> {
          try (PreparedStatement select =
              connection.prepareStatement(
                  "SELECT run_id FROM run WHERE substr(run_id, 1, ?) = ? ORDER BY run_id LIMIT"
                      + " ?")) {
            Columns.set(select, prefix.length(), prefix, limit);
            List<String> ids = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
              while (row.next()) {
                ids.add(row.getString(1));
              }
            }
            return ids;
          }
        });
  }

  /**
   * Passes the runs to the consumer one by one, the oldest first. Memory does not grow with their
   * number. The consumer must not use the catalogue.
   */
  public void forEachRun(RunFilter filter, Consumer<? super Run> consumer)
      throws CatalogueException {
    session.read(
        connection -> {
          new RunReader(connection, filter).read(consumer);
          return null;
        });
  }

  /** The names of all applications that have runs, sorted. */
  public List<String> applications() throws CatalogueException {
    return session.read(
        connection -> {
          // The table "application" also has applications whose runs have all been removed.
          String sql = "SELECT DISTINCT application FROM run_summary";
          TreeSet<String> names = new TreeSet<>();
          try (Statement select = connection.createStatement();
              ResultSet row = select.executeQuery(sql)) {
            while (row.next()) {
              names.add(row.getString(1));
            }
          }
          return List.copyOf(names);
        });
  }

  /**
   * The median of a measure for each application, configuration, cluster and size of input; sorted
   * by application, cluster, size and median. Groups without a known value are left out.
   */
  public List<Typical> medians(RunFilter filter, Measure measure) throws CatalogueException {
    return session.read(connection -> new Statistics(connection, filter).medians(measure));
  }

  /**
   * The size of input, among those of the runs, that is nearest by ratio. 2 GB is as near to 1 GB
   * as to 4 GB; in such a case the smaller one is returned. Empty if no run's size is known.
   *
   * @param bytes 1 or more
   */
  public OptionalLong nearestInputBytes(RunFilter filter, long bytes) throws CatalogueException {
    if (bytes < 1) {
      throw new IllegalArgumentException("bytes=" + bytes + ": must be 1 or more");
    }
    return session.read(connection -> new Statistics(connection, filter).nearestInputBytes(bytes));
  }

  /**
   * The median throughput for each application, framework and kind of node; sorted by application,
   * the fastest first.
   */
  public List<Throughput> throughputs(RunFilter filter) throws CatalogueException {
    return session.read(connection -> new Statistics(connection, filter).throughputs());
  }

  @Override
  public void close() throws CatalogueException {
    session.close();
  }
}
