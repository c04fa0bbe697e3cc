// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.athanor.storage.decision.StorageConfiguration;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Requests and answers as JSON in UTF-8. A request is somebody else's text: nothing in it is
 * believed before it was checked.
 */
final class RequestJson {
  private static final int FORMAT = 1;
  private static final int SHOWN = 60;
  private static final double MOST_SECONDS = 1e9;

  /** Any sum of files and intermediate data stays below 2^63. */
  private static final long MOST_INTERMEDIATE = Long.MAX_VALUE / 4;

  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private RequestJson() {}

  static byte[] of(JobRequest request) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("format", FORMAT);
    model.put("application", request.application());
    model.put("job", request.job());
    Map<String, Object> seconds = new LinkedHashMap<>();
    request.seconds().forEach((configuration, value) -> seconds.put(configuration.id(), value));
    model.put("seconds", seconds);
    request.intermediateBytes().ifPresent(bytes -> model.put("intermediateBytes", bytes));
    List<Map<String, Object>> files = new ArrayList<>();
    for (JobRequest.InputFile file : request.files()) {
      Map<String, Object> one = new LinkedHashMap<>();
      one.put("path", file.path());
      one.put("id", file.id());
      one.put("bytes", file.bytes());
      one.put("modified", file.modifiedMillis());
      files.add(one);
    }
    model.put("files", files);
    return JSON.writeValueAsBytes(model);
  }

  /**
   * Reads a request.
   *
   * @throws RequestException if it is none, naming what is wrong
   */
  static JobRequest request(byte[] bytes) throws RequestException {
    JsonNode root = tree(bytes, "the request");
    Map<StorageConfiguration, Double> seconds = new EnumMap<>(StorageConfiguration.class);
    for (Map.Entry<String, JsonNode> entry : root.path("seconds").properties()) {
      StorageConfiguration configuration = configuration(entry.getKey());
      double value = decimal(entry.getValue());
      if (!(value > 0 && value <= MOST_SECONDS)) {
        throw new RequestException(
            "seconds." + configuration + ": must be a number above 0 and up to 1e9");
      }
      seconds.put(configuration, value);
    }
    if (seconds.isEmpty()) {
      throw new RequestException("seconds: must name at least one of config-1 to config-4");
    }
    OptionalLong intermediate =
        root.has("intermediateBytes")
            ? OptionalLong.of(number(root, "intermediateBytes", MOST_INTERMEDIATE))
            : OptionalLong.empty();
    JsonNode list = root.path("files");
    if (!list.isArray() || list.isEmpty() || list.size() > JobRequest.MOST_FILES) {
      throw new RequestException("files: must be a list of 1 to " + JobRequest.MOST_FILES);
    }
    List<JobRequest.InputFile> files = new ArrayList<>();
    for (JsonNode file : list) {
      files.add(
          new JobRequest.InputFile(
              path(file),
              number(file, "id", Long.MAX_VALUE),
              number(file, "bytes", Long.MAX_VALUE),
              number(file, "modified", Long.MAX_VALUE)));
    }
    return new JobRequest(
        name(root, "application"), name(root, "job"), seconds, intermediate, files);
  }

  private static JsonNode tree(byte[] bytes, String what) throws RequestException {
    JsonNode root;
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      root = JSON.readTree(text);
    } catch (CharacterCodingException | JacksonException e) {
      throw new RequestException(what + " is no JSON in UTF-8");
    }
    if (!root.isObject() || number(root, "format", Long.MAX_VALUE) != FORMAT) {
      throw new RequestException("format: must be " + FORMAT);
    }
    return root;
  }

  private static StorageConfiguration configuration(String id) throws RequestException {
    return StorageConfiguration.of(id)
        .orElseThrow(
            () ->
                new RequestException(
                    "configuration " + shown(id) + ": must be config-1 to config-4"));
  }

  /** NaN if it is no number of a usual size: Jackson has numbers that are none of Java's. */
  private static double decimal(JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.canConvertToLong() ? value.asLong() : Double.NaN;
    }
    return value.isNumber() && value.toString().length() <= SHOWN ? value.asDouble() : Double.NaN;
  }

  private static long number(JsonNode node, String member, long most) throws RequestException {
    JsonNode value = node.path(member);
    if (!value.isIntegralNumber()
        || !value.canConvertToLong()
        || value.asLong() < 0
        || value.asLong() > most) {
      throw new RequestException(member + ": must be a whole number from 0 to " + most);
    }
    return value.asLong();
  }

  private static String name(JsonNode node, String member) throws RequestException {
    String value = node.path(member).isString() ? node.path(member).asString() : "";
    if (value.isEmpty()
        || value.length() > JobRequest.MOST_NAME
        || value.chars().anyMatch(Character::isISOControl)) {
      throw new RequestException(
          member
              + ": must be a text of 1 to "
              + JobRequest.MOST_NAME
              + " characters without control characters");
    }
    return value;
  }

  private static String path(JsonNode file) throws RequestException {
    String value = file.path("path").isString() ? file.path("path").asString() : "";
    // Without these parts, a path names a file by its own name only.
    if (!value.startsWith("/")
        || value.endsWith("/")
        || value.contains("//")
        || (value + "/").contains("/./")
        || (value + "/").contains("/../")
        || (value + "/").contains("/.snapshot/")
        || value.equals("/.reserved")
        || value.startsWith("/.reserved/")
        || value.length() > JobRequest.MOST_PATH
        || value.chars().anyMatch(Character::isISOControl)
        || !DFSUtilClient.isValidName(value)) {
      throw new RequestException("path " + shown(value) + ": must be the absolute path of a file");
    }
    return value;
  }

  /** A text of somebody else in a line of ours. */
  static String shown(String text) {
    return shown(text, SHOWN);
  }

  /** Likewise, in {@code most} characters. */
  static String shown(String text, int most) {
    String safe = text.length() <= most ? text : text.substring(0, most) + "...";
    return safe.replaceAll("[\\p{Cntrl}\\p{Zl}\\p{Zp}]", "?");
  }

  static byte[] of(Answer answer) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("format", FORMAT);
    model.put("state", answer.state().name());
    model.put("configuration", answer.configuration().id());
    model.put("reason", answer.reason());
    model.put("prefetchedFiles", answer.prefetchedFiles());
    model.put("prefetchedBytes", answer.prefetchedBytes());
    model.put("reservedBytes", answer.reservedBytes());
    model.put("notes", answer.notes());
    return JSON.writeValueAsBytes(model);
  }

  /**
   * Reads an answer.
   *
   * @throws RequestException if it is none
   */
  static Answer answer(byte[] bytes) throws RequestException {
    JsonNode root = tree(bytes, "the answer");
    List<String> notes = new ArrayList<>();
    root.path("notes").forEach(note -> notes.add(note.asString("")));
    Answer.State state;
    try {
      state = Answer.State.valueOf(root.path("state").asString(""));
    } catch (IllegalArgumentException e) {
      throw new RequestException("the answer has no state that is known here");
    }
    return new Answer(
        state,
        configuration(root.path("configuration").asString("")),
        root.path("reason").asString(""),
        (int) number(root, "prefetchedFiles", Integer.MAX_VALUE),
        number(root, "prefetchedBytes", Long.MAX_VALUE),
        number(root, "reservedBytes", Long.MAX_VALUE),
        notes);
  }
}
