// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Who is told about alerts.
 *
 * @param name unique
 * @param kinds what it is told about
 * @param limit how long telling it may take
 */
public record Hook(String name, Target target, Set<Alert.Kind> kinds, Duration limit) {

  /** How it is told. */
  public sealed interface Target {}

  /**
   * A program of this machine, which reads the alert from its standard input.
   *
   * @param words program and arguments, at least one; no shell reads them
   */
  public record Program(List<String> words) implements Target {}

  /**
   * A web service, to which the alert is posted.
   *
   * @param address of http or https; whoever knows it may be able to use it, so only the service's
   *     name is ever shown
   */
  public record Webhook(URI address) implements Target {
    /** The part of the address that may be shown. */
    public String shown() {
      int port = address.getPort();
      return address.getScheme() + "://" + address.getHost() + (port < 0 ? "" : ":" + port);
    }

    @Override
    public String toString() {
      return "Webhook[" + shown() + "]";
    }
  }
}
