#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Hadoop's commands for the clients of one cluster; hadoop, hdfs, yarn and mapred are copies of this script. It reads
# JAVA_HOME, HADOOP_CLASSPATH and HADOOP_CLIENT_OPTS as Hadoop's own scripts do.
set -eu
classpath='@classpath@'${HADOOP_CLASSPATH:+:$HADOOP_CLASSPATH}
# A program that `athanor schedule` runs on this cluster has a copy of the configuration, with the tag of its applications.
if [ "${ATHANOR_SCHEDULE_CONFIGURATION:-}" = '@configuration@' ] && [ -d "${HADOOP_CONF_DIR:-}" ]; then
  classpath=$HADOOP_CONF_DIR:$classpath
else
  HADOOP_CONF_DIR='@configuration@'
fi
export HADOOP_CONF_DIR

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  fs | dfs) main=org.apache.hadoop.fs.FsShell ;;
  jar) main=org.apache.hadoop.util.RunJar ;;
  version) main=org.apache.hadoop.util.VersionInfo ;;
  dfsadmin) main=org.apache.hadoop.hdfs.tools.DFSAdmin ;;
  fsck) main=org.apache.hadoop.hdfs.tools.DFSck ;;
  storagepolicies) main=org.apache.hadoop.hdfs.tools.StoragePolicyAdmin ;;
  mover) main=org.apache.hadoop.hdfs.server.mover.Mover ;;
  balancer) main=org.apache.hadoop.hdfs.server.balancer.Balancer ;;
  distcp) main=org.apache.hadoop.tools.DistCp ;;
  job) main=org.apache.hadoop.mapred.JobClient ;;
  node) main=org.apache.hadoop.yarn.client.cli.NodeCLI ;;
  logs) main=org.apache.hadoop.yarn.client.cli.LogsCLI ;;
  app | application | applicationattempt | container)
    main=org.apache.hadoop.yarn.client.cli.ApplicationCLI
    set -- "$command" "$@"
    ;;
  classpath)
    echo "$classpath"
    exit
    ;;
  *.*) main=$command ;;
  *)
    echo "usage: ${0##*/} fs|jar|version|dfsadmin|fsck|storagepolicies|mover|balancer|distcp|job|node|logs|application|classpath|CLASS [ARGUMENT]..." >&2
    exit 2
    ;;
esac
# shellcheck disable=SC2086
exec "${JAVA_HOME:-@java@}/bin/java" ${HADOOP_CLIENT_OPTS:-} -cp "$classpath" "$main" "$@"
