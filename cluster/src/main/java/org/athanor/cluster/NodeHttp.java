// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

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
      Pattern.compile("(HTTP/1\\.\\d 200 .*?\\r?\\n)\\r?\\n(.*)", Pattern.DOTALL);

  private static final Pattern LENGTH =
      Pattern.compile("(?im)^Content-Length: *([0-9]{1,18})\\r?$");

  private NodeHttp() {}

  /**
   * The body of an answer with status 200; empty if the status is another, if there is no whole
   * answer within 5 s, or if the body is not JSON.
   *
   * @param path such as {@code /overview}
   * @throws IOException if the node does not answer
   */
  public static Optional<JsonNode> json(Node node, Mark mark, String host, int port, String path)
      throws IOException, InterruptedException {
    Command get = Command.of("timeout", "5", "bash", "-c", SCRIPT, "bash", host, "" + port, path);
    CommandResult result = node.run(mark, get, TIMEOUT);
    Matcher answer = SUCCESS.matcher(result.output());
    return result.status() == 0 && answer.matches() && isWhole(answer.group(1), answer.group(2))
        ? parse(answer.group(2))
        : Optional.empty();
  }

  /** Whether a body has its announced length. Bytes that are not UTF-8 make it longer. */
  private static boolean isWhole(String header, String body) {
    Matcher length = LENGTH.matcher(header);
    return !length.find() || body.getBytes(UTF_8).length >= Long.parseLong(length.group(1));
  }

  private static Optional<JsonNode> parse(String body) {
    try {
      return Optional.of(JsonMapper.shared().readTree(body));
    } catch (JacksonException other) {
      return Optional.empty();
    }
  }
}
