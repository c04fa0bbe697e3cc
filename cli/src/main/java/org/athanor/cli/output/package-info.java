// SPDX-License-Identifier: Apache-2.0
/** Files that commands write. Entry class: {@link org.athanor.cli.output.OutputFile}. */
package org.athanor.cli.output;
