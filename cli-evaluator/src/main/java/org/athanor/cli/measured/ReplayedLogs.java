// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.measured;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.athanor.cli.measured.LoggedAccesses.Operation;
import org.athanor.cluster.Reason;
import org.athanor.simulator.access.AccessLog;
import org.athanor.simulator.access.AccessLog.Entry;
import org.athanor.simulator.access.AccessLogException;
import org.athanor.simulator.access.AccessLogs;
import org.athanor.simulator.hdfs.FileSpec;
import org.athanor.tiering.audit.AuditEvent;
import org.athanor.tiering.audit.AuditReader;
import org.athanor.tiering.image.FileRecord;
import org.athanor.tiering.plan.Namespace;

/**
 * Audit logs of a NameNode, with the sizes of files from its namespace. The namespace may have been
 * written before the log or after it: a file has the size of its last path, or else of its first
 * one. Each pair of files is read once.
 */
public final class ReplayedLogs implements AccessLogs {
  /** Blocks of which a client asks for the places at once (dfs.client.read.prefetch.size). */
  private static final int BLOCKS_OF_AN_OPEN = 10;

  /** HDFS's own defaults, for files that the namespace does not have. */
  private static final long STOCK_BLOCK = 128L << 20;

  private static final int STOCK_REPLICATION = 3;

  private record Request(Path audit, Path namespace, OptionalLong otherBytes) {}

  private final Map<Request, AccessLog> known = new HashMap<>();

  @Override
  public AccessLog read(Path audit, Path namespace, OptionalLong otherBytes)
      throws AccessLogException {
    Request request = new Request(audit, namespace, otherBytes);
    AccessLog log = known.get(request);
    if (log == null) {
      List<Operation> operations = operations(audit);
      log = log(request, operations, sizes(namespace, operations));
      known.put(request, log);
    }
    return log;
  }

  private static List<Operation> operations(Path audit) throws AccessLogException {
    LoggedAccesses accesses = new LoggedAccesses();
    List<Long> malformed = new ArrayList<>();
    AuditReader.Lines lines =
        new AuditReader.Lines() {
          @Override
          public void event(long line, AuditEvent event) {
            accesses.add(line, event);
          }

          @Override
          public void malformed(long line) {
            malformed.add(line);
          }
        };
    try (InputStream raw = Files.newInputStream(audit);
        InputStream in = audit.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw) {
      // Only differences of times count.
      AuditReader.read(in, ZoneOffset.UTC, lines);
    } catch (IOException unreadable) {
      throw new AccessLogException(audit + ": " + Reason.of(unreadable), unreadable);
    }
    if (!malformed.isEmpty()) {
      throw new AccessLogException(
          audit
              + ", line "
              + malformed.get(0)
              + ": is not a whole line of an audit log; must be one, or removed"
              + (malformed.size() == 1 ? "" : " (" + malformed.size() + " such lines)"));
    }
    return accesses.operations();
  }

  private static Map<String, FileRecord> sizes(Path namespace, List<Operation> operations)
      throws AccessLogException {
    Set<String> wanted = new HashSet<>();
    for (Operation operation : operations) {
      wanted.add(operation.file().path());
      wanted.add(operation.file().firstPath());
    }
    Map<String, FileRecord> found = new HashMap<>();
    try {
      Namespace.visit(
          namespace,
          ZoneOffset.UTC,
          file -> {
            if (wanted.contains(file.path())) {
              found.put(file.path(), file);
            }
          });
    } catch (IOException unreadable) {
      throw new AccessLogException(Reason.withFile(unreadable), unreadable);
    }
    return found;
  }

  private static AccessLog log(
      Request request, List<Operation> operations, Map<String, FileRecord> sizes)
      throws AccessLogException {
    Map<LoggedFile, FileSpec> files = new HashMap<>();
    List<FileSpec> atBeginning = new ArrayList<>();
    List<Entry> entries = new ArrayList<>();
    OpensOfReads opens = new OpensOfReads();
    for (Operation operation : operations) {
      LoggedFile file = operation.file();
      FileSpec spec = files.get(file);
      if (spec == null) {
        spec = spec(request, operation, sizes);
        files.put(file, spec);
        if (!file.isCreated()) {
          atBeginning.add(spec);
        }
      }
      if (operation.creates() || opens.beginsRead(operation, spec)) {
        double seconds = (operation.millis() - operations.get(0).millis()) / 1e3;
        entries.add(new Entry(seconds, operation.client(), operation.creates(), spec));
      }
    }
    return new AccessLog(atBeginning, entries);
  }

  private static FileSpec spec(Request request, Operation operation, Map<String, FileRecord> sizes)
      throws AccessLogException {
    LoggedFile file = operation.file();
    FileRecord record = sizes.getOrDefault(file.path(), sizes.get(file.firstPath()));
    if (record != null) {
      return new FileSpec(file.name(), record.bytes(), record.blockBytes(), record.replication());
    }
    if (request.otherBytes().isEmpty()) {
      throw new AccessLogException(
          request.audit()
              + ", line "
              + operation.line()
              + ": "
              + file.firstPath()
              + " is not in "
              + request.namespace()
              + "; must be, or set size of unknown files");
    }
    return new FileSpec(
        file.name(), request.otherBytes().getAsLong(), STOCK_BLOCK, STOCK_REPLICATION);
  }

  /** Tells reads from the later opens of the same read, for the places of a file's next blocks. */
  private static final class OpensOfReads {
    private record Reader(String client, LoggedFile file) {}

    private final Map<Reader, Long> opens = new HashMap<>();

    boolean beginsRead(Operation open, FileSpec file) {
      long blocks = (file.bytes() + file.blockBytes() - 1) / file.blockBytes();
      long each = Math.max(1, (blocks + BLOCKS_OF_AN_OPEN - 1) / BLOCKS_OF_AN_OPEN);
      Reader reader = new Reader(open.client(), open.file());
      return (opens.merge(reader, 1L, Long::sum) - 1) % each == 0;
    }
  }
}
