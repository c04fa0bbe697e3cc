// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.journal;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;

/**
 * Ends this process as SIGKILL does, without any code after it, at a record of a journal: a
 * transaction that changes something. Between the scheduler and the database, because the product
 * has no place for that.
 */
public final class HaltingJournal {
  /** As a shell says that SIGKILL ended a program. */
  public static final int KILLED = 137;

  private static final List<String> WRITES = List.of("INSERT", "UPDATE", "DELETE");

  private final Journal journal;
  private boolean isChanged; // since the last record
  private int left; // records until the end; 0 for never
  private boolean afterwards;

  private HaltingJournal(Journal journal) {
    this.journal = journal;
  }

  /** Opens the journal of a state directory, which ends nothing yet. */
  public static HaltingJournal open(Path directory) throws IOException {
    HaltingJournal halting = new HaltingJournal(Journal.open(directory));
    try {
      StateFile file = (StateFile) field(Journal.class, "file").get(halting.journal);
      Field connection = field(StateFile.class, "connection");
      Connection real = (Connection) connection.get(file);
      connection.set(
          file,
          Proxy.newProxyInstance(
              HaltingJournal.class.getClassLoader(),
              new Class<?>[] {Connection.class},
              (proxy, method, arguments) -> halting.call(real, method, arguments)));
      return halting;
    } catch (ReflectiveOperationException renamed) {
      throw new IOException(renamed);
    }
  }

  private static Field field(Class<?> of, String name) throws NoSuchFieldException {
    Field field = of.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  /** The journal. */
  public Journal journal() {
    return journal;
  }

  /**
   * Ends the process at a record from now on.
   *
   * @param record 1 for the next one
   * @param committed whether that record is on disk then, and what follows from it not done; else
   *     what was done is not on disk
   */
  public void haltAt(int record, boolean committed) {
    left = record;
    afterwards = committed;
  }

  private Object call(Connection real, Method method, Object[] arguments) throws Throwable {
    boolean isRecord = method.getName().equals("commit") && isChanged;
    if (method.getName().equals("prepareStatement")) {
      isChanged |= WRITES.stream().anyMatch(((String) arguments[0])::startsWith);
    } else if (method.getName().equals("rollback")) {
      isChanged = false;
    }
    if (isRecord) {
      isChanged = false;
      left--;
      halt(false);
    }
    Object result;
    try {
      result = method.invoke(real, arguments);
    } catch (InvocationTargetException failure) {
      throw failure.getCause();
    }
    if (isRecord) {
      halt(true);
    }
    return result;
  }

  private void halt(boolean committed) {
    if (left == 0 && committed == afterwards) {
      Runtime.getRuntime().halt(KILLED);
    }
  }
}
