// SPDX-License-Identifier: Apache-2.0
package org.athanor.bench.experiment.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.athanor.bench.experiment.Experiment;
import org.athanor.bench.experiment.Fresh;
import org.athanor.bench.experiment.plan.Plan;
import org.athanor.bench.experiment.plan.TrialBatch;
import org.athanor.bench.framework.Deployment;
import org.athanor.bench.framework.FileSystem;
import org.athanor.bench.framework.Framework;
import org.athanor.bench.framework.Site;
import org.athanor.cluster.Command;
import org.athanor.cluster.CommandResult;
import org.athanor.cluster.Node;
import org.athanor.results.TrialKey;
import org.athanor.results.TrialResult;

/**
 * Runs the unfinished trials of a plan. For each size it starts the file system and prepares the
 * inputs; for each batch it deploys the framework and runs the trials one after the other. If a
 * step fails, the trials that need it are recorded as failed, with the reason, and the run
 * continues.
 */
final class ExperimentRunner {
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  /** Makes the first directory if it is missing, and the others anew. */
  private static final String CLEAR = "mkdir -p \"$1\" && shift && rm -rf \"$@\" && mkdir \"$@\"";

  private final Experiment experiment;
  private final Plan plan;
  private final Testbed testbed;
  private final Facilities facilities;
  private final Map<String, Framework> frameworks;
  private final Map<String, TrialWorkload> workloads;
  private final RunDirectory directory;
  private final ResultStore store;
  private final TrialRunner trials;
  private final RunListener listener;
  private final Estimate estimate = new Estimate();

  /** Frameworks that could not be installed: label → reason. */
  private final Map<String, String> uninstallable = new LinkedHashMap<>();

  private final Set<String> installed = new HashSet<>();

  ExperimentRunner(
      Experiment experiment,
      Plan plan,
      Testbed testbed,
      Facilities facilities,
      Map<String, Framework> frameworks,
      Map<String, TrialWorkload> workloads,
      RunDirectory directory,
      ResultStore store,
      TrialRunner trials,
      RunListener listener) {
    this.experiment = experiment;
    this.plan = plan;
    this.testbed = testbed;
    this.facilities = facilities;
    this.frameworks = frameworks;
    this.workloads = workloads;
    this.directory = directory;
    this.store = store;
    this.trials = trials;
    this.listener = listener;
  }

  /**
   * Runs everything that is not finished.
   *
   * @throws IOException if results cannot be written
   */
  void run() throws IOException, InterruptedException {
    for (int size : experiment.sizes()) {
      List<TrialBatch> batches =
          plan.batches().stream()
              .filter(batch -> batch.nodes() == size && !unfinished(batch.trials()).isEmpty())
              .toList();
      if (!batches.isEmpty()) {
        try {
          runSize(size, batches);
        } finally {
          store.write();
        }
      }
    }
  }

  private List<TrialKey> unfinished(Collection<TrialKey> keys) {
    return keys.stream().filter(key -> !store.finished(key)).toList();
  }

  private void runSize(int size, List<TrialBatch> batches)
      throws IOException, InterruptedException {
    Map<Optional<String>, StorageSession> sessions = new LinkedHashMap<>();
    try {
      for (List<TrialBatch> section : sections(batches)) {
        if (section.stream().allMatch(batch -> unfinished(batch.trials()).isEmpty())) {
          continue;
        }
        // Data of a storage stay between its sections, its daemons do not: they need memory.
        for (StorageSession other : sessions.values()) {
          other.suspend();
        }
        Optional<String> label = section.get(0).storage();
        runSection(
            section,
            sessions.computeIfAbsent(
                label,
                unused ->
                    new StorageSession(
                        experiment.storage(label),
                        size,
                        experiment,
                        testbed,
                        facilities,
                        listener)));
      }
      trials.cleanUpAll();
    } finally {
      close(sessions.values());
    }
  }

  /** Closes all sessions, even if one cannot be closed. */
  private static void close(Collection<StorageSession> sessions) throws IOException {
    IOException first = null;
    for (StorageSession session : sessions) {
      try {
        session.close();
      } catch (IOException failed) {
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  /** Batches that follow one another on the same storage. */
  private static List<List<TrialBatch>> sections(List<TrialBatch> batches) {
    List<List<TrialBatch>> sections = new ArrayList<>();
    for (TrialBatch batch : batches) {
      if (sections.isEmpty()
          || !sections.get(sections.size() - 1).get(0).storage().equals(batch.storage())) {
        sections.add(new ArrayList<>());
      }
      sections.get(sections.size() - 1).add(batch);
    }
    return sections;
  }

  private void runSection(List<TrialBatch> batches, StorageSession session)
      throws IOException, InterruptedException {
    boolean eachTrial = experiment.fresh().equals(Optional.of(Fresh.TRIAL));
    if (!eachTrial && !prepare(batches, session)) {
      return;
    }
    for (TrialBatch batch : batches) {
      if (install(batch)) {
        runBatch(batch, session, eachTrial);
      }
      store.write();
    }
  }

  /** Starts the storage and prepares the inputs. If it does not start, all trials fail. */
  private boolean prepare(List<TrialBatch> batches, StorageSession session)
      throws IOException, InterruptedException {
    Storage storage;
    try {
      storage = session.open();
    } catch (IOException noStorage) {
      String reason = "the file system could not be started: " + noStorage.getMessage();
      for (TrialBatch batch : batches) {
        fail(batch.trials(), reason);
      }
      return false;
    }
    for (DataTier tier : DataTier.values()) {
      List<TrialBatch> onTier =
          batches.stream()
              .filter(batch -> DataTier.of(experiment, batch.framework()) == tier)
              .toList();
      prepare(batches.get(0).nodes(), onTier, storage, tier);
    }
    return true;
  }

  /** Empties the storage and prepares the input of one trial. If that fails, so does the trial. */
  private boolean renew(TrialBatch batch, TrialKey trial, StorageSession session)
      throws IOException, InterruptedException {
    listener.doing("emptying the file system" + trial.storage().map(it -> " " + it).orElse(""));
    try {
      session.empty();
    } catch (IOException full) {
      fail(List.of(trial), "the file system could not be emptied: " + full.getMessage());
      return false;
    }
    List<TrialBatch> alone =
        List.of(new TrialBatch(batch.nodes(), batch.storage(), batch.framework(), List.of(trial)));
    return prepare(alone, session) && !store.finished(trial);
  }

  /** Prepares the inputs of batches on a tier. If that fails for a workload, its trials fail. */
  private void prepare(int size, List<TrialBatch> batches, Storage storage, DataTier tier)
      throws IOException, InterruptedException {
    Set<String> wanted = new HashSet<>();
    batches.forEach(batch -> unfinished(batch.trials()).forEach(key -> wanted.add(key.workload())));
    DataSite site = testbed.dataSite(size, storage, tier);
    for (Map.Entry<String, TrialWorkload> workload : workloads.entrySet()) {
      String label = workload.getKey();
      if (wanted.contains(label)) {
        listener.doing(
            "preparing the input of " + label + (tier == DataTier.SSD ? " on SSDs" : ""));
        try {
          storage.makeDirectory(storage.inputs(tier), tier);
          workload.getValue().prepare(site);
        } catch (IOException | UncheckedIOException noInput) {
          String reason = "the input could not be prepared: " + noInput.getMessage();
          for (TrialBatch batch : batches) {
            fail(
                batch.trials().stream().filter(key -> key.workload().equals(label)).toList(),
                reason);
          }
        }
      }
    }
  }

  private boolean install(TrialBatch batch) throws IOException, InterruptedException {
    String label = batch.framework();
    if (installed.add(label)) {
      listener.doing("installing " + label);
      try {
        frameworks.get(label).install(site(batch, FileSystem.of("file:///")));
      } catch (IOException | UncheckedIOException failed) {
        uninstallable.put(label, "the framework could not be installed: " + failed.getMessage());
      }
    }
    if (uninstallable.containsKey(label)) {
      fail(batch.trials(), uninstallable.get(label));
      return false;
    }
    return true;
  }

  private Site site(TrialBatch batch, FileSystem files) {
    return testbed.site(
        batch.nodes(),
        experiment.network(experiment.framework(batch.framework())),
        files,
        facilities.cache());
  }

  /**
   * @param eachTrial whether each attempt has a file system that was empty before
   */
  private void runBatch(TrialBatch batch, StorageSession session, boolean eachTrial)
      throws IOException, InterruptedException {
    Deque<TrialKey> waiting = new ArrayDeque<>(unfinished(batch.trials()));
    while (!waiting.isEmpty()) {
      long start = System.nanoTime();
      try {
        if (!eachTrial) {
          deployAndRun(batch, waiting, session, start);
        } else if (renew(batch, waiting.peek(), session)) {
          deployAndRun(batch, new ArrayDeque<>(List.of(waiting.peek())), session, start);
        }
      } finally {
        endLeftovers(batch);
      }
      waiting.removeIf(store::finished);
    }
  }

  /**
   * Deploys the framework and runs trials until all are finished or the framework is broken.
   *
   * @param begin {@link System#nanoTime} when the work for the first trial began, for the estimate
   */
  private void deployAndRun(
      TrialBatch batch, Deque<TrialKey> waiting, StorageSession session, long begin)
      throws IOException, InterruptedException {
    Framework framework = frameworks.get(batch.framework());
    listener.doing("starting " + batch.framework());
    long start = begin;
    Deployment deployment;
    Storage storage;
    try {
      storage = session.open();
      Site site = site(batch, session.files(storage));
      clearWorkDirectory(site);
      deployment = framework.deploy(site);
    } catch (IOException | UncheckedIOException failed) {
      fail(List.copyOf(waiting), "the framework could not be started: " + failed.getMessage());
      waiting.clear();
      return;
    }
    boolean once = experiment.fresh().equals(Optional.of(Fresh.TRIAL));
    try (deployment) {
      boolean broken = false;
      while (!waiting.isEmpty() && !broken) {
        TrialKey key = waiting.peek();
        if (store.finished(key)) {
          // In a batch with several rounds, earlier ones may show that it is not needed.
          waiting.remove();
          continue;
        }
        broken = runAttempt(key, framework, deployment, storage) || once;
        estimate.add(key, (System.nanoTime() - start) / 1e9);
        start = System.nanoTime();
        if (store.finished(key)) {
          waiting.remove();
          store.stop(key).ifPresent(listener::stopped);
          if (store.last(key)) {
            trials.cleanUp(key);
          }
        }
      }
      listener.doing("stopping " + batch.framework());
    }
  }

  private boolean runAttempt(
      TrialKey key, Framework framework, Deployment deployment, Storage storage)
      throws IOException, InterruptedException {
    int number = store.nextAttempt(key);
    listener.trialStarting(
        key, number, store.done() + 1, store.total(), estimate.remaining(store.unfinished()));
    TrialRunner.Attempt attempt =
        trials.run(key, number, framework, deployment, workloads.get(key.workload()), storage);
    addResult(attempt.result());
    return attempt.broken();
  }

  private void addResult(TrialResult result) throws IOException {
    store.add(result);
    listener.trialEnded(result);
  }

  /** Records trials as failed without running them. */
  private void fail(List<TrialKey> keys, String reason) throws IOException {
    for (TrialKey key : keys) {
      // Failures may show that later ones are not needed.
      if (store.finished(key)) {
        continue;
      }
      int number = store.nextAttempt(key);
      directory.createTrial(key, number);
      addResult(trials.notStarted(key, number, reason));
      store.stop(key).ifPresent(listener::stopped);
    }
  }

  private void clearWorkDirectory(Site site) throws IOException, InterruptedException {
    String work = site.work().toString();
    List<String> line = new ArrayList<>(List.of("sh", "-c", CLEAR, "sh", tools(), work));
    site.files().spill().forEach(disk -> line.add(disk.toString()));
    Command command = Command.of(line);
    for (Node node : site.nodes()) {
      CommandResult result = node.run(testbed.marks().tools(), command, COMMAND_TIMEOUT);
      if (result.status() != 0) {
        throw new IOException(node.name() + ": " + result.errors().strip());
      }
    }
  }

  private String tools() {
    return testbed.work().resolve("tools").toString();
  }

  private void endLeftovers(TrialBatch batch) throws InterruptedException {
    for (Node node : testbed.cluster(batch.nodes())) {
      try {
        int ended = node.endAll(testbed.marks().framework(), GRACE);
        if (ended > 0) {
          listener.warning(
              "ended "
                  + ended
                  + (ended == 1 ? " process that " : " processes that ")
                  + batch.framework()
                  + " had left on "
                  + node.name());
        }
      } catch (IOException failed) {
        listener.warning(node.name() + ": " + failed.getMessage());
      }
    }
  }
}
