// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.scheduler;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import org.athanor.scheduler.journal.StateDirectory;
import org.athanor.scheduler.service.Requests;
import org.athanor.scheduler.service.Scheduler;

/** Lets a scheduler look at requests as soon as they are there. */
final class RequestWatch implements Closeable {
  private final Scheduler scheduler;
  private final Requests requests;
  private final WatchService watch;

  RequestWatch(StateDirectory directory, Scheduler scheduler) throws IOException {
    this.scheduler = scheduler;
    this.requests = new Requests(directory.requests());
    this.watch = directory.requests().getFileSystem().newWatchService();
    directory.requests().register(watch, StandardWatchEventKinds.ENTRY_CREATE);
    Thread watcher = new Thread(this::watch, "athanor-requests");
    watcher.setDaemon(true);
    watcher.start();
  }

  /** Looks at those that are there. */
  void serve() {
    scheduler.later(() -> requests.serve(scheduler));
  }

  private void watch() {
    try {
      while (true) {
        WatchKey key = watch.take();
        key.pollEvents();
        serve();
        key.reset();
      }
    } catch (InterruptedException | ClosedWatchServiceException ended) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    watch.close();
  }
}
