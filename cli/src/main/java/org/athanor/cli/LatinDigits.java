// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli;

import java.text.DecimalFormatSymbols;
import java.util.Locale;

/**
 * Makes the JVM write numbers with the digits 0 to 9. Hadoop formats the identifiers of jobs and
 * the names of output files by the default locale, and cannot read them back if that has other
 * digits, as Arabic has. The language stays the user's.
 */
public final class LatinDigits {
  private LatinDigits() {}

  /** To be called before a class of Hadoop is loaded. */
  public static void use() {
    Locale.setDefault(Locale.Category.FORMAT, of(Locale.getDefault(Locale.Category.FORMAT)));
  }

  /** The same locale, with these digits if it has others. */
  static Locale of(Locale locale) {
    return DecimalFormatSymbols.getInstance(locale).getZeroDigit() == '0'
        ? locale
        : new Locale.Builder().setLocale(locale).setUnicodeLocaleKeyword("nu", "latn").build();
  }
}
