// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.athanor.scheduler.carbon.CarbonPolicy;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.record.DecisionRecording;
import org.athanor.scheduler.record.RecordedPolicy;
import org.athanor.scheduler.record.RecordingFormatException;
import org.athanor.scheduler.service.Policies;
import org.athanor.scheduler.service.RandomViews;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Recordings of random views, and one by hand: job j is faster on a than on b. */
class ReplayTest {
  private static final int VIEWS = 8;
  private static final String BEGIN = "{'is':'recording','version':1,'policy':'phi'}\n";
  private static final String NEEDS =
      "{'vcores':1.0,'memoryBytes':1.0,'diskBytesPerSecond':0.0,'networkBytesPerSecond':0.0}";
  private static final String JOB =
      "{'name':'j','priority':0,'after':[],'since':'2026-11-26T10:00:00Z','needs':"
          + NEEDS
          + ",'bytes':0.0,'inputAt':[],'arriving':{},'uncopied':[],'offers':{'a':"
          + offer("10.0")
          + ",'b':"
          + offer("20.0")
          + "}}";
  private static final String DECISION =
      "{'is':'decision','at':'2026-11-26T10:00:00Z','seed':1,'jobs':["
          + JOB
          + "],'clusters':["
          + cluster("a")
          + ','
          + cluster("b")
          + "],'rates':{'a':{'b':1.0},'b':{'a':1.0}},'remoteReadPart':1.0,'decided':"
          + "[{'job':'j','action':'START','cluster':'a','access':'LOCAL','reason':'fast'}]}\n";

  @TempDir Path directory;

  private static String offer(String seconds) {
    return "{'seconds':{'low':1.0,'middle':"
        + seconds
        + ",'high':99.0,'level':0.9,'source':'LINE','runs':9},'least':"
        + NEEDS
        + "}";
  }

  private static String cluster(String name) {
    return "{'name':'" + name + "','total':" + NEEDS + ",'free':" + NEEDS + ",'running':[]}";
  }

  private ReplayResult replay(String text) throws IOException {
    return Replay.of(Files.writeString(directory.resolve("recording"), text.replace('\'', '"')));
  }

  /** Asks a policy about random views, in the order of time. */
  private Path record(String name, boolean carbon, long seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    Electricity first = RandomViews.electricity(directory, random);
    Electricity second = RandomViews.electricity(directory, random);
    Path file = directory.resolve(name + carbon + seed);
    List<String> notices = new ArrayList<>();
    RecordedPolicy recorded =
        new RecordedPolicy(name, carbon ? OptionalDouble.of(0.5) : OptionalDouble.empty());
    try (DecisionRecording recording = DecisionRecording.create(file, recorded, notices::add)) {
      Policy base = Policies.named(name);
      Instant change = RandomViews.NOW.plusSeconds(400);
      Policy policy =
          carbon
              ? new CarbonPolicy(
                  base, recording.of(now -> now.isBefore(change) ? first : second), 0.5)
              : base;
      Policy asked = recording.of(policy);
      for (int i = 0; i < VIEWS; i++) {
        asked.decide(RandomViews.of(random), RandomViews.NOW.plusSeconds(60L * i), seed);
      }
    }
    assertThat(notices).isEmpty();
    return file;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyPolicyDecidesTheSameAgain(boolean carbon) throws IOException {
    for (String name : Policies.names()) {
      for (long seed = 1; seed <= 2; seed++) {
        ReplayResult result = Replay.of(record(name, carbon, seed));
        assertThat(result.shown()).as(name + ", seed " + seed).isEmpty();
        assertThat(result.views()).isEqualTo(VIEWS);
        assertThat(result.decisions()).isGreaterThan(VIEWS);
        assertThat(result.notes()).isEmpty();
      }
    }
  }

  /** Decisions of one policy are not those of another one. */
  @Test
  void anotherPolicyIsSeen() throws IOException {
    String text = Files.readString(record("phi", false, 1));
    ReplayResult result =
        Replay.of(
            Files.writeString(
                directory.resolve("other"), text.replaceFirst("\"phi\"", "\"energy\"")));
    assertThat(result.differences()).isPositive();
  }

  /** As fast on both clusters: carbon decides. */
  @Test
  void otherCarbonIsSeen() throws IOException {
    String electricity =
        "{'is':'electricity','amount':'gCO2eq','zones':{'a':'A','b':'B'},'series':{'A':"
            + series(500)
            + ",'B':"
            + series(10)
            + "}}\n";
    String begin = BEGIN.replace("}", ",'carbonBound':0.5}") + electricity;
    String onB =
        DECISION
            .replace("'middle':10.0", "'middle':20.0")
            .replace("'START','cluster':'a'", "'START','cluster':'b'");
    assertThat(replay(begin + onB).shown()).isEmpty();
    ReplayResult other = replay(begin.replace(series(500), series(1)) + onB);
    assertThat(other.shown()).hasSize(1);
  }

  private static String series(int value) {
    return "{'start':'2026-11-26T00:00:00Z','stepSeconds':86400.0,'values':["
        + value
        + ".0,"
        + value
        + ".0]}";
  }

  @Test
  void theSameDecisionIsMade() throws IOException {
    ReplayResult result = replay(BEGIN + DECISION);
    assertThat(result).isEqualTo(new ReplayResult("phi", 1, 1, 0, List.of(), List.of()));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'middle':10.0 | 'middle':30.0 | start on a (fast), replayed start on b (the fastest",
        "'START','cluster':'a' | 'START','cluster':'b' | start on b (fast), replayed start on a (",
        "'LOCAL' | 'REMOTE_READ' | start on a, reading its input from elsewhere (fast), replayed",
        "'START','cluster':'a','access':'LOCAL' | 'DEFER' | wait (fast), replayed start on a (",
        "'START','cluster':'a','access':'LOCAL' | 'STAGE','cluster':'a' | copy its input to a",
        "'job':'j' | 'job':'k' | nothing, replayed start on a (",
      })
  void aChangedRecordingDiffers(String from, String to, String shown) throws IOException {
    ReplayResult result = replay(BEGIN + DECISION.replace(from, to));
    assertThat(result.differences()).isPositive();
    assertThat(String.join("\n", result.shown()))
        .contains("line 2, 2026-11-26T10:00:00Z, j: recorded " + shown);
  }

  /** Another reason does the same. */
  @Test
  void reasonsAreNotCompared() throws IOException {
    assertThat(replay(BEGIN + DECISION.replace("'fast'", "'quick'")).differences()).isZero();
  }

  /** As a process leaves it that was killed: wherever that is, one line says so. */
  @Test
  void aCutLastLineIsLeftOut() throws IOException {
    String whole = BEGIN + DECISION;
    for (int cut = BEGIN.length() + 1; cut < whole.length(); cut += 3) {
      ReplayResult result = replay(whole.substring(0, cut));
      assertThat(result)
          .isEqualTo(
              new ReplayResult(
                  "phi",
                  0,
                  0,
                  0,
                  List.of(),
                  List.of("line 2 is cut, as a process leaves it that was killed: left out")));
    }
  }

  @Test
  void whatHadNoRoomIsSaid() throws IOException {
    assertThat(replay(BEGIN + DECISION + "{'is':'full','bytes':1000}\n").notes())
        .containsExactly(
            "the recording had no room for more than 1000 bytes: it ends before its scheduler");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "DECISION | 1: must begin with a line 'recording'",
        "{'is':'recording','ver | 1: ",
        "BEGINBEGIN | 2: begins again: must begin once",
        "{'is':'recording','version':2,'policy':'phi'}~ | 1: version=2: must be 1",
        "{'is':'recording','version':1,'policy':'psi'}~ | 1: policy=psi: must be finish-time or ",
        "BEGIN{'is':'written'}~ | 2: is=written: is of another version; must be recorded by this one",
        "BEGIN{'is':'full','bytes':1}~DECISION | 3: goes on after the line 'full', which must be ",
        "BEGIN{'is':'decision'}~ | 2: ",
        "BEGIN{'is'~DECISION | 2: ",
        "BEGINnull~DECISION | 2: ",
        "BEGIN{'is':null}~ | 2: must be a text, but is null",
        "{'is':'recording','version':1,'policy':null}~ | 1: must be a text, but is null",
        "{'is':'recording','version':1,'policy':'phi','carbonBound':null}~ | 1: ",
        "~ | 1: "
      })
  void whatIsNoRecordingIsRefused(String text, String message) {
    assertThatThrownBy(
            () ->
                replay(
                    text.replace("BEGIN", BEGIN).replace("DECISION", DECISION).replace('~', '\n')))
        .isInstanceOf(RecordingFormatException.class)
        .hasMessageStartingWith(directory.resolve("recording") + ":" + message)
        .hasMessageNotContaining("\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'vcores':1.0 | 'vcores':-1.0 | vcores -1.0: must be a number, 0 or more",
        "'low':1.0 | 'low':50.0 | prediction 50.0, 10.0, 99.0: must be ascending from 0",
        "'LINE' | 'LUCK' | source=LUCK: must be one of ",
        "'after':[] | 'after':7 | must be a list, but begins with 7",
        "'offers':{ | 'offers':[],'other':{ | must be an object, but begins with []",
        "'name':'b' | 'name':'a' | cluster a: is there twice",
        "{'b':1.0} | {'b':0.0} | rate from a to b=0.0: must be a number above 0",
        "10:00:00Z','seed' | noon','seed' | Text '2026-11-26Tnoon' could not be parsed",
        "'access':'LOCAL', | '' | ",
        "'name':'j' | 'name':null | must be a text, but is null",
        "'after':[] | 'after':[null] | must be a text, but is null",
        "'inputAt':[] | 'inputAt':null | must be a list, but begins with null",
        "'since':'2026-11-26T10:00:00Z' | 'since':null | must be a text, but is null",
        "'START','cluster':'a' | 'START','cluster':null | must be a text, but is null",
        "'action':'START' | 'action':null | must be a text, but is null",
        "'reason':'fast' | 'reason':null | must be a text, but is null",
        "'vcores':1.0 | 'vcores':null | ",
        "'seed':1 | 'seed':null | ",
        "{'b':1.0} | {'b':null} | "
      })
  void aWrongDecisionIsRefused(String from, String to, String message) {
    String wrong = DECISION.replace(from, to);
    assertThat(wrong).isNotEqualTo(DECISION);
    assertThatThrownBy(() -> replay(BEGIN + wrong))
        .isInstanceOf(RecordingFormatException.class)
        .hasMessageStartingWith(directory.resolve("recording") + ":2: ")
        .hasMessageContaining(message == null ? "" : message)
        .hasMessageNotContaining("\n");
  }

  @Test
  void carbonNeedsValues() {
    String begin = BEGIN.replace("}", ",'carbonBound':0.1}");
    assertThatThrownBy(() -> replay(begin + DECISION))
        .hasMessageEndingWith(":2: must come after a line 'electricity'");
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> replay(""))
        .hasMessage(
            directory.resolve("recording") + ":1: is empty: must begin with a line 'recording'");
  }
}
