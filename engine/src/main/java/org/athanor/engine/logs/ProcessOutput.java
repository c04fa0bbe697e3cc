// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.apache.hadoop.util.GenericsUtil;
import org.athanor.engine.logs.ContainerLog.Kind;

/**
 * Copies the JVM's standard output, standard error and log to the {@link ContainerLog} of each
 * thread, while there are jobs that save their logs. The log is copied only if SLF4J uses Log4j, as
 * it does in Hadoop. Thread-safe.
 */
final class ProcessOutput {
  private static int taps;
  private static Tee out;
  private static Tee err;
  private static LogTap log;

  private ProcessOutput() {}

  /** Begins to copy, until {@link #untap} has been called as often as this method. */
  static synchronized void tap() {
    if (taps++ > 0) {
      return;
    }
    out = new Tee(System.out, Kind.STDOUT, "stdout.encoding");
    System.setOut(out);
    err = new Tee(System.err, Kind.STDERR, "stderr.encoding");
    System.setErr(err);
    if (GenericsUtil.isLog4jLogger(ProcessOutput.class)) {
      log = LogTap.install();
    }
  }

  /** Ends one {@link #tap}. After the last one, the original streams are restored. */
  static synchronized void untap() {
    if (--taps > 0) {
      return;
    }
    // A stream that other code has set meanwhile stays. It may write to the Tee, which still works.
    if (System.out == out) {
      System.setOut(out.original);
    }
    if (System.err == err) {
      System.setErr(err.original);
    }
    if (log != null) {
      log.remove();
    }
    out = null;
    err = null;
    log = null;
  }

  private static final class Tee extends PrintStream {
    final PrintStream original;

    Tee(PrintStream original, Kind kind, String encodingProperty) {
      super(
          new Copying(original, kind),
          true,
          Charset.forName(System.getProperty(encodingProperty, Charset.defaultCharset().name())));
      this.original = original;
    }
  }

  private static final class Copying extends OutputStream {
    private final PrintStream original;
    private final Kind kind;

    Copying(PrintStream original, Kind kind) {
      this.original = original;
      this.kind = kind;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      original.write(bytes, offset, length);
      ContainerLog log = ContainerLog.current();
      if (log != null) {
        log.write(kind, bytes, offset, length);
      }
    }

    @Override
    public void flush() {
      original.flush();
    }
  }
}
