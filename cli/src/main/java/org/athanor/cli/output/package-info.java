// SPDX-License-Identifier: Apache-2.0
/**
 * What commands write besides their result: files ({@link org.athanor.cli.output.OutputFile}) and
 * the line of a terminal that shows what they are at ({@link org.athanor.cli.output.ProgressText}).
 */
package org.athanor.cli.output;
