/**
 * Writes simulated runs as results of an experiment, so that the report and comparisons of measured
 * runs show them, marked as simulated. Entry class: {@link
 * org.athanor.cli.simulated.SimulatedExperiment}.
 */
package org.athanor.cli.simulated;
