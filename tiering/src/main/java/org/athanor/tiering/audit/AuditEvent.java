// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.audit;

import java.time.Instant;
import java.util.Objects;

/**
 * A command that a client sent to the NameNode.
 *
 * @param time when the NameNode logged it, to the millisecond at best
 * @param allowed false if the client was refused
 * @param user on whose behalf, without the authentication method: of "a (auth:PROXY) via b
 *     (auth:KERBEROS)" it is "a"
 * @param address of the client's host, as numbers; empty if the NameNode sent it to itself
 * @param source the path, or the paths of {@link AuditCommand#CONCAT}
 * @param destination the second path; empty if the command has only one
 * @param callerContext what the client said about itself, such as its job; empty if nothing
 */
public record AuditEvent(
    Instant time,
    boolean allowed,
    String user,
    String address,
    AuditCommand command,
    String source,
    String destination,
    String callerContext) {

  /** Checks that nothing is null and that there is a source. */
  public AuditEvent {
    Objects.requireNonNull(time, "time");
    Objects.requireNonNull(user, "user");
    Objects.requireNonNull(address, "address");
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(destination, "destination");
    Objects.requireNonNull(callerContext, "callerContext");
    if (source.isEmpty()) {
      throw new IllegalArgumentException("an audit event of " + command + " without a source");
    }
  }
}
