// SPDX-License-Identifier: Apache-2.0
/**
 * {@code athanor doctor}: looks at the configuration of a deployment, and says what would go wrong.
 * A {@link org.athanor.cli.doctor.Check} looks at one thing; {@link
 * org.athanor.cli.doctor.Examination} runs the checks, each on a thread of its own for a bounded
 * time; {@link org.athanor.cli.doctor.Doctor} knows which checks there are. What a cluster says
 * comes from a {@link org.athanor.cli.doctor.Cluster}.
 */
package org.athanor.cli.doctor;
