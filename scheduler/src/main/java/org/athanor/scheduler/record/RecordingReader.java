// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.policy.Access;
import org.athanor.scheduler.policy.View;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads what {@link DecisionRecording} wrote. */
public final class RecordingReader {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Takes what was recorded, in its order. */
  public interface Listener {
    /** The recording begins; called first, and once. */
    void begins(RecordedPolicy policy);

    /** From now on this is known. */
    void electricity(Electricity known);

    /**
     * The policy was asked.
     *
     * @param line of the file, from 1
     */
    void asked(long line, View view, Instant now, long seed, List<RecordedDecision> decided);

    /** The recording had no room for more than so many bytes. */
    void full(long bytes);

    /** The last line has no end, as a process leaves it that was killed, and is left out. */
    void cut(long line);
  }

  private final Listener listener;
  private boolean begun;
  private boolean full;

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
    boolean whole = endsWithLine(file);
    // A letter that was cut is read as another one.
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(Files.newInputStream(file), UTF_8))) {
      String line = lines.readLine();
      while (line != null) {
        number++;
        String next = lines.readLine();
        if (next == null && !whole && reader.begun) {
          listener.cut(number);
        } else {
          reader.take(line, number);
        }
        line = next;
      }
      if (number == 0) {
        throw new IllegalArgumentException("is empty: must begin with a line 'recording'");
      }
    } catch (IllegalArgumentException | JacksonException | DateTimeException e) {
      String why = e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
      throw new RecordingFormatException(
          file + ":" + Math.max(1, number) + ": " + why.replaceAll("\\p{Cntrl}", " "), e);
    }
  }

  private static boolean endsWithLine(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      if (channel.size() == 0) {
        return true;
      }
      ByteBuffer last = ByteBuffer.allocate(1);
      channel.position(channel.size() - 1).read(last);
      return last.get(0) == '\n';
    }
  }

  private void take(String line, long number) {
    JsonNode node = JSON.readTree(line);
    String what = RecordedView.text(node, "is");
    if (begun == what.equals("recording")) {
      throw new IllegalArgumentException(
          begun ? "begins again: must begin once" : "must begin with a line 'recording'");
    }
    if (full) {
      throw new IllegalArgumentException("goes on after the line 'full', which must be the last");
    }
    switch (what) {
      case "recording" -> begin(node);
      case "electricity" -> listener.electricity(RecordedElectricity.of(node));
      case "decision" ->
          listener.asked(
              number,
              RecordedView.of(node),
              RecordedView.time(node.required("at")),
              node.required("seed").longValue(),
              RecordedView.list(node.required("decided"), RecordingReader::decision));
      case "full" -> {
        full = true;
        listener.full(node.required("bytes").longValue());
      }
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
    JsonNode bound = node.get("carbonBound");
    begun = true;
    listener.begins(
        new RecordedPolicy(
            RecordedView.text(node, "policy"),
            bound == null ? OptionalDouble.empty() : OptionalDouble.of(bound.doubleValue())));
  }

  private static RecordedDecision decision(JsonNode node) {
    return new RecordedDecision(
        RecordedView.text(node, "job"),
        constant(RecordedDecision.Action.class, node, "action"),
        Optional.ofNullable(node.get("cluster")).map(RecordedView::string),
        node.has("access") ? Optional.of(constant(Access.class, node, "access")) : Optional.empty(),
        Optional.ofNullable(node.get("until")).map(RecordedView::time),
        RecordedView.text(node, "reason"));
  }

  /** A constant of an enumeration by its name. */
  static <E extends Enum<E>> E constant(Class<E> type, JsonNode node, String key) {
    String name = RecordedView.text(node, key);
    for (E each : type.getEnumConstants()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        key + "=" + name + ": must be one of " + List.of(type.getEnumConstants()));
  }
}
