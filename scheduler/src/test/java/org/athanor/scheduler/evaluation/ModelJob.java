// SPDX-License-Identifier: Apache-2.0
package org.athanor.scheduler.evaluation;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.athanor.scheduler.ledger.Resources;
import org.athanor.scheduler.policy.Offer;
import org.athanor.scheduler.predict.Prediction;
import org.athanor.scheduler.predict.Source;

/**
 * A job of the model.
 *
 * @param submitted seconds from the beginning
 * @param bytes of its input
 * @param at clusters that hold its input
 * @param seconds true duration by cluster, where the input is
 * @param joules true energy by cluster
 * @param allowedSeconds from its submission to its deadline; infinite if it has none
 */
record ModelJob(
    String name,
    double submitted,
    Resources needs,
    double bytes,
    Set<String> at,
    Map<String, Double> seconds,
    Map<String, Double> joules,
    double allowedSeconds) {

  /** What policies are told: true amounts, changed by an error. */
  Map<String, Offer> offers(DoubleUnaryOperator error) {
    Map<String, Offer> offers = new TreeMap<>();
    new TreeMap<>(seconds)
        .forEach(
            (cluster, amount) ->
                offers.put(
                    cluster,
                    new Offer(
                        Optional.of(exactly(error.applyAsDouble(amount))),
                        Optional.ofNullable(joules.get(cluster))
                            .map(each -> exactly(error.applyAsDouble(each))))));
    return offers;
  }

  private static Prediction exactly(double amount) {
    return new Prediction(amount, amount, amount, 0, Source.LINE, 0);
  }
}
