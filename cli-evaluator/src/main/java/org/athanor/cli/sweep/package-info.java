/**
 * Runs the variants of a scenario file with one seed or several, in threads of this process or in
 * processes of their own. Entry class: {@link org.athanor.cli.sweep.Sweep}.
 */
package org.athanor.cli.sweep;
