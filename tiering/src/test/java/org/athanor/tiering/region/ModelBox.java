// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
  public final Map<String, Answer> answers = new TreeMap<>();
  double failures;
  boolean isComplete = true;
  private final Random random;

  public ModelBox(Random random) {
    this.random = random;
  }

  public void post(String id, JobRequest request) {
    post(id, "alice", RequestJson.of(request));
  }

  void post(String id, String owner, byte[] bytes) {
    Content content = new Content();
    content.owner = owner;
    content.bytes = bytes;
    files.put(id + RequestNames.REQUEST, content);
  }

  void renew(String id) {
    Content content = files.get(id + RequestNames.REQUEST);
    if (content != null) {
      content.stamp++;
    }
  }

  boolean has(String id) {
    return files.containsKey(id + RequestNames.REQUEST);
  }

  public void end(String id) {
    files.remove(id + RequestNames.REQUEST);
  }

  private void call() throws IOException {
    if (random.nextDouble() < failures) {
      throw new IOException("the NameNode has failed");
    }
  }

  @Override
  public Listing list() throws IOException {
    call();
    List<Entry> entries = new ArrayList<>();
    files.forEach(
        (name, content) ->
            entries.add(
                new Entry(
                    name,
                    RequestNames.kind(name),
                    RequestNames.id(name),
                    content.owner,
                    content.bytes.length,
                    content.stamp)));
    return new Listing(entries, isComplete);
  }

  @Override
  public byte[] read(String name) throws IOException {
    call();
    Content content = files.get(name);
    if (content == null) {
      throw new IOException(name + ": does not exist");
    }
    return content.bytes;
  }

  @Override
  public void answer(Entry request, Answer answer) throws IOException {
    call();
    answers.put(request.id(), answer);
    files.put(request.id() + RequestNames.ANSWER, new Content());
  }

  @Override
  public void remove(String name) throws IOException {
    call();
    files.remove(name);
    if (name.endsWith(RequestNames.ANSWER)) {
      answers.remove(RequestNames.id(name));
    }
  }
}
