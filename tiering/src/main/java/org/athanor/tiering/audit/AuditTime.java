// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;

/**
 * The times at which lines were logged. Understands what log4j's layouts write: "2015-07-09
 * 00:00:00,172", the same with "T", "." or "/", a year of two digits, no fraction, and an offset at
 * the end, which has precedence over the zone. A line without such a time has that of the line
 * before.
 *
 * <p>In the hour that clocks repeat when summer time ends, a time is taken as the earlier of the
 * two possible ones unless the log would then go back. Allocates nothing per line.
 */
final class AuditTime {
  /** Lines of several threads may be logged in another order than they were stamped. */
  private static final long DISORDER_MILLIS = 1000;

  /** No zone changes its offset more often than that, nor at another time of an hour. */
  private static final long STEP_SECONDS = 900;

  private static final int SHORTEST = "15/07/09 00:00:00".length();

  private final ZoneRules zone;
  private boolean known;
  private long millis;

  /** The step for which {@link #offsetSeconds} holds. */
  private long step = Long.MIN_VALUE;

  private int offsetSeconds;

  // What the last call of parse has found.
  private int position;
  private long localSeconds;
  private int fractionMillis;

  private int millisIndex = -1;

  /** Times of a log whose lines without an offset are local times of a zone. */
  AuditTime(ZoneId zone) {
    this.zone = zone.getRules();
  }

  /** Continues after a line that had this time, in milliseconds since 1970. */
  void resume(long lineMillis) {
    known = true;
    millis = lineMillis;
  }

  /** False until there has been a line with a time. */
  boolean isKnown() {
    return known;
  }

  /** The time of the last line, in milliseconds since 1970. */
  long millis() {
    return millis;
  }

  /**
   * Where the last call of {@link #read} has found the milliseconds: the index of three digits, by
   * whose number the time grows if nothing else changes. -1 if it has found no such digits, or if
   * the time also depends on the line before.
   */
  int millisIndex() {
    return millisIndex;
  }

  /**
   * Looks for a time in the part of a line that a layout writes before the message.
   *
   * @return whether there is one
   */
  boolean read(byte[] buffer, int from, int to) {
    millisIndex = -1;
    for (int i = from; i <= to - SHORTEST; i++) {
      if (isDigit(buffer[i])) {
        if (parse(buffer, i, to)) {
          millis = toMillis(buffer, to);
          known = true;
          return true;
        }
        while (i < to && isDigit(buffer[i])) {
          i++;
        }
      }
    }
    return false;
  }

  /** Reads date, time and fraction. */
  private boolean parse(byte[] buffer, int from, int to) {
    position = from;
    int yearDigits = digits(buffer, to);
    int year = value(buffer, from);
    if (yearDigits == 2) {
      year += 2000;
    } else if (yearDigits != 4) {
      return false;
    }
    byte separator = at(buffer, to);
    if (separator != '-' && separator != '/') {
      return false;
    }
    int month = next(buffer, to, separator);
    int day = next(buffer, to, separator);
    byte middle = at(buffer, to);
    if (middle != ' ' && middle != 'T') {
      return false;
    }
    int hour = next(buffer, to, middle);
    int minute = next(buffer, to, (byte) ':');
    int second = next(buffer, to, (byte) ':');
    if (month < 1 || month > 12 || day < 1 || day > 31) {
      return false;
    }
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
      return false;
    }
    localSeconds = days(year, month, day) * 86_400 + hour * 3_600L + minute * 60L + second;
    fraction(buffer, to);
    return true;
  }

  private void fraction(byte[] buffer, int to) {
    fractionMillis = 0;
    millisIndex = -1;
    byte mark = at(buffer, to);
    if (mark == ',' || mark == '.') {
      int unit = 100;
      int i = position + 1;
      for (; i < to && isDigit(buffer[i]); i++) {
        fractionMillis += unit * (buffer[i] - '0');
        unit /= 10;
      }
      millisIndex = i - position == 4 ? position + 1 : -1;
      position = i;
    }
  }

  private long toMillis(byte[] buffer, int to) {
    int i = position;
    if (i < to && buffer[i] == ' ' && i + 1 < to && isSign(buffer[i + 1])) {
      i++;
    }
    if (i < to && buffer[i] == 'Z') {
      return localSeconds * 1000 + fractionMillis;
    }
    if (i < to && isSign(buffer[i])) {
      int sign = buffer[i] == '-' ? -1 : 1;
      position = i + 1;
      int from = position;
      int length = digits(buffer, to);
      int number = value(buffer, from);
      if (length == 4) {
        return atOffset(sign * (number / 100 * 3_600 + number % 100 * 60));
      }
      if (length == 2) {
        int minutes = at(buffer, to) == ':' ? Math.max(0, next(buffer, to, (byte) ':')) : 0;
        return atOffset(sign * (number * 3_600 + minutes * 60));
      }
    }
    return inZone();
  }

  private long inZone() {
    long wanted = Math.floorDiv(localSeconds, STEP_SECONDS);
    if (wanted != step) {
      LocalDateTime local = LocalDateTime.ofEpochSecond(localSeconds, 0, ZoneOffset.UTC);
      ZoneOffsetTransition transition = zone.getTransition(local);
      if (transition != null && transition.isOverlap()) {
        step = Long.MIN_VALUE;
        millisIndex = -1;
        long earlier = atOffset(transition.getOffsetBefore().getTotalSeconds());
        return known && earlier < millis - DISORDER_MILLIS
            ? atOffset(transition.getOffsetAfter().getTotalSeconds())
            : earlier;
      }
      offsetSeconds = zone.getOffset(local).getTotalSeconds();
      step = wanted;
    }
    return atOffset(offsetSeconds);
  }

  private long atOffset(int seconds) {
    return (localSeconds - seconds) * 1000 + fractionMillis;
  }

  /** Moves over digits, and returns how many there are. */
  private int digits(byte[] buffer, int to) {
    int start = position;
    while (position < to && isDigit(buffer[position])) {
      position++;
    }
    return position - start;
  }

  /** Moves over a separator and two digits, and returns their value; -1 if they are not there. */
  private int next(byte[] buffer, int to, byte separator) {
    if (at(buffer, to) != separator) {
      return -1;
    }
    position++;
    int from = position;
    return digits(buffer, to) == 2 ? value(buffer, from) : -1;
  }

  /** The value of the digits from an index to the position; of no use if there are many. */
  private int value(byte[] buffer, int from) {
    int value = 0;
    for (int i = from; i < position; i++) {
      value = value * 10 + (buffer[i] - '0');
    }
    return value;
  }

  private byte at(byte[] buffer, int to) {
    return position < to ? buffer[position] : 0;
  }

  static boolean isDigit(byte b) {
    return b >= '0' && b <= '9';
  }

  private static boolean isSign(byte b) {
    return b == '+' || b == '-';
  }

  /** Days since 1970 of a date of the Gregorian calendar: March is the first month of a year. */
  private static long days(int year, int month, int day) {
    int y = month <= 2 ? year - 1 : year;
    int yearOfEra = Math.floorMod(y, 400);
    int monthFromMarch = (month + 9) % 12;
    int dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return Math.floorDiv(y, 400) * 146_097L + dayOfEra - 719_468;
  }
}
