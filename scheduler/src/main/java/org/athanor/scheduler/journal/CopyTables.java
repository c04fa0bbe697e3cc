// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.util.List;

/**
 * Copies of inputs in the journal's file: which files have more replicas for them, and how long
 * copies took. Not thread-safe.
 */
public final class CopyTables {
  static final List<String> SCHEMA =
      List.of(
          "CREATE TABLE IF NOT EXISTS raised (path TEXT PRIMARY KEY, input TEXT NOT NULL, cluster"
              + " TEXT NOT NULL, replicas INTEGER NOT NULL, raised INTEGER NOT NULL) WITHOUT ROWID",
          "CREATE TABLE IF NOT EXISTS copied (sequence INTEGER PRIMARY KEY, region TEXT NOT NULL,"
              + " bytes REAL NOT NULL, seconds REAL NOT NULL)");

  private final Journal journal;

  CopyTables(Journal journal) {
    this.journal = journal;
  }

  /** Stores that a file gets more replicas, or has got them. */
  public void raise(RaisedFile file) throws IOException {
    journal.transaction(
        () ->
            journal.update(
                "INSERT OR REPLACE INTO raised VALUES (?, ?, ?, ?, ?)",
                file.path(),
                file.input(),
                file.cluster(),
                file.replicas(),
                file.raised()));
  }

  /** Stores that a file has its replicas back. */
  public void lowered(String path) throws IOException {
    journal.transaction(() -> journal.update("DELETE FROM raised WHERE path = ?", path));
  }

  /** Files with more replicas. */
  public List<RaisedFile> raised() throws IOException {
    return journal.rows(
        "SELECT * FROM raised ORDER BY path",
        row ->
            new RaisedFile(
                row.getString("path"),
                row.getString("input"),
                row.getString("cluster"),
                row.getInt("replicas"),
                row.getInt("raised")));
  }

  /** Stores how long a copy took. */
  public void copied(MeasuredCopy copy) throws IOException {
    journal.transaction(
        () ->
            journal.update(
                "INSERT INTO copied (region, bytes, seconds) VALUES (?, ?, ?)",
                copy.region(),
                copy.bytes(),
                copy.seconds()));
  }

  /** The newest copies, the oldest of them first. */
  public List<MeasuredCopy> newest(int most) throws IOException {
    return journal.rows(
        "SELECT * FROM (SELECT * FROM copied ORDER BY sequence DESC LIMIT ?) ORDER BY sequence",
        row ->
            new MeasuredCopy(
                row.getString("region"), row.getDouble("bytes"), row.getDouble("seconds")),
        most);
  }
}
