// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.netty;

import java.time.Duration;
import org.athanor.engine.transport.Frame;

/**
 * Limits of a transport. Both sides of a connection need the same.
 *
 * @param ioThreads threads that serve all connections, 1 to 64
 * @param maxFrameBytes bytes that head and body of a frame may have together, 1024 to {@link
 *     Frame#MAX_BODY_BYTES}; a larger frame ends the connection, at the sender and at the receiver
 * @param maxUnauthenticated accepted connections that may wait for their authentication at once, at
 *     least 1; one more closes the oldest
 * @param openTimeout how long it may take to connect, and then, to authenticate; at least 1 ms
 * @param keepAlive a side that has written nothing for so long writes an empty frame; at least 1 ms
 * @param silence a connection on which nothing has arrived for so long has ended; more than {@code
 *     keepAlive}, and better several times that, because a pause of the peer counts as well
 */
public record TransportSettings(
    int ioThreads,
    int maxFrameBytes,
    int maxUnauthenticated,
    Duration openTimeout,
    Duration keepAlive,
    Duration silence) {
  private static final Duration LONGEST = Duration.ofDays(1);

  public TransportSettings {
    check("ioThreads", ioThreads, 1, 64);
    check("maxFrameBytes", maxFrameBytes, 1024, Frame.MAX_BODY_BYTES);
    check("maxUnauthenticated", maxUnauthenticated, 1, Integer.MAX_VALUE);
    check("openTimeout", openTimeout, Duration.ofMillis(1));
    check("keepAlive", keepAlive, Duration.ofMillis(1));
    check("silence", silence, keepAlive.plusMillis(1));
  }

  /**
   * Two threads, and frames of at most 64 MiB.
   *
   * @param silence until a peer is lost; more than 3 s
   */
  public static TransportSettings of(Duration silence) {
    return of(64 << 20, silence);
  }

  /** As {@link #of}, but with frames of any size, because a record travels in one frame. */
  public static TransportSettings forMapOutput(Duration silence) {
    return of(Frame.MAX_BODY_BYTES, silence);
  }

  private static TransportSettings of(int maxFrameBytes, Duration silence) {
    return new TransportSettings(
        2, maxFrameBytes, 512, Duration.ofSeconds(10), Duration.ofSeconds(3), silence);
  }

  private static void check(String name, int value, int least, int most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + "=" + value + ": must be from " + least + " to " + most);
    }
  }

  private static void check(String name, Duration value, Duration least) {
    if (value.compareTo(least) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          name + "=" + value + ": must be from " + least + " to " + LONGEST);
    }
  }
}
