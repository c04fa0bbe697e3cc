// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.session;

import com.sun.jna.Function;
import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Map;

/**
 * The calls of the system's C library that the JDK has no method for: descriptors that are passed
 * through a Unix socket, and the properties of a process. For Linux on processors with 64 bits
 * whose constants are those of x86-64 ({@link #isSupported}). Functions are called by name, because
 * a mapped interface would double the time in which a client starts. Thread-safe.
 */
public final class Libc {
  static final int SOL_SOCKET = 1;

  private static final int AF_UNIX = 1;
  private static final int SOCK_STREAM = 1;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int SO_PEERCRED = 17;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int SCM_RIGHTS = 1;
  private static final int SIG_SETMASK = 2;
  private static final int EINTR = 4;
  private static final int SIGSTOP = 19;
  private static final int TIOCGWINSZ = 0x5413;
  private static final int F_DUPFD_CLOEXEC = 1030;
  private static final int SHUT_RDWR = 2;

  /** Bytes of the path in a {@code sockaddr_un}, the final zero included. */
  private static final int MAX_PATH = 108;

  private static final int CONTROL_HEADER = 16;
  private static final int MAX_DESCRIPTORS = 8;
  private static final int SIGNAL_SET = 128;

  private static final NativeLibrary PROCESS = NativeLibrary.getProcess();

  private Libc() {}

  /** Returns whether this system has the calls, with the constants of this class. */
  public static boolean isSupported() {
    String processor = System.getProperty("os.arch");
    return System.getProperty("os.name").equals("Linux")
        && (processor.equals("amd64") || processor.equals("aarch64"));
  }

  /**
   * What a process has received.
   *
   * @param bytes how many, 0 at the end of the stream
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Received(int bytes, int[] descriptors) {}

  /**
   * The process at the other end of a socket, as the kernel knows it.
   *
   * @param process its identifier
   * @param user its effective user
   */
  record Peer(int process, int user) {}

  private static int call(String name, Object... arguments) throws IOException {
    while (true) {
      int result = function(name).invokeInt(arguments);
      if (result >= 0) {
        return result;
      }
      int error = Native.getLastError();
      if (error != EINTR) {
        throw new IOException(message(name, error));
      }
    }
  }

  private static String message(String name, int error) {
    return name.concat(": ").concat(function("strerror").invokeString(new Object[] {error}, false));
  }

  private static Function function(String name) {
    return PROCESS.getFunction(name);
  }

  /** Opens a Unix socket that belongs to this process only. */
  static int socket() throws IOException {
    return call("socket", AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  }

  static void connect(int socket, String path) throws IOException {
    Memory address = address(path);
    call("connect", socket, address, (int) address.size());
  }

  static void bind(int socket, String path) throws IOException {
    Memory address = address(path);
    call("bind", socket, address, (int) address.size());
  }

  static void listen(int socket, int waiting) throws IOException {
    call("listen", socket, waiting);
  }

  static int accept(int socket) throws IOException {
    return call("accept4", socket, Pointer.NULL, Pointer.NULL, SOCK_CLOEXEC);
  }

  /** Ends both directions; a thread that waits for data of the socket sees its end. */
  static void shutdown(int socket) throws IOException {
    call("shutdown", socket, SHUT_RDWR);
  }

  public static void close(int descriptor) {
    int unused = function("close").invokeInt(new Object[] {descriptor});
  }

  /** Returns the effective user of this process. */
  static int user() {
    return function("geteuid").invokeInt(new Object[] {});
  }

  static Peer peer(int socket) throws IOException {
    Memory credentials = new Memory(12);
    Memory size = new Memory(4);
    size.setInt(0, (int) credentials.size());
    call("getsockopt", socket, SOL_SOCKET, SO_PEERCRED, credentials, size);
    return new Peer(credentials.getInt(0), credentials.getInt(4));
  }

  private static Memory address(String path) throws IOException {
    byte[] bytes = path.getBytes(Charset.forName(System.getProperty("sun.jnu.encoding")));
    if (bytes.length >= MAX_PATH) {
      throw new IOException(
          path.concat(": is too long for a socket; must be shorter than 108 bytes"));
    }
    Memory address = new Memory(2 + MAX_PATH);
    address.clear();
    address.setShort(0, (short) AF_UNIX);
    address.write(2, bytes, 0, bytes.length);
    return address;
  }

  /** Sends a part of the bytes, with copies of descriptors; returns how many bytes were sent. */
  static int send(int socket, byte[] bytes, int offset, int length, int... descriptors)
      throws IOException {
    Memory data = new Memory(length);
    data.write(0, bytes, offset, length);
    Memory control = null;
    if (descriptors.length > 0) {
      control = new Memory(controlSize(descriptors.length));
      control.clear();
      control.setLong(0, CONTROL_HEADER + 4L * descriptors.length);
      control.setInt(8, SOL_SOCKET);
      control.setInt(12, SCM_RIGHTS);
      control.write(CONTROL_HEADER, descriptors, 0, descriptors.length);
    }
    return call("sendmsg", socket, header(vector(data), control), MSG_NOSIGNAL);
  }

  /** Receives up to {@code length} bytes, and the descriptors that came with them. */
  static Received receive(int socket, byte[] bytes, int offset, int length) throws IOException {
    Memory data = new Memory(length);
    Memory control = new Memory(controlSize(MAX_DESCRIPTORS));
    control.clear();
    Memory header = header(vector(data), control);
    int received = call("recvmsg", socket, header, MSG_CMSG_CLOEXEC);
    data.read(0, bytes, offset, received);
    int[] descriptors = {};
    if (header.getLong(40) >= CONTROL_HEADER
        && control.getInt(8) == SOL_SOCKET
        && control.getInt(12) == SCM_RIGHTS) {
      descriptors =
          control.getIntArray(CONTROL_HEADER, (int) (control.getLong(0) - CONTROL_HEADER) / 4);
    }
    return new Received(received, descriptors);
  }

  private static long controlSize(int descriptors) {
    return CONTROL_HEADER + (4L * descriptors + 7) / 8 * 8;
  }

  private static Memory vector(Memory data) {
    Memory vector = new Memory(16);
    vector.setPointer(0, data);
    vector.setLong(8, data.size());
    return vector;
  }

  private static Memory header(Memory vector, Memory control) {
    Memory header = new Memory(56);
    header.clear();
    header.setPointer(16, vector);
    header.setLong(24, 1);
    if (control != null) {
      header.setPointer(32, control);
      header.setLong(40, control.size());
    }
    return header;
  }

  /** Makes {@code target} a copy of {@code descriptor}, which stays open. */
  public static void duplicate(int descriptor, int target) throws IOException {
    call("dup2", descriptor, target);
  }

  /** Returns a copy of a descriptor, from 10 on, which children do not inherit. */
  public static int copy(int descriptor) throws IOException {
    return call("fcntl", descriptor, F_DUPFD_CLOEXEC, 10);
  }

  /** Changes the working directory of this process. */
  public static void changeDirectory(String directory) throws IOException {
    call("chdir", directory);
  }

  /** Sets which permissions new files of this process do not get. */
  public static void setUmask(int mask) {
    int unused = function("umask").invokeInt(new Object[] {mask});
  }

  /**
   * Replaces the environment that native code of this process sees. The C library keeps each value
   * that was ever set in memory.
   */
  public static void setEnvironment(Iterable<? extends Map.Entry<String, String>> variables)
      throws IOException {
    call("clearenv");
    for (Map.Entry<String, String> variable : variables) {
      call("setenv", variable.getKey(), variable.getValue(), 1);
    }
  }

  /** Sends a signal to a process; to the processes of a group, if its number is negative. */
  public static void signal(long process, int signal) throws IOException {
    call("kill", (int) process, signal);
  }

  /** Stops this process, until another one lets it go on. */
  static void stopThisProcess() {
    int process = function("getpid").invokeInt(new Object[] {});
    int unused = function("kill").invokeInt(new Object[] {process, SIGSTOP});
  }

  /** Makes this process the leader of a new group, which its children belong to. */
  public static void leadGroup() throws IOException {
    call("setpgid", 0, 0);
  }

  /** Gives a signal its usual effect again, which programs that this process starts inherit. */
  static void resetSignal(int signal) {
    Pointer unused = function("signal").invokePointer(new Object[] {signal, Pointer.NULL});
  }

  /** Makes this process the leader of a session without a terminal. */
  static void leaveTerminal() throws IOException {
    call("setsid");
  }

  /** Returns the width of the terminal that a descriptor is open for; 0 if that is none. */
  static int columns(int descriptor) {
    Memory size = new Memory(8);
    size.clear();
    int result = function("ioctl").invokeInt(new Object[] {descriptor, (long) TIOCGWINSZ, size});
    if (result < 0) {
      return 0;
    }
    int columns = Short.toUnsignedInt(size.getShort(2));
    return columns == 0 ? 80 : columns;
  }

  /**
   * Replaces this process by another program, which gets this one's environment, descriptors and
   * working directory.
   *
   * @throws IOException if that fails; otherwise the method does not return
   */
  static void execute(String program, String... words) throws IOException {
    Memory none = new Memory(SIGNAL_SET);
    none.clear();
    // The JVM has blocked a signal in its threads.
    int unused =
        function("pthread_sigmask").invokeInt(new Object[] {SIG_SETMASK, none, Pointer.NULL});
    call("execv", program, words(words));
  }

  static Pointer words(String... words) {
    return new StringArray(words);
  }
}
