// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks web servers of daemons. Their own node asks, since this machine need not reach their
 * addresses. Needs bash there, but no curl.
 */
public final class NodeHttp {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** HOST PORT PATH; prints head and body. */
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
   * The body of an answer with status 200; empty if there is another or none within 5 s.
   *
   * @param path such as {@code /overview}
   * @throws IOException if the node does not answer
   */
  public static Optional<String> get(Node node, Mark mark, String host, int port, String path)
      throws IOException, InterruptedException {
    Command get = Command.of("timeout", "5", "bash", "-c", SCRIPT, "bash", host, "" + port, path);
    Matcher answer = SUCCESS.matcher(node.run(mark, get, PATIENCE).output());
    return answer.matches() ? Optional.of(answer.group(1)) : Optional.empty();
  }
}
