// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.ModelHdfs;
import org.junit.jupiter.api.Test;

class RequestJsonTest {
  private static final JobRequest REQUEST =
      new JobRequest(
          "sort",
          "sort of alice",
          Map.of(StorageConfiguration.CONFIG_1, 2.5, StorageConfiguration.CONFIG_4, 1.0),
          OptionalLong.of(7),
          List.of(new JobRequest.InputFile("/in/ä \"x\"", 5, 6, 7)));

  private static String text() {
    return new String(RequestJson.of(REQUEST), UTF_8);
  }

  private static void refused(String from, String to, String why) {
    String text = text();
    assertThat(text).contains(from);
    assertThatThrownBy(() -> RequestJson.request(text.replace(from, to).getBytes(UTF_8)))
        .as(to)
        .isInstanceOf(RequestException.class)
        .hasMessage(why);
  }

  @Test
  void isReadAsItWasWritten() throws Exception {
    assertThat(RequestJson.request(RequestJson.of(REQUEST))).isEqualTo(REQUEST);
    Answer answer =
        new Answer(
            Answer.State.GRANTED, StorageConfiguration.CONFIG_3, "why", 1, 2, 3, List.of("a", "b"));
    assertThat(RequestJson.answer(RequestJson.of(answer))).isEqualTo(answer);
  }

  @Test
  void saysWhatIsWrong() {
    refused("{\"format\":1", "[{\"format\":1", "the request is no JSON in UTF-8");
    refused("\"format\":1", "\"format\":2", "format: must be 1");
    refused("config-4", "config-5", "configuration config-5: must be config-1 to config-4");
    for (String value :
        List.of("0", "-1", "1e300", "\"1\"", "null", "2e9", "1e400", "9".repeat(400))) {
      refused(
          "\"config-4\":1.0",
          "\"config-4\":" + value,
          "seconds.config-4: must be a number above 0 and up to 1e9");
    }
    for (String value : List.of("-1", "1.5", "\"1\"", "99999999999999999999")) {
      refused(
          "\"bytes\":6",
          "\"bytes\":" + value,
          "bytes: must be a whole number from 0 to 9223372036854775807");
    }
    refused(
        "\"intermediateBytes\":7",
        "\"intermediateBytes\":9223372036854775807",
        "intermediateBytes: must be a whole number from 0 to 2305843009213693951");
    for (String path :
        List.of(
            "in",
            "/",
            "/a//b",
            "/a/../b",
            "/.reserved/raw/a",
            "/.reserved",
            "/a\\nb",
            "/a:b",
            "/" + "a".repeat(8000))) {
      assertThatThrownBy(
              () -> RequestJson.request(text().replace("/in/ä \\\"x\\\"", path).getBytes(UTF_8)))
          .as(path)
          .isInstanceOf(RequestException.class)
          .hasMessageEndingWith(": must be the absolute path of a file");
    }
    refused(
        "\"application\":\"sort\"",
        "\"application\":\"" + "s".repeat(201) + "\"",
        "application: must be a text of 1 to 200 characters without control characters");
    refused("\"files\":[", "\"files\":[],\"more\":[", "files: must be a list of 1 to 10000");
  }

  /** Whatever the bytes are, the request is read or refused. */
  @Test
  void nothingElseIsThrown() {
    Random random = Seeds.of("requests");
    byte[] good = RequestJson.of(REQUEST);
    for (int i = 0; i < 5000; i++) {
      byte[] bad = Arrays.copyOf(good, random.nextInt(good.length + 1));
      for (int change = random.nextInt(4); change > 0 && bad.length > 0; change--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      try {
        assertThat(RequestJson.request(bad).files()).isNotEmpty();
      } catch (RequestException e) {
        assertThat(e.getMessage()).as("seed %d, request %d", Seeds.seed(), i).isNotBlank();
      }
    }
  }

  private static String any(Random random, List<String> values) {
    return values.get(random.nextInt(values.size()));
  }

  /**
   * Requests that are well-formed, but have any numbers and paths, are admitted or refused. The
   * model takes the paths that HDFS's client takes.
   */
  @Test
  void nothingElseIsThrownForAnyNumbersAndPaths() throws Exception {
    Random random = Seeds.of("hostile requests");
    List<String> numbers =
        List.of(
            "1",
            "5",
            "6",
            "7",
            "-1",
            "1.0",
            "1e5",
            "1e400",
            "-1e999999999",
            "9".repeat(400),
            "9223372036854775807",
            "9223372036854775808",
            "0.1e-400",
            "null",
            "true",
            "[]",
            "\"5\"");
    List<String> paths =
        List.of(
            "/in",
            "/in",
            "/in:x",
            "/",
            "/in/",
            "//in",
            "/in\\u0000",
            "/in\\u2028",
            "/in\\ud800",
            "/" + "x".repeat(9000),
            "/.",
            "/./in",
            "/.reserved",
            "/.reserved/raw",
            "/in/.snapshot/x",
            "/%zz",
            "/a b",
            "/*",
            "in",
            "");
    ModelHdfs hdfs = new ModelHdfs(random);
    hdfs.add("/in", "HOT", 3, 1).modified = 7;
    hdfs.files.get("/in").id = 5;
    hdfs.files.get("/in").bytes = 6;
    hdfs.onState =
        path -> {
          if (!DFSUtilClient.isValidName(new Path(path).toUri().getPath())) {
            throw new IllegalArgumentException("no valid name: " + path);
          }
        };
    RegionState state = new RegionState(RegionSettings.OFF, new RegionHarness(random, 1, 0).store);
    int admitted = 0;
    for (int i = 0; i < 20_000; i++) {
      boolean isWild = random.nextBoolean();
      StringBuilder files = new StringBuilder();
      for (int file = random.nextInt(3); file >= 0; file--) {
        files
            .append("{\"path\":\"")
            .append(isWild ? any(random, paths) : "/in")
            .append("\",\"id\":")
            .append(random.nextInt(9) == 0 ? any(random, numbers) : "5")
            .append(",\"bytes\":")
            .append(random.nextInt(9) == 0 ? any(random, numbers) : "6")
            .append(",\"modified\":")
            .append(random.nextInt(9) == 0 ? any(random, numbers) : "7")
            .append(file > 0 ? "}," : "}");
      }
      String text =
          "{\"format\":1,\"application\":\"a\",\"job\":\"j\",\"seconds\":{\"config-3\":"
              + (random.nextInt(3) == 0 ? any(random, numbers) : "1")
              + "},\"intermediateBytes\":"
              + (random.nextInt(3) == 0 ? any(random, numbers) : "1")
              + ",\"files\":["
              + files
              + "]}";
      try {
        Admission.of(
            RequestJson.request(text.getBytes(UTF_8)),
            hdfs,
            state,
            (path, file) -> true,
            path -> false);
        admitted++;
      } catch (RequestException e) {
        assertThat(e.getMessage()).as("seed %d: %s", Seeds.seed(), text).hasSizeLessThan(300);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + Seeds.seed() + ": " + text, e);
      }
    }
    assertThat(admitted).isGreaterThan(1000);
  }

  /** A reader must not follow a text that is nested a million times. */
  @Test
  void deepNestingIsRefused() {
    String deep = "[".repeat(1_000_000);
    assertThatThrownBy(() -> RequestJson.request(deep.getBytes(UTF_8)))
        .isInstanceOf(RequestException.class);
  }
}
