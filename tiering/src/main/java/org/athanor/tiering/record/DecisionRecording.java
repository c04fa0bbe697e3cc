// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.FileDecision;
import org.athanor.storage.decision.Mark;
import org.athanor.storage.decision.Plan;
import org.athanor.storage.decision.RegionPlan;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.tier.Tier;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.FileEvents;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what a daemon learns and decides: lines of JSON, each an object whose member {@code is}
 * says what it is.
 *
 * <pre>
 * recording   version, predictor, periodMillis, maxFiles                       the first line
 * created     path, millis, blocks
 * accessed    path, millis
 * deleted     path
 * renamed     path, to
 * period      millis                                                            a period ends
 * candidate   path, id, bytes, blocks, blockBytes, replicas, modifiedMillis, tier, pinned, popularity
 * copies      home, cache, capacityBytes, bonus, load, evict                    about the candidates before it
 * replicas    primary, secondary, minimum, usual, maximum, demoteBelow, promoteFrom, bonus, budgetBytes,
 *             lazyDeletion, changes (number of each file whose number changes)  likewise
 * </pre>
 *
 * <p>{@code created} is there if the file was not known, or with another number of blocks.
 *
 * <p>Lines are buffered; {@link #flush} says whether they could be written. Nothing more is written
 * when the disk has little room left, see {@link DiskRoom}. For one thread.
 */
public final class DecisionRecording implements FileEvents, Decisions.Observer, Closeable {
  static final int VERSION = 1;
  private static final JsonMapper JSON = new JsonMapper();

  /** The room is looked at after so many characters, and with each flush. */
  private static final long LOOK_EACH = 16 << 20;

  private final Path file;
  private final Writer out;
  private final DiskRoom room;

  /** Characters since the room was looked at. */
  private long written;

  /** The first failure; null if there was none. */
  private IOException failure;

  private DecisionRecording(Path file, Writer out, DiskRoom room) {
    this.file = file;
    this.out = out;
    this.room = room;
  }

  /**
   * Begins a recording, which only its owner may read.
   *
   * @throws IOException if the file exists already, cannot be written, or there is little room
   */
  public static DecisionRecording create(Path file, RecordedSettings settings) throws IOException {
    return create(file, settings, DiskRoom.of(file.toAbsolutePath().getParent()));
  }

  static DecisionRecording create(Path file, RecordedSettings settings, DiskRoom room)
      throws IOException {
    room.check();
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    DecisionRecording recording =
        new DecisionRecording(
            file,
            new BufferedWriter(new OutputStreamWriter(Channels.newOutputStream(channel), UTF_8)),
            room);
    Map<String, Object> line = line("recording");
    line.put("version", VERSION);
    line.put("predictor", settings.predictor().id());
    line.put("periodMillis", settings.period().toMillis());
    line.put("maxFiles", settings.maxFiles());
    recording.write(line);
    recording.flush();
    return recording;
  }

  private static Map<String, Object> line(String what) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("is", what);
    return line;
  }

  private void write(Map<String, Object> line) {
    if (failure != null) {
      return;
    }
    try {
      String text = JSON.writeValueAsString(line);
      written += text.length();
      if (written > LOOK_EACH) {
        room.check();
        written = 0;
      }
      out.write(text);
      out.write('\n');
    } catch (IOException e) {
      failure = e;
    }
  }

  @Override
  public void created(String path, long timeMillis, int blocks) {
    Map<String, Object> line = line("created");
    line.put("path", path);
    line.put("millis", timeMillis);
    line.put("blocks", blocks);
    write(line);
  }

  @Override
  public void accessed(AccessEvent event) {
    Map<String, Object> line = line("accessed");
    line.put("path", event.path());
    line.put("millis", event.timeMillis());
    write(line);
  }

  @Override
  public void deleted(String path) {
    Map<String, Object> line = line("deleted");
    line.put("path", path);
    write(line);
  }

  @Override
  public void renamed(String from, String to) {
    Map<String, Object> line = line("renamed");
    line.put("path", from);
    line.put("to", to);
    write(line);
  }

  @Override
  public void endOfPeriod(long endMillis) {
    Map<String, Object> line = line("period");
    line.put("millis", endMillis);
    write(line);
  }

  private void write(List<Candidate> candidates) {
    for (Candidate candidate : candidates) {
      Map<String, Object> line = line("candidate");
      line.put("path", candidate.file().path());
      line.put("id", candidate.file().id());
      line.put("bytes", candidate.file().bytes());
      line.put("blocks", candidate.file().blocks());
      line.put("blockBytes", candidate.file().blockBytes());
      line.put("replicas", candidate.file().replication());
      line.put("modifiedMillis", candidate.file().modified().toEpochMilli());
      line.put("tier", candidate.tier().name());
      line.put("pinned", candidate.is(Mark.PINNED));
      line.put("popularity", candidate.popularity());
      write(line);
    }
  }

  @Override
  public void copies(Decisions.SsdCopies region, List<Candidate> candidates, RegionPlan plan) {
    write(candidates);
    Map<String, Object> line = line("copies");
    line.put("home", tier(region.home()));
    line.put("cache", tier(region.cache()));
    line.put("capacityBytes", region.capacityBytes());
    line.put("bonus", region.bonus().factor());
    line.put("load", paths(plan.load()));
    line.put("evict", paths(plan.evict()));
    write(line);
  }

  @Override
  public void replicas(AptRules rules, List<Candidate> candidates, Plan plan) {
    write(candidates);
    Map<String, Object> line = line("replicas");
    line.put("primary", tier(rules.primary()));
    line.put("secondary", tier(rules.secondary()));
    line.put("minimum", rules.replication().minimum());
    line.put("usual", rules.replication().usual());
    line.put("maximum", rules.replication().maximum());
    line.put("demoteBelow", rules.bounds().demoteBelow());
    line.put("promoteFrom", rules.bounds().promoteFrom());
    line.put("bonus", rules.bounds().bonus().factor());
    line.put("budgetBytes", rules.budgetBytes());
    line.put("lazyDeletion", rules.lazyDeletion());
    Map<String, Integer> changes = new LinkedHashMap<>();
    for (FileDecision decision : plan.decisions()) {
      if (decision.changes()) {
        changes.put(decision.candidate().file().path(), decision.replicas());
      }
    }
    line.put("changes", changes);
    write(line);
  }

  private static List<String> paths(List<Candidate> candidates) {
    return candidates.stream().map(candidate -> candidate.file().path()).toList();
  }

  private static Map<String, Object> tier(Tier tier) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("name", tier.name());
    model.put("devices", tier.devices().stream().map(Enum::name).toList());
    model.put("nodeLabel", tier.nodeLabel());
    model.put("readBytesPerSecond", tier.readBytesPerSecond());
    model.put("writeBytesPerSecond", tier.writeBytesPerSecond());
    model.put("iops", tier.iops());
    model.put("durable", tier.durable());
    return model;
  }

  /**
   * Writes what is buffered.
   *
   * @throws IOException if that, or a line before, could not be written; the file is closed then
   */
  public void flush() throws IOException {
    try {
      if (failure != null) {
        throw failure;
      }
      room.check();
      out.flush();
    } catch (IOException e) {
      try {
        out.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw new IOException(file + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
