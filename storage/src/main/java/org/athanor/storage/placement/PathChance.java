// SPDX-License-Identifier: Apache-2.0
package org.athanor.storage.placement;

/**
 * Chance that is the same for each block of a file, on each machine, and in each version: the
 * 64-bit FNV-1a hash of a path and a name, mixed with the last step of MurmurHash3. A file that is
 * renamed gets another chance.
 */
final class PathChance {
  private static final long FNV_OFFSET = 0xcbf29ce484222325L;
  private static final long FNV_PRIME = 0x100000001b3L;

  private PathChance() {}

  /**
   * A number that looks random.
   *
   * @param purpose makes chances of one path differ
   */
  static long of(String path, String purpose) {
    long hash = addTo(addTo(FNV_OFFSET, path) * FNV_PRIME, purpose);
    hash = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
    hash = (hash ^ (hash >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return hash ^ (hash >>> 33);
  }

  private static long addTo(long hash, String text) {
    long result = hash;
    for (int i = 0; i < text.length(); i++) {
      result = (result ^ text.charAt(i)) * FNV_PRIME;
    }
    return result;
  }

  /** A number from 0 to a bound, without the bound. */
  static int below(int bound, String path, String purpose) {
    return (int) Long.remainderUnsigned(of(path, purpose), bound);
  }
}
