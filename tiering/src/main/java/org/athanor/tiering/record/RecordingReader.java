// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.athanor.storage.decision.AptRules;
import org.athanor.storage.decision.Bonus;
import org.athanor.storage.decision.Candidate;
import org.athanor.storage.decision.Mark;
import org.athanor.storage.decision.Replication;
import org.athanor.storage.popularity.AccessEvent;
import org.athanor.storage.popularity.PredictorKind;
import org.athanor.storage.tier.DeviceType;
import org.athanor.storage.tier.Tier;
import org.athanor.storage.view.FileFacts;
import org.athanor.tiering.plan.Decisions;
import org.athanor.tiering.plan.FileEvents;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads what {@link DecisionRecording} wrote. A last line without its end, as a daemon that was
 * killed leaves it, is left out.
 */
public final class RecordingReader {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Takes what was recorded, in its order. */
  public interface Listener extends FileEvents {
    /** The recording begins; called first, and once. */
    void begins(RecordedSettings settings);

    /**
     * Copies on SSD were decided about.
     *
     * @param candidates with the popularity that was predicted
     * @param load paths of the files that got a copy
     * @param evict paths of those that lost it
     */
    void copies(
        Decisions.SsdCopies region,
        List<Candidate> candidates,
        Set<String> load,
        Set<String> evict);

    /**
     * Numbers of replicas were decided about.
     *
     * @param candidates with the popularity that was predicted
     * @param changes the new number of each file whose number changed, by path
     */
    void replicas(AptRules rules, List<Candidate> candidates, Map<String, Integer> changes);
  }

  /** A candidate before its tier is known. */
  private record Draft(FileFacts file, String tier, double popularity, Set<Mark> marks) {
    Candidate on(Map<String, Tier> tiers) {
      Tier found = tiers.get(tier);
      if (found == null) {
        throw new IllegalArgumentException(
            "candidate " + file.path() + " is on tier " + tier + ": must be one of the decision's");
      }
      return new Candidate(file, found, popularity, marks);
    }
  }

  private final Listener listener;
  private final List<Draft> candidates = new ArrayList<>();
  private boolean begun;

  private RecordingReader(Listener listener) {
    this.listener = listener;
  }

  /**
   * Reads a recording.
   *
   * @throws RecordingFormatException if it is none; what comes before the wrong line was told
   */
  public static void read(Path file, Listener listener) throws IOException {
    RecordingReader reader = new RecordingReader(listener);
    long number = 0;
    // A letter that was cut is read as another one.
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        number++;
        String next = lines.readLine();
        reader.take(line, next == null);
        line = next;
      }
      if (number == 0) {
        throw new IllegalArgumentException("is empty: must begin with a line 'recording'");
      }
    } catch (IllegalArgumentException | JacksonException e) {
      String why = e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
      throw new RecordingFormatException(file + ":" + Math.max(1, number) + ": " + why, e);
    }
  }

  private void take(String line, boolean isLast) {
    JsonNode node;
    try {
      node = JSON.readTree(line);
    } catch (JacksonException e) {
      if (isLast && begun) {
        return;
      }
      throw e;
    }
    String what = node.required("is").stringValue();
    if (begun == what.equals("recording")) {
      throw new IllegalArgumentException(
          begun ? "begins again: must begin once" : "must begin with a line 'recording'");
    }
    switch (what) {
      case "recording" -> begin(node);
      case "created" ->
          listener.created(path(node), millis(node), node.required("blocks").intValue());
      case "accessed" -> listener.accessed(new AccessEvent(path(node), millis(node), ""));
      case "deleted" -> listener.deleted(path(node));
      case "renamed" -> listener.renamed(path(node), node.required("to").stringValue());
      case "period" -> listener.endOfPeriod(millis(node));
      case "candidate" -> candidates.add(candidate(node));
      case "copies" -> copies(node);
      case "replicas" -> replicas(node);
      default ->
          throw new IllegalArgumentException(
              "is=" + what + ": is of another version; must be recorded by this one");
    }
  }

  private void begin(JsonNode node) {
    int version = node.required("version").intValue();
    if (version != DecisionRecording.VERSION) {
      throw new IllegalArgumentException(
          "version=" + version + ": must be " + DecisionRecording.VERSION);
    }
    String id = node.required("predictor").stringValue();
    PredictorKind kind =
        List.of(PredictorKind.values()).stream()
            .filter(one -> one.id().equals(id))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("predictor=" + id + ": is not known here"));
    long period = node.required("periodMillis").longValue();
    int maxFiles = node.required("maxFiles").intValue();
    if (period < 1 || maxFiles < 1) {
      throw new IllegalArgumentException("periodMillis and maxFiles: must be 1 or more");
    }
    begun = true;
    listener.begins(new RecordedSettings(kind, Duration.ofMillis(period), maxFiles));
  }

  private static String path(JsonNode node) {
    return node.required("path").stringValue();
  }

  private static long millis(JsonNode node) {
    return node.required("millis").longValue();
  }

  private static Draft candidate(JsonNode node) {
    FileFacts file =
        new FileFacts(
            path(node),
            node.required("id").longValue(),
            node.required("bytes").longValue(),
            node.required("blocks").intValue(),
            node.required("blockBytes").longValue(),
            node.required("replicas").intValue(),
            Instant.ofEpochMilli(node.required("modifiedMillis").longValue()));
    Set<Mark> marks = node.required("pinned").booleanValue() ? Set.of(Mark.PINNED) : Set.<Mark>of();
    return new Draft(
        file,
        node.required("tier").stringValue(),
        node.required("popularity").doubleValue(),
        marks);
  }

  private List<Candidate> takeCandidates(Tier... tiers) {
    Map<String, Tier> byName = new HashMap<>();
    for (Tier tier : tiers) {
      byName.put(tier.name(), tier);
    }
    List<Candidate> all = candidates.stream().map(draft -> draft.on(byName)).toList();
    candidates.clear();
    return all;
  }

  private void copies(JsonNode node) {
    Decisions.SsdCopies region =
        new Decisions.SsdCopies(
            tier(node.required("home")),
            tier(node.required("cache")),
            node.required("capacityBytes").longValue(),
            new Bonus(node.required("bonus").doubleValue()));
    listener.copies(
        region,
        takeCandidates(region.home(), region.cache()),
        paths(node.required("load")),
        paths(node.required("evict")));
  }

  private void replicas(JsonNode node) {
    AptRules rules =
        new AptRules(
            tier(node.required("primary")),
            tier(node.required("secondary")),
            new Replication(
                node.required("minimum").intValue(),
                node.required("usual").intValue(),
                node.required("maximum").intValue()),
            new AptRules.Bounds(
                node.required("demoteBelow").doubleValue(),
                node.required("promoteFrom").doubleValue(),
                new Bonus(node.required("bonus").doubleValue())),
            node.required("budgetBytes").longValue(),
            node.required("lazyDeletion").booleanValue());
    Map<String, Integer> changes = new LinkedHashMap<>();
    node.required("changes")
        .properties()
        .forEach(entry -> changes.put(entry.getKey(), entry.getValue().intValue()));
    listener.replicas(rules, takeCandidates(rules.primary(), rules.secondary()), changes);
  }

  private static Set<String> paths(JsonNode list) {
    Set<String> paths = new LinkedHashSet<>();
    list.forEach(one -> paths.add(one.stringValue()));
    return paths;
  }

  private static Tier tier(JsonNode node) {
    EnumSet<DeviceType> devices = EnumSet.noneOf(DeviceType.class);
    node.required("devices").forEach(one -> devices.add(DeviceType.valueOf(one.stringValue())));
    return new Tier(
        node.required("name").stringValue(),
        devices,
        node.required("nodeLabel").stringValue(),
        node.required("readBytesPerSecond").doubleValue(),
        node.required("writeBytesPerSecond").doubleValue(),
        node.required("iops").doubleValue(),
        node.required("durable").booleanValue());
  }
}
