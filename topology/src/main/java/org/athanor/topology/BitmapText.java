// SPDX-License-Identifier: Apache-2.0
package org.athanor.topology;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.BiFunction;

/**
 * Writes and parses the three text formats of sets, as libhwloc does.
 *
 * <p>In mask and taskset format, an infinite set has the prefix {@code 0xf...f}: all bits above the
 * following digits are set.
 */
final class BitmapText {
  private static final String ONES = "0xf...f";
  private static final int DIGITS_PER_WORD = 16;
  private static final int DIGITS_PER_MASK = 8;

  private BitmapText() {}

  static String list(Bitmap<?> set) {
    StringBuilder text = new StringBuilder();
    for (IndexRange range : set.ranges()) {
      if (!text.isEmpty()) {
        text.append(',');
      }
      text.append(range.first());
      if (range.isOpen()) {
        text.append('-');
      } else if (range.last() > range.first()) {
        text.append('-').append(range.last());
      }
    }
    return text.toString();
  }

  static String mask(Bitmap<?> set) {
    StringBuilder text = new StringBuilder(set.isInfinite() ? ONES : "");
    for (int i = 2 * set.wordCount() - 1; i >= 0; i--) {
      long mask = set.word(i / 2) >>> (i % 2 * 32) & 0xffffffffL;
      if (mask == 0 && i > 0) {
        if (!text.isEmpty()) {
          text.append(',');
        }
        continue;
      }
      if (!text.isEmpty()) {
        text.append(',');
      }
      text.append(mask == 0 ? "0x0" : String.format(Locale.ROOT, "0x%08x", mask));
    }
    return text.isEmpty() ? "0x0" : text.toString();
  }

  static String taskset(Bitmap<?> set) {
    StringBuilder text = new StringBuilder(set.isInfinite() ? ONES : "");
    for (int i = set.wordCount() - 1; i >= 0; i--) {
      text.append(
          text.isEmpty()
              ? "0x" + Long.toHexString(set.word(i))
              : String.format(Locale.ROOT, "%016x", set.word(i)));
    }
    return text.isEmpty() ? "0x0" : text.toString();
  }

  static <S> S parseList(String text, BiFunction<long[], Boolean, S> factory) {
    long[] words = {};
    boolean infinite = false;
    for (String item : text.split("[, ]+", -1)) {
      if (item.isEmpty()) {
        continue;
      }
      int dash = item.indexOf('-');
      int first = index(dash < 0 ? item : item.substring(0, dash), text);
      boolean open = dash == item.length() - 1;
      int last = dash < 0 || open ? first : index(item.substring(dash + 1), text);
      if (last < first) {
        throw malformed(text, "range " + item + " ends before it begins");
      }
      if (open) {
        // Sets the bits up to the end of the word; the fill continues them.
        last = first | 63;
        infinite = true;
      }
      int needed = last / 64 + 1;
      if (needed > words.length) {
        words = Arrays.copyOf(words, needed);
      }
      Bitmap.fillRange(words, first, last);
    }
    return factory.apply(words, infinite);
  }

  private static int index(String digits, String text) {
    int index;
    try {
      index = Integer.parseUnsignedInt(digits);
    } catch (NumberFormatException e) {
      throw (IllegalArgumentException)
          malformed(text, "\"" + digits + "\" is not an index").initCause(e);
    }
    if (index < 0 || index > Bitmap.MAX_INDEX) {
      throw malformed(text, "index " + digits + " is not from 0 to " + Bitmap.MAX_INDEX);
    }
    return index;
  }

  static <S> S parseMask(String text, BiFunction<long[], Boolean, S> factory) {
    boolean infinite = text.startsWith(ONES);
    String digits = infinite ? text.substring(ONES.length()) : text;
    if (infinite && digits.isEmpty()) {
      return factory.apply(new long[0], true);
    }
    if (infinite && digits.charAt(0) != ',') {
      throw malformed(text, "a comma must follow " + ONES);
    }
    String[] masks = (infinite ? digits.substring(1) : digits).split(",", -1);
    long[] words = new long[(masks.length + 1) / 2];
    if (infinite && masks.length % 2 == 1) {
      words[words.length - 1] = 0xffffffffL << 32;
    }
    for (int i = 0; i < masks.length; i++) {
      int position = masks.length - 1 - i;
      boolean zero = masks[i].isEmpty() && (i > 0 || (infinite && masks.length > 1));
      long mask = zero ? 0 : hex(masks[i], DIGITS_PER_MASK, text);
      words[position / 2] |= mask << (position % 2 * 32);
    }
    return factory.apply(words, infinite);
  }

  static <S> S parseTaskset(String text, BiFunction<long[], Boolean, S> factory) {
    boolean infinite = text.startsWith(ONES);
    String digits = infinite ? text.substring(ONES.length()) : withoutPrefix(text);
    if (infinite && digits.isEmpty()) {
      return factory.apply(new long[0], true);
    }
    int count = (digits.length() + DIGITS_PER_WORD - 1) / DIGITS_PER_WORD;
    if (count == 0) {
      throw malformed(text, "there are no digits");
    }
    long[] words = new long[count];
    int end = digits.length();
    for (int i = 0; i < count; i++) {
      int begin = Math.max(0, end - DIGITS_PER_WORD);
      words[i] = hex(digits.substring(begin, end), DIGITS_PER_WORD, text);
      if (infinite && end - begin < DIGITS_PER_WORD) {
        words[i] |= -1L << (4 * (end - begin));
      }
      end = begin;
    }
    return factory.apply(words, infinite);
  }

  private static long hex(String text, int maxDigits, String whole) {
    String digits = withoutPrefix(text);
    if (digits.isEmpty() || digits.length() > maxDigits) {
      throw malformed(whole, "\"" + text + "\" does not have 1 to " + maxDigits + " digits");
    }
    for (int i = 0; i < digits.length(); i++) {
      if (Character.digit(digits.charAt(i), 16) < 0) {
        throw malformed(whole, "\"" + text + "\" is not a hexadecimal number");
      }
    }
    return Long.parseUnsignedLong(digits, 16);
  }

  private static String withoutPrefix(String text) {
    return text.startsWith("0x") || text.startsWith("0X") ? text.substring(2) : text;
  }

  private static IllegalArgumentException malformed(String text, String reason) {
    return new IllegalArgumentException("\"" + text + "\" is not a set: " + reason);
  }
}
