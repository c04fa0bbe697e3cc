// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.alert;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.athanor.scheduler.launch.Commands;

/**
 * Runs a program for each alert. Its standard input is a file with the alert, which only its owner
 * can read, so a program that does not read delays nobody.
 */
final class ProgramSender implements Sender {
  private final Hook hook;
  private final Hook.Program target;
  private final Commands commands;
  private final Path directory;
  private volatile boolean closed;

  /**
   * Makes it.
   *
   * @param directory for the files, which exists; absolute
   */
  ProgramSender(Hook hook, Hook.Program target, Commands commands, Path directory) {
    this.hook = hook;
    this.target = target;
    this.commands = commands;
    this.directory = directory;
  }

  @Override
  public Optional<String> send(Waiting alert) throws InterruptedException {
    Path file = directory.resolve(hook.name() + "-" + alert.sequence() + ".json");
    String tag = "hook:" + file;
    try {
      // What an earlier scheduler has started, and could not wait for.
      commands.end(tag);
      Files.deleteIfExists(file);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      try {
        Files.writeString(file, alert.json() + "\n", StandardCharsets.UTF_8);
        return commands.run(tag, target.words(), file, hook.limit(), () -> closed);
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException failed) {
      return Optional.of(target.words().get(0) + " cannot be run: " + failed.getMessage());
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
