// SPDX-License-Identifier: Apache-2.0
/**
 * The rules of a NameNode's plug-ins as a text that an administrator can read and write: tiers,
 * regions, which placement the files of a directory get, and how readers choose replicas. Entry
 * classes: {@link org.athanor.storage.rules.StorageRules}, {@link
 * org.athanor.storage.rules.RulesText}. Reading and writing the file is not done here.
 */
package org.athanor.storage.rules;
