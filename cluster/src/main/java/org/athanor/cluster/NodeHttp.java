// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Sends requests to the web servers of daemons. The requests come from the daemon's own node,
 * because this machine may not reach its address. The node needs bash, but not curl.
 */
public final class NodeHttp {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  /** Arguments: HOST PORT PATH. Prints header and body. */
  private static final String SCRIPT =
      """
      exec 3<>"/dev/tcp/$1/$2" || exit
      printf 'GET %s HTTP/1.0\\r\\nHost: %s:%s\\r\\nAccept: application/json\\r\\n\\r\\n' "$3" "$1" "$2" >&3
      exec cat <&3
      """;

  private static final Pattern SUCCESS =
      Pattern.compile("HTTP/1\\.\\d 200 .*?\\r?\\n\\r?\\n(.*)", Pattern.DOTALL);

  private NodeHttp() {}

  /**
   * The body of an answer with status 200; empty if the status is another, or there is no answer
   * within 5 s.
   *
   * @param path such as {@code /overview}
   * @throws IOException if the node does not answer
   */
  public static Optional<String> get(Node node, Mark mark, String host, int port, String path)
      throws IOException, InterruptedException {
    Command get = Command.of("timeout", "5", "bash", "-c", SCRIPT, "bash", host, "" + port, path);
    Matcher answer = SUCCESS.matcher(node.run(mark, get, TIMEOUT).output());
    return answer.matches() ? Optional.of(answer.group(1)) : Optional.empty();
  }
}
