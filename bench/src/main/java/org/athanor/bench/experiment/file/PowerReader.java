// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.file;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.athanor.bench.power.Certificate;
import org.athanor.bench.power.PowerSpec;
import org.athanor.bench.power.PowerSpec.Kind;
import org.athanor.results.Secrets;
import org.athanor.yaml.Key;
import org.athanor.yaml.Place;
import org.athanor.yaml.Section;
import org.athanor.yaml.YamlNode;

/**
 * Reads the key {@code power}: an entry for each meter, or for the meters of several nodes whose
 * addresses differ in the node's name. A node has one meter at most.
 */
final class PowerReader {
  private static final String NODE = "{node}";

  /** The key with the address of a meter of a kind. */
  private static final Map<Kind, Key<String>> KEYS =
      Map.of(Kind.REDFISH, Keys.REDFISH, Kind.IPMI, Keys.IPMI, Kind.FILE, Keys.METER_FILE);

  /** No option of a program begins like that. */
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*(:\\d{1,5})?");

  private final Path directory;
  private final List<String> names;
  private final Map<String, Place> known = new LinkedHashMap<>();

  /** Service {@code host:port} → the certificate of the first meter there. */
  private final Map<String, Certificate> certificates = new LinkedHashMap<>();

  /**
   * Makes a reader.
   *
   * @param directory of the experiment's file
   * @param names of the nodes
   */
  PowerReader(Path directory, List<String> names) {
    this.directory = directory;
    this.names = names;
  }

  /** The meters in the order of the file. */
  List<PowerSpec> read(Section top) {
    List<PowerSpec> specs = new ArrayList<>();
    for (Place item : top.place(Keys.POWER).map(Place::items).orElse(List.of())) {
      specs.addAll(meters(item));
    }
    return specs;
  }

  private List<PowerSpec> meters(Place item) {
    int before = item.problems().size();
    // First, since all other problems quote values.
    secrets(item);
    if (item.problems().size() > before) {
      return List.of();
    }
    Section section = new Section(item, "a meter", Keys.METER);
    List<Kind> kinds =
        KEYS.keySet().stream().filter(kind -> section.place(KEYS.get(kind)).isPresent()).toList();
    if (item.problems().size() > before) {
      return List.of();
    }
    if (kinds.size() != 1) {
      item.report("must have one of redfish, ipmi, file");
      return List.of();
    }
    Kind kind = kinds.get(0);
    allowed(section, kind, item);
    List<String> nodes = nodes(section);
    Place place = section.place(KEYS.get(kind)).orElseThrow();
    String address = section.get(KEYS.get(kind)).orElse("");
    if (nodes.size() > 1 && !address.contains(NODE)) {
      place.report(
          "would be the meter of "
              + nodes.size()
              + " nodes; write {node} for a node's name, or"
              + " name one of them as nodes");
    }
    Certificate certificate = section.get(Keys.CERTIFICATE).orElse(new Certificate.Checked());
    List<PowerSpec> specs = new ArrayList<>();
    for (String node : nodes) {
      String own = address.replace(NODE, node);
      Optional<String> wrong = wrong(kind, own, certificate);
      if (wrong.isPresent()) {
        place.report(wrong.get());
        break;
      }
      Place other = known.putIfAbsent(node, item);
      if (other != null) {
        item.report("the node " + node + " has a meter already, in line " + other.line());
        break;
      }
      PowerSpec spec =
          new PowerSpec(
              node,
              kind,
              kind == Kind.FILE ? Options.absolute(own, directory) : own,
              section.get(Keys.USER),
              section
                  .get(Keys.SECRET)
                  .map(path -> Options.absolute(path.replace(NODE, node), directory)),
              certificate,
              section.get(Keys.LOGIN).orElse(Login.BASIC) == Login.SESSION,
              section.get(Keys.RESOURCE_PATH),
              section.get(Keys.DOMAIN),
              section.get(Keys.METER_INTERVAL).orElse(Duration.ofSeconds(1)));
      if (spec.service().isPresent()) {
        Certificate first = certificates.putIfAbsent(spec.service().get(), certificate);
        if (first != null && !first.equals(certificate)) {
          place.report(
              "has another certificate than an earlier meter at "
                  + spec.service().get()
                  + "; write the same");
          break;
        }
      }
      specs.add(spec);
    }
    return item.problems().size() > before ? List.of() : specs;
  }

  /** Reports passwords without quoting them. */
  private static void secrets(Place item) {
    if (item.node() instanceof YamlNode.Scalar value && hasUser("", value)) {
      YamlNode hidden = new YamlNode.Mapping(item.line(), List.of());
      new Place(item.file(), item.line(), item.path(), hidden, item.problems())
          .report("must be keys and values; user and secret name the user and the password");
    }
    if (!(item.node() instanceof YamlNode.Mapping mapping)) {
      return;
    }
    List<String> declared = Keys.METER.stream().map(Key::name).toList();
    for (YamlNode.Entry entry : mapping.entries()) {
      if (!declared.contains(entry.key()) && Secrets.isKey(entry.key())) {
        item.report(
            "must not have the key "
                + entry.key()
                + "; write the password into a file, and name it as secret");
      } else if (entry.value() instanceof YamlNode.Scalar value && hasUser(entry.key(), value)) {
        item.report("the address must not have a user or password; use user and secret");
      }
    }
  }

  private static boolean hasUser(String key, YamlNode.Scalar value) {
    boolean host = key.equals(Keys.REDFISH.name()) || key.equals(Keys.IPMI.name());
    return value.text().contains("@") && (host || value.text().contains("://"));
  }

  /** How a Redfish service knows the user. */
  enum Login {
    BASIC,
    SESSION
  }

  /**
   * Reads the path of a resource.
   *
   * @throws IllegalArgumentException if the text is no path
   */
  static String resource(String text) {
    if (!text.matches("/[!-~&&[^?#{}]]+")) {
      throw new IllegalArgumentException("must be a path such as /redfish/v1/Chassis/1/Power");
    }
    return text;
  }

  private static void allowed(Section section, Kind kind, Place item) {
    List<Key<?>> foreign = new ArrayList<>();
    if (kind != Kind.REDFISH) {
      foreign.addAll(List.of(Keys.CERTIFICATE, Keys.LOGIN, Keys.RESOURCE_PATH));
    }
    if (kind == Kind.FILE) {
      foreign.addAll(List.of(Keys.USER, Keys.SECRET));
    } else if (section.place(Keys.USER).isEmpty() || section.place(Keys.SECRET).isEmpty()) {
      item.report("must have user, and secret: a file with the password");
    }
    for (Key<?> key : foreign) {
      section.place(key).ifPresent(place -> place.report("is not for such a meter; remove it"));
    }
  }

  private List<String> nodes(Section section) {
    if (section.place(Keys.METERED).isEmpty()) {
      return names;
    }
    List<String> chosen = new ArrayList<>();
    for (Place each : section.place(Keys.METERED).map(Place::items).orElse(List.of())) {
      Optional<String> name = each.text("the name of a node");
      if (name.isPresent() && !names.contains(name.get())) {
        each.reportUnknown("node", names);
      } else {
        name.ifPresent(chosen::add);
      }
    }
    return chosen;
  }

  private static Optional<String> wrong(Kind kind, String address, Certificate certificate) {
    return switch (kind) {
      case FILE -> Options.isPath(address) ? Optional.empty() : Optional.of("must be a path");
      case IPMI ->
          HOST.matcher(address).matches()
              ? Optional.empty()
              : Optional.of("must be the host of a device, host[:port]");
      case REDFISH -> wrongUrl(address, certificate);
    };
  }

  private static Optional<String> wrongUrl(String address, Certificate certificate) {
    URI uri;
    try {
      uri = URI.create(address);
    } catch (IllegalArgumentException malformed) {
      return Optional.of("must be a URL such as https://alpha-bmc");
    }
    boolean plain = "http".equals(uri.getScheme());
    if (uri.getHost() == null
        || !(plain || "https".equals(uri.getScheme()))
        || !String.valueOf(uri.getRawPath()).matches("/?(redfish/v1/?)?")
        || uri.getRawQuery() != null) {
      return Optional.of("must be a URL such as https://alpha-bmc, without a path");
    }
    if (uri.getRawUserInfo() != null) {
      return Optional.of("must not have a user, as it has with the name of a node");
    }
    if (plain && !(certificate instanceof Certificate.Insecure)) {
      return Optional.of(
          "must be https: the password is sent there; in a network that you trust, allow http by"
              + " certificate: insecure");
    }
    return Optional.empty();
  }
}
