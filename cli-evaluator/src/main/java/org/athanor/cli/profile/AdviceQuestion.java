// SPDX-License-Identifier: Apache-2.0
package org.athanor.cli.profile;

import org.athanor.profile.run.Application;
import org.athanor.scheduler.catalogue.Advisor;

/**
 * What was asked for.
 *
 * @param bytes size of the input
 */
record AdviceQuestion(Application application, long bytes, Advisor.Goal goal) {}
