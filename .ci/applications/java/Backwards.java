// SPDX-License-Identifier: Apache-2.0
package org.example.hive;

import org.apache.hadoop.hive.ql.exec.UDF;

/** A function for Hive, in a jar that is added to one session. */
@SuppressWarnings("deprecation")
public class Backwards extends UDF {
  public String evaluate(String word) {
    return word == null ? null : new StringBuilder(word).reverse().toString();
  }
}
