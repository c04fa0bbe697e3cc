// SPDX-License-Identifier: Apache-2.0
package org.athanor.engine.localize;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.athanor.engine.exit.TaskExit;

/**
 * Redirects the calls in a class file that affect the whole JVM: {@link
 * java.net.URL#setURLStreamHandlerFactory}, which a JVM allows once, to {@link UrlHandlers}; {@link
 * System#exit}, {@link Runtime#exit} and {@link Runtime#halt} to {@link TaskExit}, or, in a
 * driver's classes, to another class. To do so, it changes references in the constant pool (The
 * Java Virtual Machine Specification, §4.4). A call of an instance method becomes a call of a
 * static method with the object as first argument.
 */
public final class RedirectedCalls {
  private static final int MAX_CONSTANTS = 65_535;

  /** The kind of a method handle that calls a static method. */
  private static final byte REF_INVOKE_STATIC = 6;

  /**
   * A method whose calls are redirected to a static method of the same name.
   *
   * @param owner the method's class, as its internal name
   * @param newOwner the class of the static method, as its internal name
   * @param newType the descriptor of the static method if the original is an instance method; else
   *     empty, because the descriptor does not change
   */
  private record Call(String owner, String name, String newOwner, String newType) {
    Call(Class<?> owner, String name, Class<?> newOwner, String newType) {
      this(internal(owner), name, internal(newOwner), newType);
    }

    boolean isVirtual() {
      return !newType.isEmpty();
    }

    private static String internal(Class<?> type) {
      return type.getName().replace('.', '/');
    }
  }

  private static final String RUNTIME_TYPE = "(Ljava/lang/Runtime;I)V";

  /**
   * Calls that are redirected together.
   *
   * @param names the methods' names, as entries of a constant pool
   */
  private record Calls(List<Call> all, List<byte[]> names) {
    static Calls of(Call... calls) {
      return new Calls(
          List.of(calls),
          Arrays.stream(calls).map(Call::name).distinct().map(RedirectedCalls::constant).toList());
    }
  }

  private static final Calls OF_TASKS =
      Calls.of(
          new Call(java.net.URL.class, "setURLStreamHandlerFactory", UrlHandlers.class, ""),
          new Call(System.class, "exit", TaskExit.class, ""),
          new Call(Runtime.class, "exit", TaskExit.class, RUNTIME_TYPE),
          new Call(Runtime.class, "halt", TaskExit.class, RUNTIME_TYPE));

  private final List<Call> calls;
  private final ByteBuffer file;

  /** Offset of each constant in the file. */
  private final int[] offsets;

  private final int poolEnd;
  private final ByteArrayOutputStream added = new ByteArrayOutputStream();
  private final DataOutputStream constants = new DataOutputStream(added);
  private final BitSet virtual = new BitSet();
  private int count;

  private RedirectedCalls(List<Call> calls, byte[] classFile) {
    this.calls = calls;
    file = ByteBuffer.wrap(classFile);
    ConstantPool pool = new ConstantPool(classFile);
    offsets = pool.offsets();
    count = offsets.length;
    poolEnd = pool.end();
  }

  private static byte[] constant(String text) {
    return ("\u0001\u0000" + (char) text.length() + text).getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Returns the class file with redirected calls, or the same array if it has no such calls.
   *
   * @throws ClassFormatError if the array contains the name of such a method, but is not a valid
   *     class file
   */
  static byte[] in(byte[] classFile) {
    return redirect(OF_TASKS, classFile);
  }

  /**
   * Returns the class file with the calls of {@link System#exit} and {@link Runtime#exit}
   * redirected to others than a task's, or the same array if it has no such calls.
   *
   * @param target a public class with the public static methods {@code exit(int)} and {@code
   *     exit(Runtime, int)}, which the class must find by its name
   * @throws ClassFormatError as {@link #in}
   */
  public static byte[] ofExit(Class<?> target, byte[] classFile) {
    return redirect(
        Calls.of(
            new Call(System.class, "exit", target, ""),
            new Call(Runtime.class, "exit", target, RUNTIME_TYPE)),
        classFile);
  }

  private static byte[] redirect(Calls calls, byte[] classFile) {
    if (calls.names().stream().noneMatch(name -> contains(classFile, name))) {
      return classFile;
    }
    try {
      return new RedirectedCalls(calls.all(), classFile).redirect();
    } catch (IndexOutOfBoundsException e) {
      throw (ClassFormatError) new ClassFormatError("the class file is cut off").initCause(e);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // impossible: the streams are in memory
    }
  }

  private static boolean contains(byte[] bytes, byte[] wanted) {
    for (int i = 0; i <= bytes.length - wanted.length; i++) {
      if (bytes[i] == wanted[0]
          && Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private byte[] redirect() throws IOException {
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] > 0 && file.get(offsets[i]) == ConstantPool.METHOD_REFERENCE) {
        for (Call call : calls) {
          if (isOf(call, offsets[i])) {
            redirect(i, call);
            break;
          }
        }
      }
    }
    if (count == offsets.length) {
      return file.array();
    }
    if (count > MAX_CONSTANTS) {
      throw new ClassFormatError(
          "calls cannot be redirected: the class would have "
              + count
              + " constants (allowed: "
              + MAX_CONSTANTS
              + ")");
    }
    if (!virtual.isEmpty()) {
      redirectHandles();
      redirectInstructions();
    }
    return withConstants();
  }

  private boolean isOf(Call call, int reference) {
    int nameAndType = offsets[unsigned(reference + 3)];
    int owner = offsets[unsigned(reference + 1)];
    return isText(unsigned(nameAndType + 1), call.name())
        && isText(unsigned(owner + 1), call.owner());
  }

  private boolean isText(int constant, String expected) {
    int text = offsets[constant];
    return text > 0
        && file.get(text) == ConstantPool.UTF8
        && unsigned(text + 1) == expected.length()
        && new String(file.array(), text + 3, expected.length(), StandardCharsets.US_ASCII)
            .equals(expected);
  }

  private void redirect(int reference, Call call) throws IOException {
    int offset = offsets[reference];
    file.putShort(offset + 1, (short) addClass(call.newOwner()));
    if (call.isVirtual()) {
      file.putShort(offset + 3, (short) addNameAndType(call.name(), call.newType()));
      virtual.set(reference);
    }
  }

  private int addText(String text) throws IOException {
    constants.writeByte(ConstantPool.UTF8);
    constants.writeUTF(text);
    return count++;
  }

  private int addClass(String name) throws IOException {
    int text = addText(name);
    constants.writeByte(ConstantPool.CLASS);
    constants.writeShort(text);
    return count++;
  }

  private int addNameAndType(String name, String type) throws IOException {
    int nameText = addText(name);
    int typeText = addText(type);
    constants.writeByte(ConstantPool.NAME_AND_TYPE);
    constants.writeShort(nameText);
    constants.writeShort(typeText);
    return count++;
  }

  /** Redirects method handles, which expressions such as {@code runtime::exit} use. */
  private void redirectHandles() {
    for (int i = 1; i < offsets.length; i++) {
      int offset = offsets[i];
      if (offset > 0
          && file.get(offset) == ConstantPool.METHOD_HANDLE
          && virtual.get(unsigned(offset + 2))) {
        file.put(offset + 1, REF_INVOKE_STATIC);
      }
    }
  }

  private void redirectInstructions() {
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] > 0 && isText(i, "Code")) {
        new CodeScanner(file, poolEnd, i).scan(this::redirectInstruction);
      }
    }
  }

  private void redirectInstruction(int offset) {
    if (Byte.toUnsignedInt(file.get(offset)) == CodeScanner.INVOKE_VIRTUAL
        && virtual.get(unsigned(offset + 1))) {
      file.put(offset, (byte) CodeScanner.INVOKE_STATIC);
    }
  }

  private byte[] withConstants() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(file.capacity() + added.size());
    DataOutputStream out = new DataOutputStream(bytes);
    out.write(file.array(), 0, ConstantPool.COUNT_OFFSET);
    out.writeShort(count);
    out.write(file.array(), ConstantPool.OFFSET, poolEnd - ConstantPool.OFFSET);
    added.writeTo(out);
    out.write(file.array(), poolEnd, file.capacity() - poolEnd);
    return bytes.toByteArray();
  }

  private int unsigned(int offset) {
    return Short.toUnsignedInt(file.getShort(offset));
  }
}
