// SPDX-License-Identifier: Apache-2.0
package org.athanor.simulator.schedule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Queues with shares of the cluster, as those of YARN's capacity scheduler: the queue that has the
 * least of its share is served first, the jobs of a queue first come, first served. What a queue
 * does not take, others do.
 */
public final class CapacityQueues<J extends JobShare> implements JobOrder<J> {
  /** A queue. */
  private static final class Queue<J extends JobShare> {
    private final String name;
    private final double share;
    private final Fifo<J> jobs = new Fifo<>();
    private int running;

    Queue(String name, double share) {
      this.name = name;
      this.share = share;
    }

    double used() {
      return running / share;
    }
  }

  private final List<Queue<J>> queues = new ArrayList<>();

  /**
   * Creates queues.
   *
   * @param shares by name, above 0; only their ratios count
   */
  public CapacityQueues(Map<String, Double> shares) {
    shares.forEach(
        (name, share) -> {
          if (!(share > 0) || Double.isInfinite(share)) {
            throw new IllegalArgumentException(
                "share of queue " + name + "=" + share + ": must be above 0 and finite");
          }
          queues.add(new Queue<>(name, share));
        });
    queues.sort(Comparator.comparing(queue -> queue.name));
  }

  private Queue<J> queueOf(J job) {
    for (Queue<J> queue : queues) {
      if (queue.name.equals(job.queue())) {
        return queue;
      }
    }
    throw new IllegalArgumentException(
        "queue "
            + job.queue()
            + " of a job: must be one of "
            + String.join(", ", queues.stream().map(queue -> queue.name).toList()));
  }

  @Override
  public void add(J job) {
    queueOf(job).jobs.add(job);
  }

  @Override
  public void remove(J job) {
    queueOf(job).jobs.remove(job);
  }

  @Override
  public void running(J job, int change) {
    queueOf(job).running += change;
  }

  @Override
  public boolean offer(Predicate<J> takes) {
    List<Queue<J>> order = new ArrayList<>(queues);
    order.sort(Comparator.<Queue<J>>comparingDouble(Queue::used).thenComparing(q -> q.name));
    for (Queue<J> queue : order) {
      if (queue.jobs.offer(takes)) {
        return true;
      }
    }
    return false;
  }
}
