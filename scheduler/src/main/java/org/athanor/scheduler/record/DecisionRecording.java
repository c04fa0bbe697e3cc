// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.athanor.scheduler.carbon.Electricity;
import org.athanor.scheduler.carbon.ElectricitySource;
import org.athanor.scheduler.policy.Decision;
import org.athanor.scheduler.policy.PendingJob;
import org.athanor.scheduler.policy.Policy;
import org.athanor.scheduler.policy.View;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes what a policy is asked and decides: lines of JSON, each an object whose member {@code is}
 * says what it is.
 *
 * <pre>
 * recording    version, policy, carbonBound if carbon or prices are looked at     the first line
 * electricity  amount, zones (of clusters), series (start, stepSeconds and values
 *              of zones)                                                          when it changes
 * decision     at, seed, jobs, clusters, rates, remoteReadPart: the view and all else that the
 *              policy is given; decided: what is to be done with each job that is ready
 * full         bytes                       the recording had no room for more; the last line
 * </pre>
 *
 * <p>Policies are given names of jobs and clusters, and numbers: no parameters, commands, settings
 * or paths, so none are in the file. A line is written whole, and at once.
 *
 * <p>A recording that cannot be written, or would get too long, ends. Whoever decides does not: the
 * user is told once. For one thread.
 */
public final class DecisionRecording implements Closeable {
  static final int VERSION = 1;

  /** How long a recording gets at most. */
  public static final long MOST_BYTES = 1L << 30;

  /** Kept free for the line that says that there is no room. */
  private static final int LAST_LINE = 100;

  private static final JsonMapper JSON = new JsonMapper();

  private final Path file;
  private final FileChannel out;
  private final long most;
  private final Consumer<String> notices;

  /** All that any view had, between which rates are recorded. */
  private final Set<String> clusters = new TreeSet<>();

  private long written;
  private boolean ended;
  private boolean decided;

  /** What was written last; null if there was none. */
  private Electricity electricity;

  private DecisionRecording(Path file, FileChannel out, long most, Consumer<String> notices) {
    this.file = file;
    this.out = out;
    this.most = most;
    this.notices = notices;
  }

  /**
   * Begins a recording, which only its owner may read.
   *
   * @param notices told why it ends, if it does before {@link #close}; by the thread that decides
   * @throws IOException if the file exists already, or cannot be written
   */
  public static DecisionRecording create(Path file, RecordedPolicy policy, Consumer<String> notices)
      throws IOException {
    return create(file, policy, MOST_BYTES, notices);
  }

  static DecisionRecording create(
      Path file, RecordedPolicy policy, long most, Consumer<String> notices) throws IOException {
    FileChannel channel;
    try {
      channel =
          FileChannel.open(
              file,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      throw new IOException(file + ": exists already; must be a new file", e);
    } catch (NoSuchFileException e) {
      throw new IOException(file + ": its directory does not exist", e);
    } catch (IOException e) {
      throw new IOException(file + ": " + reason(e), e);
    }
    DecisionRecording recording = new DecisionRecording(file, channel, most, notices);
    Map<String, Object> line = line("recording");
    line.put("version", VERSION);
    line.put("policy", policy.name());
    policy.carbonBound().ifPresent(bound -> line.put("carbonBound", bound));
    try {
      recording.put(line);
    } catch (IOException e) {
      recording.close();
      throw new IOException(file + ": " + reason(e), e);
    }
    return recording;
  }

  /** Why a file cannot be written, in a few words. */
  private static String reason(IOException error) {
    if (error instanceof AccessDeniedException) {
      return "this user may not write there";
    }
    if (error instanceof ClosedByInterruptException) {
      return "its thread was interrupted while it wrote";
    }
    String reason =
        error instanceof FileSystemException some ? some.getReason() : error.getMessage();
    return reason == null ? error.toString() : reason;
  }

  private static Map<String, Object> line(String what) {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("is", what);
    return line;
  }

  /** A policy that decides as another one does, and is recorded. */
  public Policy of(Policy policy) {
    return (view, now, seed) -> {
      if (ended) {
        return policy.decide(view, now, seed);
      }
      view.clusters().forEach(cluster -> clusters.add(cluster.name()));
      for (PendingJob job : view.jobs()) {
        clusters.addAll(job.input().at());
        clusters.addAll(job.input().arriving().keySet());
      }
      // A policy may keep a network, whose rates change when copies are measured.
      NotedNetwork network = new NotedNetwork(view.network(), clusters);
      View seen = new View(view.jobs(), view.clusters(), network);
      List<Decision> decisions = policy.decide(seen, now, seed);
      decided(new View(view.jobs(), view.clusters(), network.noted()), now, seed, decisions);
      return decisions;
    };
  }

  /** A source that knows what another one does, and is recorded. */
  public ElectricitySource of(ElectricitySource source) {
    return now -> {
      Electricity known = source.at(now);
      if (!known.equals(electricity) && !ended) {
        electricity = known;
        Map<String, Object> line = line("electricity");
        line.putAll(RecordedElectricity.json(known));
        write(line);
      }
      return known;
    };
  }

  private void decided(View view, Instant now, long seed, List<Decision> decisions) {
    decided = true;
    Map<String, Object> line = line("decision");
    line.put("at", now.toString());
    line.put("seed", seed);
    line.putAll(RecordedView.json(view));
    line.put("decided", decisions.stream().map(DecisionRecording::json).toList());
    write(line);
  }

  private static Map<String, Object> json(Decision decision) {
    RecordedDecision it = RecordedDecision.of(decision);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("job", it.job());
    json.put("action", it.action().name());
    it.cluster().ifPresent(cluster -> json.put("cluster", cluster));
    it.access().ifPresent(access -> json.put("access", access.name()));
    it.until().ifPresent(until -> json.put("until", until.toString()));
    json.put("reason", it.reason());
    return json;
  }

  private void write(Map<String, Object> line) {
    if (ended) {
      return;
    }
    try {
      if (!put(line)) {
        ended = true;
        Map<String, Object> last = line("full");
        last.put("bytes", most);
        append(bytes(last));
        notices.accept(
            file + ": has no room for more in " + most + " bytes; decisions are recorded no more");
      }
    } catch (IOException e) {
      ended = true;
      notices.accept(file + ": " + reason(e) + "; decisions are recorded no more");
    }
  }

  /** False if there is no room for it. */
  private boolean put(Map<String, Object> line) throws IOException {
    byte[] bytes = bytes(line);
    if (written + bytes.length + LAST_LINE > most) {
      return false;
    }
    append(bytes);
    return true;
  }

  private void append(byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      out.write(rest);
    }
    written += bytes.length;
  }

  private static byte[] bytes(Map<String, Object> line) {
    return (JSON.writeValueAsString(line) + "\n").getBytes(UTF_8);
  }

  /**
   * Ends it. If nothing was decided, as when a scheduler did not start, there is no file: it would
   * tell nothing, and the next start needs a new one. What fails is told as in {@link #create}.
   */
  @Override
  public void close() {
    ended = true;
    try {
      out.close();
      if (!decided) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      notices.accept(file + ": " + reason(e) + "; its end may be missing");
    }
  }
}
