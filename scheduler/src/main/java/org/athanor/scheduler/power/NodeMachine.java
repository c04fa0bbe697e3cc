// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.power;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.athanor.scheduler.clusters.PowerDown;
import org.athanor.scheduler.clusters.PowerDown.Hook;
import org.athanor.yaml.text.TimeSpan;

/**
 * Decides what happens next to a node. A function of state, event and time: it reads no clock, does
 * no I/O, and nothing in it is random.
 *
 * <p>Invariants: a node is switched off only after HDFS said that it is in maintenance, and after
 * the files were found available without it and without all others that are leaving, by a question
 * that was asked when it was in maintenance already, so that HDFS wrote nothing to it any more. It
 * goes into maintenance only after that was found when it was drained, too: otherwise HDFS would
 * have to copy blocks. At most one command of a node runs; while one could not be ended, no other
 * is begun. What {@code off} does may come late: a node is not on again before HDFS hears of it for
 * so long after that, that it would be off by then. Whatever fails, the node is then switched on,
 * or back into service; that is tried until it succeeds. A node that somebody else takes out of
 * service is left to them: its state is ON, and no command is run for it.
 */
public final class NodeMachine {
  /** A node that HDFS hears of so long after it was switched off is on. */
  static final Duration STILL_HEARD = Duration.ofMinutes(2);

  /** So long after that, {@code off} may still switch off a node that has said that it is on. */
  static final Duration LATE_OFF = Duration.ofHours(1);

  /** After so many failures, a node that does not return is looked at more closely. */
  static final int SOME_FAILURES = 2;

  /** Between tries to bring a node back, twice as much after each failure. */
  static final Duration TRY_AGAIN = Duration.ofSeconds(30);

  static final Duration MOST_BETWEEN_TRIES = Duration.ofHours(1);

  /** How long a node is left on when it could not be switched off. */
  static final Duration REFUSED = Duration.ofHours(1);

  private static final String DECOMMISSIONED = "somebody has decommissioned it in HDFS";

  private final PowerDown.Times times;
  private final Duration stay;

  /**
   * Makes a machine for the nodes of a cluster.
   *
   * @param stay how long a node is on at least after it was off
   */
  public NodeMachine(PowerDown.Times times, Duration stay) {
    this.times = times;
    this.stay = stay;
  }

  /** The next state, and what to do then. */
  public Step step(NodeState state, Event event, Instant now) {
    Transition transition = new Transition(state, now);
    if (event instanceof Event.Sleep sleep) {
      transition.sleep(sleep.reason());
    } else if (event instanceof Event.Wake wake) {
      transition.wake(wake.reason(), wake.risk());
    } else if (event instanceof Event.HookEnded ended) {
      if (state.open() && ended.serial() == state.serial()) {
        transition.hookEnded(ended.failure(), ended.runs());
      }
    } else if (event instanceof Event.Answered answer) {
      if (state.open() && answer.serial() == state.serial()) {
        transition.answered(answer.refusal());
      }
    } else if (event instanceof Event.Seen seen) {
      transition.seen(seen.health());
    } else if (event instanceof Event.Tick) {
      transition.tick();
    } else if (event instanceof Event.Restarted) {
      transition.restarted();
    }
    return new Step(transition.state, transition.commands);
  }

  /**
   * When a node that is off must be switched on, so that it has booted before its maintenance ends.
   */
  private Instant latestBoot(Instant until) {
    return until.minus(times.back());
  }

  /** One step. */
  private final class Transition {
    private final Instant now;
    private final List<Command> commands = new ArrayList<>();
    private NodeState state;

    Transition(NodeState state, Instant now) {
      this.state = state;
      this.now = now;
    }

    private Optional<Instant> in(Duration time) {
      return Optional.of(now.plus(time));
    }

    private void run(Hook hook) {
      state = state.asking();
      commands.add(new Command.RunHook(hook, state.serial(), state.until(), state.first()));
    }

    private void ask() {
      state = state.asking();
    }

    // ---- to off ------------------------------------------------------------------------------

    void sleep(String reason) {
      if (state.phase() == Phase.ON && !now.isBefore(state.quiet())) {
        state = state.to(Phase.CHECK, now, reason, Optional.empty());
        ask();
      }
    }

    private void drain() {
      state = state.to(Phase.DRAIN, now, state.reason(), in(times.drain()));
      run(Hook.DRAIN);
    }

    private void askDrained() {
      state = state.to(Phase.DRAINED, now, state.reason(), Optional.empty());
      ask();
    }

    private void enterMaintenance() {
      state =
          state
              .to(Phase.ENTERING_MAINTENANCE, now, state.reason(), in(times.drain()))
              .until(in(times.maintenance()));
      run(Hook.MAINTENANCE);
    }

    private void askInMaintenance() {
      state =
          state.to(
              Phase.IN_MAINTENANCE,
              now,
              state.reason(),
              Optional.of(latestBoot(state.until().orElseThrow())));
      ask();
    }

    private void switchOff() {
      state =
          state
              .to(Phase.SWITCHING_OFF, now, state.reason(), Optional.empty())
              .doubtedUntil(now.plus(times.hook()).plus(STILL_HEARD));
      run(Hook.OFF);
    }

    // ---- to on -------------------------------------------------------------------------------

    void wake(String reason, boolean risk) {
      switch (state.phase()) {
        case CHECK -> stayOn(reason, Duration.ZERO);
        case ENTERING_MAINTENANCE -> {
          restore(reason);
          state = risk ? state.quietUntil(now.plus(REFUSED)) : state;
        }
        case DRAIN, DRAINED, IN_MAINTENANCE -> restore(reason);
        case SWITCHING_OFF -> state = state.wake().isPresent() ? state : state.wanted(reason);
        case OFF -> boot(reason);
        case ON, BOOT, RETURN -> {}
      }
    }

    private void stayOn(String reason, Duration quiet) {
      state =
          state
              .answered()
              .to(Phase.ON, now, reason, Optional.empty())
              .until(Optional.empty())
              .failed(0)
              .quietUntil(now.plus(quiet));
    }

    /** Not switched off: back into service, whatever was done. */
    private void restore(String reason) {
      state = state.to(Phase.RETURN, now, reason, in(patience()));
      run(Hook.RESTORE);
    }

    /** It did not work: back into service. */
    private void giveUp(String reason) {
      boolean refused = state.phase() == Phase.CHECK;
      if (refused) {
        stayOn(reason, REFUSED);
      } else {
        restore(reason);
        state = state.quietUntil(now.plus(REFUSED));
      }
    }

    /** Somebody else took it out of service: what they did must not be taken back. */
    private void leave(String what) {
      stayOn(what, REFUSED);
      commands.add(
          new Command.Notify("is left alone: " + what + "; what drain did is theirs to take back"));
    }

    private void boot(String reason) {
      state = state.to(Phase.BOOT, now, reason, in(patience()));
      run(Hook.ON);
    }

    /** For a command and what it is to bring about. */
    private Duration patience() {
      return times.hook().plus(times.boot());
    }

    private Duration pause() {
      Duration pause = TRY_AGAIN.multipliedBy(1L << Math.min(20, state.failures()));
      return pause.compareTo(MOST_BETWEEN_TRIES) > 0 ? MOST_BETWEEN_TRIES : pause;
    }

    /** Trying to bring it back is done again, later. */
    private void again(String what) {
      Duration pause = pause();
      state = state.pausedUntil(now.plus(pause), what);
      commands.add(new Command.Notify(what + "; tried again in " + TimeSpan.format(pause)));
    }

    // ---- what happens ------------------------------------------------------------------------

    void hookEnded(Optional<String> failure, boolean runs) {
      state = runs ? state : state.answered();
      switch (state.phase()) {
        case DRAIN, ENTERING_MAINTENANCE -> failure.ifPresent(this::giveUp);
        case SWITCHING_OFF -> switchedOff(failure);
        case BOOT -> {
          if (state.first() < state.serial()) {
            state = state.doubtedUntil(now.plus(STILL_HEARD)); // off may have been ended for it
          }
          if (failure.isPresent()) {
            again("is not switched on: " + failure.get());
          } else {
            // What HDFS heard before may be from a node that was still being switched off.
            state = state.to(Phase.BOOT, now, state.reason(), state.next());
          }
        }
        case RETURN -> failure.ifPresent(why -> again("is not back in service: " + why));
        case ON, CHECK, DRAINED, IN_MAINTENANCE, OFF -> {}
      }
    }

    private void switchedOff(Optional<String> failure) {
      state = state.doubtedUntil(now.plus(STILL_HEARD));
      if (failure.isPresent()) {
        // Whether it is off is not known.
        boot(failure.get());
        state = state.quietUntil(now.plus(REFUSED));
      } else if (state.wake().isPresent()) {
        boot(state.wake().get());
      } else {
        state =
            state.to(
                Phase.OFF,
                now,
                state.reason(),
                Optional.of(latestBoot(state.until().orElseThrow())));
      }
    }

    void answered(Optional<String> refusal) {
      state = state.answered();
      if (refusal.isPresent()) {
        giveUp(refusal.get());
      } else if (state.phase() == Phase.CHECK) {
        drain();
      } else if (state.phase() == Phase.DRAINED) {
        enterMaintenance();
      } else if (state.phase() == Phase.IN_MAINTENANCE) {
        switchOff();
      }
    }

    void seen(NodeHealth health) {
      boolean done = !state.open();
      boolean maintained = health.storage() == NodeHealth.Storage.IN_MAINTENANCE;
      boolean decommissioned = health.storage() == NodeHealth.Storage.DECOMMISSION;
      boolean heard =
          health.live()
              && health.heard().isAfter(state.since())
              && health.heard().isAfter(state.doubt());
      switch (state.phase()) {
        case CHECK -> {
          if (!health.inService()) {
            stayOn("it is not in service", REFUSED);
          }
        }
        case DRAIN -> {
          if (done && health.storage() != NodeHealth.Storage.IN_SERVICE) {
            leave("somebody has taken it out of HDFS's service");
          } else if (done && health.drained()) {
            askDrained();
          }
        }
        case DRAINED -> {
          if (health.storage() != NodeHealth.Storage.IN_SERVICE) {
            leave("somebody has taken it out of HDFS's service");
          }
        }
        case ENTERING_MAINTENANCE -> {
          if (done && decommissioned) {
            leave(DECOMMISSIONED);
          } else if (done && maintained) {
            askInMaintenance();
          }
        }
        case IN_MAINTENANCE -> {
          if (decommissioned) {
            leave(DECOMMISSIONED);
          } else if (!maintained) {
            giveUp("HDFS has taken it out of maintenance");
          }
        }
        case OFF -> {
          if (!maintained) {
            boot("HDFS has taken it out of maintenance");
          } else if (health.heard().isAfter(state.since().plus(STILL_HEARD))) {
            boot("it is on, though it was switched off");
          }
        }
        case BOOT -> {
          if (done && decommissioned && (heard || state.paused())) {
            leave(DECOMMISSIONED);
          } else if (done && !state.paused() && heard) {
            state = state.failed(0).to(Phase.RETURN, now, state.reason(), in(patience()));
            run(Hook.RESTORE);
          }
        }
        case RETURN -> {
          if (done && decommissioned) {
            leave(DECOMMISSIONED);
          } else if (state.paused() && !health.live()) {
            boot("HDFS does not hear of it");
          } else if (done && !state.paused() && health.inService()) {
            Instant quiet = now.plus(stay);
            quiet = quiet.isBefore(state.quiet()) ? state.quiet() : quiet;
            stayOn(state.reason(), Duration.between(now, quiet));
          } else if (done && state.failures() >= SOME_FAILURES && lacksManager(health)) {
            sayOnce("its NodeManager does not run; restore must start it");
          }
        }
        case ON -> {
          if (isSilent(health)) {
            boot("HDFS does not hear of it since it was switched off and on");
          }
        }
        case SWITCHING_OFF -> {}
      }
    }

    private static boolean lacksManager(NodeHealth health) {
      return health.live() && health.storage() == NodeHealth.Storage.IN_SERVICE && health.drained();
    }

    private void sayOnce(String what) {
      if (!what.equals(state.reason())) {
        state = state.because(what);
        commands.add(new Command.Notify(what));
      }
    }

    /**
     * What was switched off lately, and on again before it was off, has then gone off after all.
     * Others are silent because somebody wants that, or because they are broken.
     */
    private boolean isSilent(NodeHealth health) {
      // A NameNode that was started again has not heard of it yet.
      Instant last = health.heard().equals(Instant.EPOCH) ? state.since() : health.heard();
      return !health.live()
          && (health.storage() == NodeHealth.Storage.IN_SERVICE
              || health.storage() == NodeHealth.Storage.NONE)
          && state.doubt().isAfter(Instant.EPOCH)
          && last.isBefore(state.doubt().plus(LATE_OFF))
          && last.plus(times.boot()).isBefore(now);
    }

    void tick() {
      if (state.next().isEmpty() || state.next().get().isAfter(now)) {
        return;
      }
      switch (state.phase()) {
        case DRAIN -> giveUp("its containers have not ended in " + TimeSpan.format(times.drain()));
        case ENTERING_MAINTENANCE ->
            giveUp("HDFS has not taken it into maintenance in " + TimeSpan.format(times.drain()));
        case IN_MAINTENANCE, OFF -> wake("its maintenance in HDFS ends soon", false);
        case BOOT -> retryOrPause(Hook.ON, "HDFS has not heard of it in time");
        case RETURN -> retryOrPause(Hook.RESTORE, "is not back in service in time");
        case ON, CHECK, DRAINED, SWITCHING_OFF -> {}
      }
    }

    private void retryOrPause(Hook hook, String late) {
      if (state.paused()) {
        state = state.to(state.phase(), now, state.reason(), in(patience()));
        run(hook);
      } else {
        again(late);
      }
    }

    /** What was to be done is done again; what ran then is ended. */
    void restarted() {
      switch (state.phase()) {
        case CHECK -> stayOn("the scheduler was started again", Duration.ZERO);
        case DRAIN -> resume(Hook.DRAIN);
        case ENTERING_MAINTENANCE -> resume(Hook.MAINTENANCE);
        case DRAINED, IN_MAINTENANCE -> ask();
        case SWITCHING_OFF -> {
          state =
              state
                  .to(
                      Phase.BOOT,
                      now,
                      "the scheduler ended while it was switched off",
                      in(patience()))
                  .doubtedUntil(now.plus(times.hook()).plus(STILL_HEARD));
          run(Hook.ON);
        }
        case BOOT -> resume(Hook.ON);
        case RETURN -> resume(Hook.RESTORE);
        case ON, OFF -> {}
      }
    }

    private void resume(Hook hook) {
      if (state.open() && !state.paused()) {
        run(hook);
      }
    }
  }
}
