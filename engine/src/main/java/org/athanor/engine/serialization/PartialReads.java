// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.serialization;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns once per job and class if {@code readFields} of a class reads fewer bytes than its {@code
 * write} has written. Hadoop ignores the other bytes, and so does the engine. Thread-safe.
 */
public final class PartialReads {
  private static final Logger LOG = LoggerFactory.getLogger(PartialReads.class);

  private final Set<String> warned = ConcurrentHashMap.newKeySet();

  void noticed(Class<?> type, int read, int written) {
    if (warned.add(type.getName())) {
      LOG.warn(
          "{}.readFields read {} bytes of the {} that its write wrote; the rest is ignored",
          type.getName(),
          read,
          written);
    }
  }
}
