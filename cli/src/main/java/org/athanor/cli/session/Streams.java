// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.Closeable;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The standard streams of a client, as descriptors of this process. They are closed once only,
 * because their numbers may have other uses then.
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Streams(int[] descriptors, AtomicBoolean closed) implements Closeable {
  Streams(int... descriptors) {
    this(descriptors, new AtomicBoolean());
  }

  @Override
  public void close() {
    if (!closed.getAndSet(true)) {
      UnixSocket.closeAll(descriptors);
    }
  }
}
