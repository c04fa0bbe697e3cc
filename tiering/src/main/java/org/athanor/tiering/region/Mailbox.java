// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.athanor.tiering.apply.Failures;
import org.athanor.tiering.region.RequestBox.Entry;
import org.athanor.tiering.region.RequestBox.Kind;

/**
 * What is in the box: requests that hold, of each owner at most so many. The rest is removed: what
 * is too much at once, answers whose requests have vanished, and what has not changed for the
 * lease. Directories and files that have none of our endings are counted, and left alone, unless an
 * owner has very many of them: then files and empty directories beyond that are removed, and other
 * directories put aside. For one thread.
 */
final class Mailbox {
  /** The most requests of an owner. */
  static final int MOST_REQUESTS = 100;

  private static final int MOST_OTHERS = 300;
  private static final int MOST_REMOVALS = 1000;
  private static final int MOST_FOREIGN_REMOVALS = 500;

  /** After so many that failed, no more are tried in a look. */
  private static final int MOST_FOREIGN_FAILURES = 50;

  private static final int MOST_REMEMBERED = 10_000;
  private static final long AGAIN_NANOS = Duration.ofMinutes(10).toNanos();
  private static final int MOST_OWNERS_TOLD = 10_000;
  private static final long TELL_NANOS = Duration.ofMinutes(1).toNanos();

  private final RequestBox box;
  private final Leases leases;
  private final Consumer<String> notices;
  private final boolean isTouching;

  /** The round of listings that is going on. */
  private final Map<String, Entry> round = new LinkedHashMap<>();

  private final Map<String, Integer> requestsOf = new HashMap<>();
  private final Map<String, Integer> othersOf = new HashMap<>();
  private final Map<String, Integer> foreignOf = new HashMap<>();
  private int foreignSeen;

  private Map<String, Entry> requests = Map.of();
  private int foreign;
  private int removals; // of this look
  private int foreignRemovals; // likewise
  private int foreignFailures; // likewise

  /** Names that could not be removed, and when, the one that was tried longest ago first. */
  private final Map<String, Long> failedNanos = new LinkedHashMap<>();

  private final Set<String> stuck = new HashSet<>();
  private final Map<String, Long> toldNanos = new HashMap<>();

  /**
   * Looks at a box.
   *
   * @param isTouching whether anything is removed
   */
  Mailbox(RequestBox box, Duration lease, Consumer<String> notices, boolean isTouching) {
    this.box = box;
    this.leases = new Leases(lease);
    this.notices = notices;
    this.isTouching = isTouching;
  }

  /** Told a request that was not renewed for the lease. */
  interface Lapsed {
    void request(Entry request);
  }

  /**
   * Takes a look at a part of the box.
   *
   * @param isKnown whether a request, by its id, was decided about: it is not too much
   * @return whether the box was seen to its end, so that {@link #requests} are new
   */
  boolean look(long nowNanos, Predicate<String> isKnown, Lapsed lapsed)
      throws IOException, InterruptedException {
    removals = 0;
    foreignRemovals = 0;
    foreignFailures = 0;
    RequestBox.Listing listing = box.list();
    if (listing.isFirst()) {
      round.clear();
      requestsOf.clear();
      othersOf.clear();
      foreignOf.clear();
      foreignSeen = 0;
    }
    for (Entry entry : listing.entries()) {
      take(entry, nowNanos, isKnown);
    }
    if (!listing.isLast()) {
      return false;
    }
    endRound(nowNanos, lapsed);
    return true;
  }

  private void take(Entry entry, long nowNanos, Predicate<String> isKnown)
      throws InterruptedException {
    if (entry.kind() == Kind.FOREIGN) {
      foreignSeen++;
      if (isTouching && foreignOf.merge(entry.owner(), 1, Integer::sum) > MOST_OTHERS) {
        tellExcess(entry.owner(), nowNanos);
        removeForeign(entry, nowNanos);
      }
      return;
    }
    boolean isRequest = entry.kind() == Kind.REQUEST;
    int ofOwner = (isRequest ? requestsOf : othersOf).merge(entry.owner(), 1, Integer::sum);
    if (ofOwner <= (isRequest ? MOST_REQUESTS : MOST_OTHERS)
        || (entry.kind() != Kind.OTHER && isKnown.test(entry.id()))) {
      round.put(entry.name(), entry);
      return;
    }
    if (isTouching) {
      tellExcess(entry.owner(), nowNanos);
    }
    remove(entry);
  }

  private void tellExcess(String owner, long nowNanos) {
    Long before = toldNanos.get(owner);
    if (before == null || nowNanos - before >= TELL_NANOS) {
      if (toldNanos.size() >= MOST_OWNERS_TOLD) {
        toldNanos.clear();
      }
      toldNanos.put(owner, nowNanos);
      notices.accept(
          RequestJson.shown(owner)
              + " has more than "
              + MOST_REQUESTS
              + " requests, or "
              + MOST_OTHERS
              + " other files there: the rest is removed; directories that are not empty are put"
              + " aside");
    }
  }

  private void endRound(long nowNanos, Lapsed lapsed) throws InterruptedException {
    List<Entry> entries = new ArrayList<>(round.values());
    round.clear();
    foreign = foreignSeen;
    leases.look(entries, nowNanos);
    Map<String, Entry> found = new LinkedHashMap<>();
    for (Entry entry : entries) {
      if (entry.kind() == Kind.REQUEST) {
        if (leases.hasEnded(entry.name())) {
          lapsed.request(entry);
          remove(entry);
        } else {
          found.put(entry.id(), entry);
        }
      }
    }
    for (Entry entry : entries) {
      if (entry.kind() == Kind.ANSWER
          ? !found.containsKey(entry.id())
          : entry.kind() == Kind.OTHER && leases.hasEnded(entry.name())) {
        remove(entry);
      }
    }
    Set<String> names = new HashSet<>();
    entries.forEach(entry -> names.add(entry.name()));
    stuck.retainAll(names);
    requests = Collections.unmodifiableMap(found);
  }

  /**
   * A directory that is not empty is put aside, because something of its owner is in it. What stays
   * is counted, and tried again some minutes later.
   */
  private void removeForeign(Entry entry, long nowNanos) throws InterruptedException {
    String name = entry.name();
    Long before = failedNanos.get(name);
    if ((before != null && nowNanos - before < AGAIN_NANOS)
        || foreignFailures == MOST_FOREIGN_FAILURES
        || ++foreignRemovals > MOST_FOREIGN_REMOVALS) {
      return;
    }
    failedNanos.remove(name);
    try {
      removeOrPutAside(entry);
      foreignSeen--;
    } catch (IOException e) {
      Failures.throwIfInterrupted(e); // its owner was named
      foreignFailures++;
      if (failedNanos.size() == MOST_REMEMBERED) {
        Iterator<String> oldest = failedNanos.keySet().iterator();
        oldest.next();
        oldest.remove();
      }
      failedNanos.put(name, nowNanos);
    }
  }

  private void removeOrPutAside(Entry entry) throws IOException, InterruptedException {
    try {
      box.remove(entry.name());
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      box.putAside(entry);
    }
  }

  /** One that cannot be removed is left there: it keeps nothing else from being done. */
  private void remove(Entry entry) throws InterruptedException {
    if (!isTouching || ++removals > MOST_REMOVALS) {
      return;
    }
    try {
      box.remove(entry.name());
    } catch (IOException e) {
      Failures.throwIfInterrupted(e);
      if (stuck.add(entry.name())) {
        notices.accept(RequestJson.shown(entry.name()) + " cannot be removed: " + Notes.of(e));
      }
    }
  }

  /** Requests that hold, by their ids, as of the last round. */
  Map<String, Entry> requests() {
    return requests;
  }

  /** Entries of the last round that are none of ours. */
  int foreign() {
    return foreign;
  }
}
