// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The messages of the OpenSSH client when it cannot connect, and the remedies. */
enum SshFailure {
  /** Tested first, because ssh then also reports that it does not offer keys or passwords. */
  HOST_KEY(
      "No \\S+ host key is known()|Host key verification failed()",
      "its host key is not the one in known_hosts, or there is none:"
          + " check it by connecting once by hand, ssh %1$s"),
  KEY(
      "Permission denied \\(([^)]*)\\)",
      "accepts none of your keys (%2$s): run ssh-copy-id %1$s, or load the key, ssh-add"),
  NAME(
      "Could not resolve hostname()",
      "there is no host of this name: check the spelling, /etc/hosts or DNS"),
  SERVER(
      "Connection refused()",
      "nothing listens there: start sshd on it, or name its port, HOST:PORT"),
  TIME_OUT(
      "timed out()|No route to host()|Network is unreachable()|banner exchange()",
      "does not answer: check that it is up and that no firewall blocks it");

  private final Pattern pattern;
  private final String text;

  SshFailure(String pattern, String text) {
    this.pattern = Pattern.compile(pattern);
    this.text = text;
  }

  /**
   * Returns one line that names the host and the remedy.
   *
   * @param destination as the user wrote it
   * @param arguments the destination on ssh's command line
   * @param errors what ssh printed
   */
  static String explain(String destination, String arguments, int status, String errors) {
    for (SshFailure failure : values()) {
      Matcher matcher = failure.pattern.matcher(errors);
      if (matcher.find()) {
        String detail = Optional.ofNullable(matcher.group(1)).orElse("");
        return "ssh " + destination + ": " + String.format(failure.text, arguments, detail);
      }
    }
    String said = errors.isEmpty() ? "" : ", " + errors.replaceAll("\\R", "; ");
    return "ssh " + destination + ": ended with status " + status + said;
  }
}
