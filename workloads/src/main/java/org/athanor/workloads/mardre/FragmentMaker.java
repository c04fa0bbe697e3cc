// SPDX-License-Identifier: Apache-2.0
package org.athanor.workloads.mardre;

import org.apache.hadoop.conf.Configuration;
import org.athanor.workloads.reads.Read;

/**
 * Makes keys and fragments of reads. The key of a pair has the prefix of the first mate; the second
 * mate is compared from its first base on. Objects are reused. Not thread-safe.
 */
final class FragmentMaker {
  private final Rule rule;
  private final FragmentKey key = new FragmentKey();
  private final Fragment fragment = new Fragment();

  FragmentMaker(Configuration configuration) {
    rule = Rule.of(configuration);
  }

  void single(long position, Read read) {
    fragment.setPaired(false);
    first(position, read);
  }

  void pair(long position, Read first, Read second) {
    fragment.setPaired(true);
    first(position, first);
    fragment.second().set(second, 0, rule.compared());
  }

  private void first(long position, Read read) {
    fragment.first().set(read, rule.prefix(), rule.compared());
    int length = Math.min(rule.prefix(), read.bases().getLength());
    key.set(Bases.prefix(read.bases().getBytes(), length), position);
  }

  FragmentKey key() {
    return key;
  }

  Fragment fragment() {
    return fragment;
  }
}
