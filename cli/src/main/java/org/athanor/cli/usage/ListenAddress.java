// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.usage;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/** An address to listen on, as people write it. */
public final class ListenAddress {
  private static final int MOST = 65_535;

  private ListenAddress() {}

  /**
   * Reads {@code PORT}, of the loopback interface, or {@code HOST:PORT}.
   *
   * @param option its name, for the message
   */
  public static InetSocketAddress parse(String option, String text) throws UsageException {
    int colon = text.lastIndexOf(':');
    String port = text.substring(colon + 1);
    if (port.matches("[0-9]{1,5}") && Integer.parseInt(port) <= MOST) {
      InetSocketAddress address =
          colon <= 0
              ? new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(port))
              : new InetSocketAddress(text.substring(0, colon), Integer.parseInt(port));
      if (!address.isUnresolved()) {
        return address;
      }
      throw new UsageException(option + "=" + text + ": host is not known");
    }
    throw new UsageException(option + "=" + text + ": must be PORT or HOST:PORT");
  }
}
