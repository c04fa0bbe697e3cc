// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.storage.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.athanor.tiering.record.RecordingFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Recordings written by hand: two files, of which the second is read more. */
class ReplayTest {
  private static final String TIER =
      "{'name':'%s','devices':['%s'],'nodeLabel':'','readBytesPerSecond':1e8,"
          + "'writeBytesPerSecond':1e8,'iops':100,'durable':false}";
  private static final String BEGIN =
      "{'is':'recording','version':1,'predictor':'lfu','periodMillis':3600000,'maxFiles':10}\n";
  private static final String EVENTS =
      "{'is':'created','path':'/a','millis':0,'blocks':1}\n"
          + "{'is':'accessed','path':'/a','millis':1}\n"
          + "{'is':'accessed','path':'/b','millis':2}\n"
          + "{'is':'accessed','path':'/b','millis':3}\n"
          + "{'is':'period','millis':3600000}\n"
          + candidate("/a", 1)
          + candidate("/b", 2);

  @TempDir Path directory;

  private static String candidate(String path, int popularity) {
    return "{'is':'candidate','path':'"
        + path
        + "','id':1,'bytes':100,'blocks':1,'blockBytes':100,'replicas':3,'modifiedMillis':0,"
        + "'tier':'disk','pinned':false,'popularity':"
        + popularity
        + ".0}\n";
  }

  private static String copies(String load) {
    return "{'is':'copies','home':"
        + String.format(TIER, "disk", "DISK")
        + ",'cache':"
        + String.format(TIER, "ssd", "SSD")
        + ",'capacityBytes':100,'bonus':1.1,'load':["
        + load
        + "],'evict':[]}\n";
  }

  private ReplayResult replay(String text) throws IOException {
    return Replay.of(Files.writeString(directory.resolve("recording"), text.replace('\'', '"')));
  }

  @Test
  void theSameDecisionIsMade() throws IOException {
    ReplayResult result = replay(BEGIN + EVENTS + copies("'/b'"));
    assertThat(result.shown()).isEmpty();
    assertThat(result).isEqualTo(new ReplayResult(1, 1, 2, 1, 0, result.shown()));
  }

  @Test
  void anotherDecisionIsShown() throws IOException {
    ReplayResult result = replay(BEGIN + EVENTS + copies("'/a'"));
    assertThat(result.differences()).isEqualTo(2);
    assertThat(result.shown())
        .containsExactly(
            "period 1, /a: recorded copies on ssd: to ssd, replayed copies on ssd: nothing",
            "period 1, /b: recorded copies on ssd: nothing, replayed copies on ssd: to ssd");
  }

  @Test
  void anotherPopularityIsShown() throws IOException {
    ReplayResult result =
        replay(BEGIN + EVENTS.replace("'popularity':1.0", "'popularity':1.5") + copies("'/b'"));
    assertThat(result.shown())
        .containsExactly("period 1, /a: recorded popularity 1.5, replayed popularity 1.0");
  }

  /** As a daemon leaves it that was killed. */
  @Test
  void aCutLastLineIsLeftOut() throws IOException {
    String whole = BEGIN + EVENTS + copies("'/b'");
    for (int cut = BEGIN.length() + 1; cut < whole.length(); cut += 7) {
      assertThat(replay(whole.substring(0, cut)).differences()).isZero();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "{'is':'created','path':'/a','millis':0,'blocks':1} | 1: must begin with a line 'recording'",
        "BEGINBEGIN | 2: begins again: must begin once",
        "{'is':'recording','version':2} | 1: version=2: must be 1",
        "BEGIN{'is':'written'} | 2: is=written: is of another version; must be recorded by this one",
        "BEGIN{'is':'accessed','path':'a','millis':1} | 2: path=``a``: must begin with /",
        "BEGIN{'is':'deleted'} | 2: ",
        "BEGIN{'is'~{'is':'deleted','path':'/a'} | 2: ",
        "~ | 1: "
      })
  void whatIsNoRecordingIsRefused(String text, String message) {
    assertThatThrownBy(() -> replay(text.replace("BEGIN", BEGIN).replace('~', '\n')))
        .isInstanceOf(RecordingFormatException.class)
        .hasMessageStartingWith(directory.resolve("recording") + ":" + message.replace("``", "\""))
        .hasMessageNotContaining("\n");
  }

  @Test
  void anEmptyFileIsRefused() {
    assertThatThrownBy(() -> replay(""))
        .hasMessage(
            directory.resolve("recording") + ":1: is empty: must begin with a line 'recording'");
  }
}
