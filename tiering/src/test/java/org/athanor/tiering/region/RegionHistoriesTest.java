// SPDX-License-Identifier: Apache-2.0
package org.athanor.tiering.region;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.athanor.storage.decision.StorageConfiguration;
import org.athanor.storage.tier.DeviceType;
import org.athanor.testkit.Seeds;
import org.athanor.tiering.apply.ModelHdfs;
import org.junit.jupiter.api.Test;

/**
 * Histories of jobs that start, end and die, users who change files, calls that fail, and a daemon
 * that is killed and started again. After each event the room is within its limits, no replica is
 * missing, and what a job was granted is there.
 */
class RegionHistoriesTest {
  private static final int HISTORIES = Integer.getInteger("athanor.test.histories", 3000);
  private static final int EVENTS = 40;

  /** The daemon is killed. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  @Test
  void keepsWhatItPromises() throws Exception {
    int granted = 0;
    int prefetched = 0;
    int evicted = 0;
    int lost = 0;
    for (int number = 0; number < HISTORIES; number++) {
      History history = new History(number);
      history.run();
      granted += history.granted;
      prefetched += history.prefetched;
      evicted += history.evicted;
      lost += history.lost;
    }
    // Histories in which nothing happens would prove nothing.
    assertThat(granted).isGreaterThan(HISTORIES);
    assertThat(prefetched).isGreaterThan(HISTORIES);
    assertThat(evicted).isGreaterThan(HISTORIES / 2);
    assertThat(lost).isGreaterThan(HISTORIES / 20);
  }

  private static final class History {
    private final String where;
    private final Random random;
    private final RegionHarness region;
    private final long capacity;
    private final long reserve;

    /** Jobs that renew their requests, and those that have died. */
    private final Set<String> alive = new TreeSet<>();

    /** What granted jobs read from SSDs, by the ids of their requests; less what users changed. */
    private final Map<String, Set<Long>> promised = new HashMap<>();

    private final Map<Long, String> initial = new TreeMap<>();
    private final Set<Long> touched = new HashSet<>();
    private int jobs;
    int granted;
    int prefetched;
    int evicted;
    int lost;

    History(int number) throws IOException {
      where = "seed " + Seeds.seed() + ", history " + number;
      random = new Random(Seeds.of("region histories").nextLong() + number);
      capacity = 20L + random.nextInt(200);
      reserve = random.nextInt((int) capacity / 2);
      region = new RegionHarness(new Random(random.nextLong()), capacity, reserve);
      for (int file = 0; file < 6; file++) {
        String policy = random.nextInt(5) == 0 ? "ONE_SSD" : "HOT";
        ModelHdfs.File added =
            region.add("/d" + file % 2 + "/f" + file, 5 + random.nextInt(60), policy);
        initial.put(added.id, policy);
      }
      region.box.most = random.nextInt(3) == 0 ? 1 + random.nextInt(5) : Integer.MAX_VALUE;
      if (random.nextInt(3) > 0) {
        region.hdfs.failures = random.nextDouble() * 0.05;
        region.box.failures = random.nextDouble() * 0.05;
        region.hdfs.idleness = random.nextDouble() * 0.5;
      }
    }

    void run() throws Exception {
      for (int event = 0; event < EVENTS; event++) {
        event();
        step(random.nextInt(4) == 0 ? 70 : 1 + random.nextInt(9));
        check();
      }
      calmDown();
    }

    private void event() throws IOException {
      switch (random.nextInt(14)) {
        case 0, 1, 2, 3 -> post();
        case 4, 5 -> {
          if (!alive.isEmpty()) {
            String job = any();
            region.box.end(job);
            ended(job);
          }
        }
        case 6 -> {
          if (!alive.isEmpty()) {
            alive.remove(any()); // killed: it renews no more
          }
        }
        case 7 -> restart();
        case 8 -> region.hdfs.moverFails = !region.hdfs.moverFails && random.nextInt(3) == 0;
        case 9 -> {
          int call = 1 + random.nextInt(30);
          int[] left = {call};
          region.hdfs.onCall =
              calls -> {
                if (--left[0] == 0) {
                  throw new Killed();
                }
              };
        }
        case 10 -> killInBoxOrStore();
        default -> changeFile();
      }
    }

    /** Kills the daemon before, or makes fail, one of its next calls of the box, or its store. */
    private void killInBoxOrStore() {
      int[] left = {1 + random.nextInt(4)};
      boolean kills = random.nextBoolean();
      String only = random.nextBoolean() ? "answer" : "";
      if (random.nextBoolean()) {
        region.box.onCall =
            (name, argument) -> {
              if (name.startsWith(only) && --left[0] == 0) {
                fail(kills);
              }
            };
      } else {
        region.onStore =
            () -> {
              if (--left[0] == 0) {
                fail(kills);
              }
            };
      }
    }

    private static void fail(boolean kills) throws IOException {
      if (kills) {
        throw new Killed();
      }
      throw new IOException("no space left");
    }

    private String any() {
      return List.copyOf(alive).get(random.nextInt(alive.size()));
    }

    private void ended(String job) {
      alive.remove(job);
      promised.remove(job);
    }

    private void post() {
      if (region.hdfs.files.isEmpty()) {
        return;
      }
      Map<String, Double> seconds = new HashMap<>();
      for (StorageConfiguration configuration : StorageConfiguration.values()) {
        if (random.nextInt(4) > 0) {
          seconds.put(configuration.id(), 1 + random.nextDouble());
        }
      }
      seconds.putIfAbsent("config-3", 1.0);
      List<String> paths = new ArrayList<>();
      List<String> there = List.copyOf(region.hdfs.files.keySet());
      for (int i = 1 + random.nextInt(3); i > 0; i--) {
        paths.add(there.get(random.nextInt(there.size())));
      }
      String id = "job" + jobs++;
      region.box.post(
          id, region.request(seconds, random.nextInt(60), paths.toArray(String[]::new)));
      alive.add(id);
    }

    private void changeFile() {
      List<String> there = List.copyOf(region.hdfs.files.keySet());
      if (there.isEmpty()) {
        return;
      }
      String path = there.get(random.nextInt(there.size()));
      ModelHdfs.File file = region.hdfs.files.get(path);
      switch (random.nextInt(6)) {
        case 0 -> {
          region.hdfs.files.remove(path);
          touched.add(file.id);
        }
        case 1 -> {
          String to = "/r" + random.nextInt(1000);
          if (!region.hdfs.files.containsKey(to)) {
            region.hdfs.files.remove(path);
            region.hdfs.files.put(to, file);
            touched.add(file.id);
            if (random.nextBoolean()) {
              region.manager.renamed(path, to);
            }
          }
        }
        case 2 -> file.open = !file.open;
        case 3 -> {
          file.bytes += random.nextInt(50);
          file.modified++;
        }
        case 4 -> {
          region.hdfs.files.remove(path);
          touched.add(file.id);
          region.add(path, 5 + random.nextInt(60), "HOT");
        }
        default -> {
          file.policy = "HOT"; // somebody drops it
          touched.add(file.id);
        }
      }
    }

    private void step(int seconds) throws Exception {
      try {
        region.step(seconds, alive.toArray(String[]::new));
      } catch (IOException e) {
        // The daemon says so, and goes on.
      } catch (Killed e) {
        restart();
      } finally {
        region.hdfs.onCall = calls -> {};
        region.box.onCall = (name, argument) -> {};
        region.onStore = () -> {};
      }
    }

    private void restart() throws IOException {
      count();
      region.restart();
    }

    private void count() {
      RegionSnapshot.Totals totals = region.manager.snapshot().totals();
      granted += (int) totals.granted();
      prefetched += (int) totals.prefetchedFiles();
      evicted += (int) totals.evictedFiles();
      lost += (int) totals.lost();
    }

    private void check() {
      RegionSnapshot now = region.manager.snapshot();
      assertThat(now.counterBytes()).as(where).isLessThanOrEqualTo(capacity - reserve);
      assertThat(now.counterBytes() + now.idleBytes() + now.leavingBytes() + reserve)
          .as(where)
          .isLessThanOrEqualTo(capacity);
      assertThat(region.hdfs.fewestEver).as(where).isGreaterThanOrEqualTo(3);
      // The request of a job that renews it no more ends, though its file may not be deleted at
      // once.
      promised
          .keySet()
          .removeIf(
              job ->
                  !region.box.asks(job)
                      || (!alive.contains(job) && !region.box.answers.containsKey(job)));
      region.box.answers.forEach(
          (job, answer) -> {
            if (answer.state() == Answer.State.GRANTED
                && region.box.asks(job)
                && !promised.containsKey(job)) {
              promised.put(job, nowOnSsd(job, answer));
            }
          });
      for (Map.Entry<String, Set<Long>> job : promised.entrySet()) {
        for (ModelHdfs.File file : region.hdfs.files.values()) {
          if (job.getValue().contains(file.id) && !touched.contains(file.id)) {
            assertThat(file.policy)
                .as("%s: %s, file %d", where, job.getKey(), file.id)
                .isEqualTo("ONE_SSD");
            assertThat(file.blocks)
                .as("%s: %s, file %d", where, job.getKey(), file.id)
                .allMatch(block -> block.contains(DeviceType.SSD));
          }
        }
      }
      // Files that a plan has put on SSD are the plan's.
      for (ModelHdfs.File file : region.hdfs.files.values()) {
        if ("ONE_SSD".equals(initial.get(file.id)) && !touched.contains(file.id)) {
          assertThat(file.policy).as(where).isEqualTo("ONE_SSD");
        }
      }
    }

    /** The files of a granted job's request that are on SSD when the answer is seen first. */
    private Set<Long> nowOnSsd(String job, Answer answer) {
      Set<Long> there = new HashSet<>();
      if (answer.configuration().inputOnSsd()) {
        try {
          RequestJson.request(region.box.files.get(ModelBox.file(job)).bytes).files().stream()
              .map(JobRequest.InputFile::id)
              .forEach(there::add);
        } catch (RequestException e) {
          throw new AssertionError(where, e);
        }
        // Those that could not be copied are not promised, and the answer names only one of them.
        if (answer.notes().stream().anyMatch(note -> note.contains("could not be copied"))) {
          there.clear();
        }
        there.removeIf(id -> !region.manager.isUsed(id));
        there.removeIf(
            id ->
                region.hdfs.files.values().stream()
                    .noneMatch(
                        file ->
                            file.id == id
                                && file.policy.equals("ONE_SSD")
                                && file.blocks.stream()
                                    .allMatch(block -> block.contains(DeviceType.SSD))));
      }
      return there;
    }

    /** All jobs end and all calls work: then all is taken back but what a plan has put there. */
    private void calmDown() throws Exception {
      region.hdfs.failures = 0;
      region.box.failures = 0;
      region.hdfs.idleness = 0;
      region.hdfs.moverFails = false;
      region.hdfs.files.values().forEach(file -> file.open = false);
      alive.clear();
      promised.clear();
      region.box.files.keySet().removeIf(name -> name.endsWith(RequestNames.REQUEST));
      step(1);
      assertThat(region.manager.snapshot().counterBytes()).as(where).isZero();
      // As the next plan sees them.
      region.hdfs.files.forEach((path, file) -> region.manager.seen(path, file.id));
      step(61);
      count();
      region.settings = RegionSettings.OFF;
      region.restart();
      for (int minute = 0; minute < 4; minute++) {
        step(61);
      }
      assertThat(region.manager.snapshot().isThere()).as(where).isFalse();
      assertThat(region.box.files).as(where).isEmpty();
      region.hdfs.files.forEach(
          (path, file) -> {
            if (!"ONE_SSD".equals(initial.get(file.id))) {
              assertThat(file.policy).as("%s: %s", where, path).isEqualTo("HOT");
            }
          });
    }
  }
}
