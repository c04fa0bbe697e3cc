// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;

/** A directory of requests in memory, whose calls fail at times. */
public final class ModelBox implements RequestBox {
  /** A file in it. */
  static final class Content {
    String owner = "alice";
    byte[] bytes = new byte[0];
    long stamp;
  }

  final Map<String, Content> files = new TreeMap<>();
  final List<String> aside = new ArrayList<>();
  public final Map<String, Answer> answers = new TreeMap<>();
  double failures;

  /** Files of a listing at most. */
  int most = Integer.MAX_VALUE;

  /** Whether listing fails as a program that is wrong. */
  public boolean failsToList;

  /** Told each call before it does anything; may throw. */
  Call onCall = (name, argument) -> {};

  private final Random random;
  private String listedTo = "";

  /** What a test does at a call. */
  @FunctionalInterface
  interface Call {
    void call(String name, String argument) throws IOException;
  }

  public ModelBox(Random random) {
    this.random = random;
  }

  /** A short name as a UUID; the order stays. */
  static String uuid(String name) {
    StringBuilder hex = new StringBuilder();
    name.chars().forEach(c -> hex.append(String.format(Locale.ROOT, "%02x", c)));
    hex.append("0".repeat(32 - hex.length()));
    for (int dash : new int[] {20, 16, 12, 8}) {
      hex.insert(dash, '-');
    }
    return hex.toString();
  }

  private static String name(String uuid) {
    String hex = uuid.replace("-", "");
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < hex.length() && !hex.startsWith("00", i); i += 2) {
      name.append((char) Integer.parseInt(hex.substring(i, i + 2), 16));
    }
    return name.toString();
  }

  /** The name of the file of a request. */
  static String file(String id) {
    return uuid(id) + RequestNames.REQUEST;
  }

  public void post(String id, JobRequest request) {
    post(id, "alice", RequestJson.of(request));
  }

  void post(String id, String owner, byte[] bytes) {
    Content content = new Content();
    content.owner = owner;
    content.bytes = bytes;
    files.put(file(id), content);
  }

  void renew(String id) {
    Content content = files.get(file(id));
    if (content != null) {
      content.stamp++;
    }
  }

  boolean asks(String id) {
    return files.containsKey(file(id));
  }

  public void end(String id) {
    files.remove(file(id));
  }

  private void call(String name, String argument) throws IOException {
    onCall.call(name, argument);
    if (random.nextDouble() < failures) {
      throw new IOException("the NameNode has failed");
    }
  }

  @Override
  public Listing list() throws IOException {
    if (failsToList) {
      throw new IllegalStateException("listing");
    }
    String from = listedTo;
    listedTo = "";
    call("list", from);
    List<Entry> entries = new ArrayList<>();
    for (Map.Entry<String, Content> file : files.entrySet()) {
      String name = file.getKey();
      Content content = file.getValue();
      if (name.compareTo(from) <= 0) {
        continue;
      }
      if (entries.size() == most) {
        listedTo = entries.get(most - 1).name();
        break;
      }
      entries.add(
          new Entry(
              name,
              RequestNames.kind(name),
              RequestNames.id(name),
              content.owner,
              content.bytes.length,
              content.stamp));
    }
    return new Listing(entries, from.isEmpty(), listedTo.isEmpty());
  }

  @Override
  public OptionalLong stamp(String name) throws IOException {
    call("stamp", name);
    Content content = files.get(name);
    return content == null ? OptionalLong.empty() : OptionalLong.of(content.stamp);
  }

  @Override
  public byte[] read(String name) throws IOException {
    call("read", name);
    Content content = files.get(name);
    if (content == null) {
      throw new IOException(name + ": does not exist");
    }
    return content.bytes;
  }

  @Override
  public void answer(Entry request, Answer answer) throws IOException {
    call("answer", name(request.id()));
    answers.put(name(request.id()), answer);
    Content content = new Content();
    content.owner = request.owner();
    files.put(request.id() + RequestNames.ANSWER, content);
  }

  @Override
  public void remove(String name) throws IOException {
    call("remove", name);
    if (name.endsWith("/")) {
      throw new IOException(name + ": is not empty");
    }
    files.remove(name);
    if (name.endsWith(RequestNames.ANSWER)) {
      answers.remove(name(RequestNames.id(name)));
    }
  }

  @Override
  public void putAside(Entry entry) throws IOException {
    call("aside", entry.name());
    if (entry.name().startsWith("stuck")) {
      throw new IOException(entry.name() + ": cannot be moved");
    }
    files.remove(entry.name());
    aside.add(entry.name());
  }
}
