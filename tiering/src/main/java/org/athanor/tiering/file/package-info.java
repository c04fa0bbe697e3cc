// SPDX-License-Identifier: Apache-2.0
/** Files that are replaced whole or not at all: {@link org.athanor.tiering.file.Replacement}. */
package org.athanor.tiering.file;
