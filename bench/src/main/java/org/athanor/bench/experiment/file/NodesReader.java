// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.athanor.bench.experiment.NodeSpec;
import org.athanor.cluster.Reason;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlNode.Mapping;
import org.athanor.yaml.YamlNode.Scalar;

/** Reads the keys {@code nodes} and {@code hosts}. */
final class NodesReader {
  private static final String TARGET = "localhost or [user@]host[:port]";
  private static final String PORT =
      "0*([1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])";
  private static final Pattern FORM =
      Pattern.compile(
          "(?:(?<user>[A-Za-z0-9._-]{1,64})@)?"
              + "(?:\\[(?<v6>[0-9A-Fa-f:.%]{2,64})]|(?<host>[A-Za-z0-9]([A-Za-z0-9._-]{0,252})))"
              + "(?::(?<port>\\d{1,5}))?");

  /** The value of {@code nodes} that stands for the nodes of a batch system's job. */
  private static final String ALLOCATION = "allocation";

  private final Path directory;
  private final Vocabulary vocabulary;
  private final Map<String, Place> places = new LinkedHashMap<>();
  private final List<NodeSpec> nodes = new ArrayList<>();

  NodesReader(Path directory, Vocabulary vocabulary) {
    this.directory = directory;
    this.vocabulary = vocabulary;
  }

  /** Maps each node's name to its place in the file. */
  Map<String, Place> places() {
    return places;
  }

  /**
   * Reads the nodes. The list is never empty: without a valid node in the file it is this machine.
   */
  List<NodeSpec> read(Section top) {
    Optional<Place> list = top.place(Keys.NODES);
    Optional<Place> hosts = top.place(Keys.HOSTS);
    if (list.isPresent() && hosts.isPresent()) {
      hosts.get().report("cannot be used together with nodes; remove one of them");
    }
    if (list.isPresent()
        && list.get().node() instanceof Scalar scalar
        && scalar.text().equals(ALLOCATION)) {
      allocation(list.get());
    } else if (list.isPresent()) {
      List<Place> items = list.get().items();
      if (items.isEmpty()) {
        list.get().report("must be a list of nodes, each " + TARGET);
      }
      items.forEach(this::node);
    } else if (hosts.isPresent()) {
      hosts.get().text("a path").ifPresent(name -> file(hosts.get(), name));
    }
    if (nodes.isEmpty()) {
      nodes.add(new NodeSpec("localhost", "localhost"));
    }
    return nodes;
  }

  private void allocation(Place place) {
    List<String> hosts;
    String own;
    try {
      hosts = vocabulary.allocatedHosts();
      own = InetAddress.getLocalHost().getHostName();
    } catch (IOException unknown) {
      place.report(String.valueOf(unknown.getMessage()));
      return;
    }
    for (String host : hosts) {
      if (!FORM.matcher(host).matches()) {
        place.report("the batch system names the host " + host + ", which is no host name");
      } else if (HostName.same(host, own)) {
        add(place, "localhost", "localhost");
      } else {
        add(place, host, host);
      }
    }
  }

  private void file(Place hosts, String name) {
    List<String> lines;
    Path path;
    try {
      path = directory.resolve(name);
      lines = Files.readAllLines(path);
    } catch (IOException | java.nio.file.InvalidPathException unreadable) {
      hosts.report("cannot be read: " + Reason.of(unreadable));
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      String host = lines.get(i).replaceFirst("#.*", "").strip();
      if (!host.isEmpty()) {
        Scalar scalar = new Scalar(i + 1, host, true);
        node(new Place(path.toString(), i + 1, "host", scalar, hosts.problems()));
      }
    }
    if (nodes.isEmpty()) {
      hosts.report("names no host; must have one per line");
    }
  }

  private void node(Place place) {
    if (place.node() instanceof Mapping) {
      detailed(place);
      return;
    }
    place
        .text(TARGET)
        .ifPresent(
            text -> {
              if (text.equals("localhost")) {
                add(place, text, text);
              } else {
                host(place, text).ifPresent(host -> add(place, host, text));
              }
            });
  }

  private void detailed(Place place) {
    Section section = new Section(place, "a node", Keys.NODE);
    Optional<String> namespace = section.get(Keys.NAMESPACE).map(name -> "namespace:" + name);
    Optional<Place> ssh = section.place(Keys.SSH);
    if (ssh.isPresent()) {
      Optional<String> target = section.get(Keys.SSH);
      Optional<String> host = target.flatMap(text -> host(ssh.get(), text));
      String from = namespace.map(name -> name + "/").orElse("");
      host.ifPresent(name -> add(place, name, from + target.get()));
    } else if (namespace.isPresent()) {
      add(place, section.get(Keys.NAMESPACE).orElseThrow(), namespace.get());
    } else if (section.place(Keys.NAMESPACE).isEmpty()) {
      place.report("must have ssh, namespace or both");
    }
  }

  /** The host of a target. Returns empty and reports a problem if the target is malformed. */
  private static Optional<String> host(Place place, String text) {
    Matcher matcher = FORM.matcher(text);
    boolean matches = matcher.matches();
    String port = matches ? matcher.group("port") : null;
    if (!matches || (port != null && !port.matches(PORT))) {
      place.report("must be " + TARGET);
      return Optional.empty();
    }
    return Optional.of(matcher.group("v6") == null ? matcher.group("host") : matcher.group("v6"));
  }

  private void add(Place place, String host, String specification) {
    String name = host.replaceAll("[:%]", "-");
    Place known = places.putIfAbsent(name, place);
    if (known != null) {
      place.report("the node " + name + " is already listed in line " + known.line());
      return;
    }
    nodes.add(new NodeSpec(name, specification));
  }
}
