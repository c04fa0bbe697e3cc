// SPDX-License-Identifier: Apache-2.0
package org.athanor.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A host that is a named network namespace of this machine. It has a host name of its own, its own
 * files in {@code /etc} if there are some in {@code /etc/netns/NAME}, and this machine's other
 * files. Needs root. ({@code ip netns exec} does nearly the same, but hides the control groups.)
 */
public final class NamespaceNode extends ShellNode {
  static final String SCHEME = "namespace:";

  private static final Path NAMESPACES = Path.of("/run/netns");
  private static final Path FILES = Path.of("/etc/netns");

  private static final String ENTER =
      """
      hostname "$1"
      for file in "/etc/netns/$1"/*; do
        [ ! -e "$file" ] || mount --bind "$file" "/etc/${file##*/}" || exit
      done
      shift
      exec "$@"
      """;

  private final String namespace;

  NamespaceNode(String namespace) {
    this.namespace = namespace;
  }

  @Override
  public String name() {
    return namespace;
  }

  @Override
  public String specification() {
    return SCHEME + namespace;
  }

  /** The namespace's name if it has a file of host names, or else {@code localhost}. */
  @Override
  public String address() {
    return Files.exists(FILES.resolve(namespace).resolve("hosts")) ? namespace : LocalNode.NAME;
  }

  @Override
  ProcessBuilder launcher(List<String> command) throws IOException {
    return LocalNode.withLoginEnvironment(entering(command));
  }

  /** The local command line that runs a command in the namespace. */
  List<String> entering(List<String> command) throws IOException {
    Path file = NAMESPACES.resolve(namespace);
    if (!Files.exists(file)) {
      throw new IOException(
          "there is no network namespace " + namespace + "; create it: ip netns add " + namespace);
    }
    List<String> line =
        new ArrayList<>(
            List.of("setsid", "nsenter", "--net=" + file, "unshare", "--mount", "--uts"));
    line.addAll(List.of("sh", "-c", ENTER, "sh", namespace));
    line.addAll(command);
    return line;
  }

  @Override
  String failure(int status, String errors) {
    return "network namespace "
        + namespace
        + " cannot be entered (needs root): "
        + errors.replaceAll("\\R", "; ");
  }

  @Override
  String rangeOfEnd() {
    return "namespace";
  }

  @Override
  public boolean hasFilesOfThisMachine() {
    return true;
  }
}
