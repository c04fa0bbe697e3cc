// SPDX-License-Identifier: Apache-2.0
package org.athanor.report.page;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.Deflater;
import org.athanor.report.figure.TrialSeries;
import org.athanor.results.TrialResult;
import tools.jackson.databind.json.JsonMapper;

/**
 * Encodes series as text for the page: base64 of raw deflate of
 *
 * <pre>
 * 0        4          4+h
 * +--------+----------+---------------------------------------+
 * | h      | header   | one byte for each step of each series |   h big-endian, header JSON in UTF-8
 * +--------+----------+---------------------------------------+
 * </pre>
 *
 * <p>A byte b means b / 254 of the series' maximum, which is in the header; 255 means not
 * available. The rounding is at most half a pixel of a chart. The header has for each trial {@code
 * m}, a pair [metric, maximum] for each mean series, and {@code n}, for each node its name and
 * pairs [track, maximum]. The bytes are in the same order.
 */
final class SeriesCode {

  private static final int STEPS = 254;
  private static final byte MISSING = (byte) 255;
  private static final JsonMapper JSON = new JsonMapper();

  private final List<Map<String, Object>> trials = new ArrayList<>();
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  void add(TrialResult trial, Optional<TrialSeries> series) {
    Map<String, Object> header = new LinkedHashMap<>();
    header.put("r", trial.key().repetition());
    header.put("a", trial.attempt());
    header.put("w", trial.wallSeconds());
    header.put("o", trial.outcome().name().toLowerCase(Locale.ROOT));
    header.put("c", trial.counts());
    trial.disturbance().ifPresent(text -> header.put("d", text));
    header.put(
        "p",
        trial.phases().stream()
            .map(
                phase ->
                    List.of(
                        phase.name(),
                        Numbers.rounded(phase.startSeconds()),
                        Numbers.rounded(phase.endSeconds())))
            .toList());
    series.ifPresent(
        found -> {
          header.put("k", found.steps());
          List<Object> means = new ArrayList<>();
          found.mean().forEach((metric, values) -> means.add(List.of(metric.id(), encode(values))));
          header.put("m", means);
          List<Object> nodes = new ArrayList<>();
          found
              .nodes()
              .forEach(
                  (node, tracks) -> {
                    List<Object> parts = new ArrayList<>();
                    tracks.forEach(
                        (track, values) -> parts.add(List.of(track.id(), encode(values))));
                    nodes.add(List.of(node, parts));
                  });
          header.put("n", nodes);
        });
    trials.add(header);
  }

  String text() {
    byte[] header = JSON.writeValueAsString(trials).getBytes(StandardCharsets.UTF_8);
    byte[] body = bytes.toByteArray();
    ByteBuffer all = ByteBuffer.allocate(Integer.BYTES + header.length + body.length);
    all.putInt(header.length).put(header).put(body);
    return Base64.getEncoder().encodeToString(deflated(all.array()));
  }

  /** Appends the series and returns its maximum. */
  private double encode(double[] values) {
    double largest = Arrays.stream(values).filter(value -> !Double.isNaN(value)).max().orElse(0);
    double maximum = largest > 0 ? Numbers.rounded(largest) : 1;
    for (double value : values) {
      if (Double.isNaN(value)) {
        bytes.write(MISSING);
      } else {
        double share = Math.min(1, Math.max(0, value / maximum));
        bytes.write((byte) Math.round(share * STEPS));
      }
    }
    return maximum;
  }

  private static byte[] deflated(byte[] bytes) {
    Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
    try {
      deflater.setInput(bytes);
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
      byte[] buffer = new byte[1 << 14];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return out.toByteArray();
    } finally {
      deflater.end();
    }
  }
}
