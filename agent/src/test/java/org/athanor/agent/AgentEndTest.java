// SPDX-License-Identifier: Apache-2.0
package org.athanor.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.athanor.results.MeasureInfo;
import org.athanor.results.MonitorInfo.SampleInfo;
import org.junit.jupiter.api.Test;

/** An agent ends when its evaluator does, whatever a monitor of others does. */
class AgentEndTest {

  /** Has a thread that never ends, and never closes. */
  public static class Endless implements OwnMonitor {
    private final CountDownLatch never = new CountDownLatch(1);

    private void await() {
      try {
        never.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public String label() {
      return "Endless";
    }

    @Override
    public List<SampleInfo> samples() {
      return List.of();
    }

    @Override
    public List<MeasureInfo> totals() {
      return List.of();
    }

    @Override
    public void open() throws IOException {
      new Thread(this::await, "endless").start();
    }

    @Override
    public void begin() throws IOException {
      await();
    }

    @Override
    public double[] sample(double seconds) {
      return new double[0];
    }

    @Override
    public double[] end() {
      return new double[0];
    }

    @Override
    public void close() {
      await();
    }
  }

  /** Has a thread that never ends. */
  public static final class Threaded extends Endless {
    @Override
    public void close() {
      // Nothing else is open.
    }
  }

  private static Process start(Class<?> monitor) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-Xmx32m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Agent.class.getName(),
            "1000",
            "own=" + monitor.getName(),
            "ATHANOR_TEST_MARK")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static void awaitReady(Process agent) throws IOException {
    // The stream is not closed: the agent must not fail because of that.
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(agent.getInputStream(), StandardCharsets.UTF_8));
    assertThat(lines.readLine()).contains("\"ready\"", "\"own\"", "\"declared\":[{");
  }

  @Test
  void theEndOfItsInputIsItsEnd() throws Exception {
    Process threaded = start(Threaded.class);
    Process closing = start(Endless.class);
    Process beginning = start(Endless.class);
    try {
      for (Process agent : List.of(threaded, closing, beginning)) {
        awaitReady(agent);
      }
      beginning
          .getOutputStream()
          .write(
              "{\"command\":\"begin\",\"trial\":1,\"marks\":[]}\n"
                  .getBytes(StandardCharsets.UTF_8));
      for (Process agent : List.of(threaded, closing, beginning)) {
        agent.getOutputStream().close();
      }
      for (Process agent : List.of(threaded, closing, beginning)) {
        assertThat(agent.waitFor(30, TimeUnit.SECONDS)).isTrue();
      }
      assertThat(threaded.exitValue()).isZero();
      assertThat(closing.exitValue()).isEqualTo(AgentInput.STATUS_HALTED);
      assertThat(beginning.exitValue()).isEqualTo(AgentInput.STATUS_HALTED);
    } finally {
      for (Process agent : List.of(threaded, closing, beginning)) {
        agent.destroyForcibly();
      }
    }
  }
}
