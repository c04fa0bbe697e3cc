// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/**
 * Ctrl-Z, and what lets a stopped process go on: a client passes both on to its driver. Stops this
 * process itself, since it has taken the signal's usual effect away.
 *
 * <p>Each signal has a thread of its own. Only the last one counts: a signal that a later one has
 * overtaken has no effect, so that this process is not stopped once the shell let it go on.
 *
 * <p>The JDK's class for handlers of signals is called by reflection, because compilers warn of it,
 * and cannot be told not to.
 */
class StopSignals implements InvocationHandler {
  private static final String PACKAGE = "sun.misc.";
  private static final String STOP = "TSTP";
  private static final int SIGCONT = 18;
  private static final int SIGSTOP = 19;

  private final UnixSocket session;
  private final Object arrivals = new Object();
  private volatile long last; // the largest number of a signal

  StopSignals(UnixSocket session) {
    this.session = session;
  }

  /**
   * Passes the signals on from now on. Where the JDK has no such class, they have their usual
   * effect, on this process only.
   */
  static void passTo(UnixSocket session) {
    try {
      Class<?> signal = Class.forName(PACKAGE.concat("Signal"));
      Class<?> handler = Class.forName(PACKAGE.concat("SignalHandler"));
      Object own =
          Proxy.newProxyInstance(
              StopSignals.class.getClassLoader(),
              new Class<?>[] {handler},
              new StopSignals(session));
      Method handle = signal.getMethod("handle", signal, handler);
      Object stop = signal.getConstructor(String.class).newInstance(STOP);
      Object former = handle.invoke(null, stop, own);
      if (former == handler.getField("SIG_IGN").get(null)) {
        handle.invoke(null, stop, former);
        return;
      }
      handle.invoke(null, signal.getConstructor(String.class).newInstance("CONT"), own);
    } catch (ReflectiveOperationException | IllegalArgumentException e) {
      // As without a session, but for the driver, which goes on.
    }
  }

  /**
   * Handles a signal, the only argument; the JDK calls only that method, on a new thread. One
   * thread of the JDK makes these in the order of the signals, which their identifiers thus tell.
   */
  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (!method.getName().equals("handle")) {
      throw new UnsupportedOperationException(method.getName());
    }
    handle(Thread.currentThread().getId(), arguments[0].toString().endsWith(STOP));
    return null;
  }

  /**
   * Handles a signal.
   *
   * @param number larger than those of the signals before, from 1
   * @param stops whether it is to stop the process; otherwise it lets it go on
   */
  final void handle(long number, boolean stops) {
    synchronized (arrivals) {
      last = Math.max(last, number);
    }
    synchronized (this) { // So that the driver gets signals in their order.
      if (number < last) {
        return;
      }
      send(stops ? SIGSTOP : SIGCONT);
      if (stops && number == last) {
        stopThisProcess();
      }
    }
  }

  void send(int signal) {
    try {
      session.send(Message.of(Message.Kind.SIGNAL, Integer.toString(signal)));
    } catch (IOException e) {
      // The main thread sees that the session has ended.
    }
  }

  void stopThisProcess() {
    Libc.stopThisProcess();
  }
}
