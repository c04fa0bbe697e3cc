# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
#
# The common part of the scripts in this directory. Each runs the programs of an application on Hadoop's local
# framework and on Athanor and compares their outputs. They need a JDK, Python 3 and Maven Central. With the option
# --yarn, where a script has it, Athanor's jobs run in containers of a YARN, and the data are in its HDFS, at the same paths:
# of the cluster whose clients' configuration is in $CLUSTER_CONF, or of one that the script starts, and stops at its end.
set -euo pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
root=$(readlink -f "$here/../..")
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
javac=${JAVA_HOME:+$JAVA_HOME/bin/}javac
jar=${JAVA_HOME:+$JAVA_HOME/bin/}jar
application=$(basename "$0")

# Sets $work, the directory of data, outputs and logs: the given one, which is kept, or a temporary one. Functions in
# the array at_end are always called at the end.
begin() { # [--yarn] [DIRECTORY]
  on_yarn=
  if [ "${1:-}" = --yarn ]; then
    on_yarn=yes
    shift
  fi
  work=${1:-$(mktemp -d)}
  mkdir -p "$work"
  work=$(readlink -f "$work")
  temporary=$([ $# -gt 0 ] || echo yes)
  at_end=()
  trap end EXIT
  rm -rf "$work/data" "$work/local" "$work/athanor"
  mkdir -p "$work/data" "$work/lib"
  "$root/athanor" --version > /dev/null
  dist=$root/target/dist/$(cat "$root/target/dist/built")
  engine=$(jars "$dist/lib/engine" .):$(jars "$dist/lib/hadoop" .)
}

# For scripts without --yarn: the reason.
only_embedded() { # reason
  [ -z "$on_yarn" ] || { echo "$application: not with --yarn: $1" >&2; exit 2; }
}

# Sets $cluster, the directory of its clients' configuration.
start_cluster() {
  local environment
  cluster=${CLUSTER_CONF:-}
  [ -z "$cluster" ] || return 0
  rm -rf "$work/cluster"
  at_end+=(stop_cluster)
  environment=$("$root/athanor" cluster start --nodes 2 --dir "$work/cluster")
  cluster=$(eval "$environment"; echo "$HADOOP_CONF_DIR")
}

stop_cluster() {
  "$root/athanor" cluster stop --dir "$work/cluster"
}

end() {
  local status=$? action
  trap - EXIT
  for action in ${at_end[@]+"${at_end[@]}"}; do
    "$action" || true
  done
  [ -z "$temporary" ] || rm -rf "$work"
  exit "$status"
}

# Fetches artifacts with all their dependencies to $work/lib.
fetch() { # group:artifact:version[:classifier] ...; -GROUP excludes the artifacts of a group
  local one group name version classifier exclusions= dependencies=
  for one in "$@"; do
    [[ "$one" != -* ]] || exclusions+="<exclusion><groupId>${one#-}</groupId><artifactId>*</artifactId></exclusion>"
  done
  for one in "$@"; do
    [[ "$one" != -* ]] || continue
    IFS=: read -r group name version classifier <<< "$one"
    dependencies+="<dependency><groupId>$group</groupId><artifactId>$name</artifactId><version>$version</version>"
    dependencies+="${classifier:+<classifier>$classifier</classifier>}<exclusions>$exclusions</exclusions></dependency>"
  done
  echo "$application: fetching $1"
  mkdir -p "$work/fetch"
  echo "<project><modelVersion>4.0.0</modelVersion><groupId>athanor</groupId><artifactId>$application</artifactId><version>1</version>
    <packaging>pom</packaging><dependencies>$dependencies</dependencies></project>" > "$work/fetch/pom.xml"
  (cd "$root" && ./mvnw -B -ntp -q -f "$work/fetch/pom.xml" dependency:copy-dependencies -DincludeScope=runtime \
    "-DoutputDirectory=$work/lib")
}

# The jars of a directory as a class path: those whose names match the first pattern, but not the second.
jars() { # directory, extended regular expression of included names, of excluded names
  find "$1" -name '*.jar' -printf '%f\n' | sort | grep -E -- "$2" | { [ $# -lt 3 ] || exec grep -vE -- "$3"; cat; } |
    sed "s:^:$1/:" | tr '\n' ':' | sed 's/:$//'
}

property() { # name, value
  echo "<property><name>$1</name><value>$2</value></property>"
}

# Creates $out, the directory of a framework's run, and $out/conf with Hadoop's settings.
configure() { # framework, properties
  local core mapred
  out=$work/$1
  distributed=
  [ "$1" = local ] || distributed=$on_yarn
  mkdir -p "$out/conf" "$out/outputs"
  core=$(property hadoop.tmp.dir "$out/tmp")
  mapred=$(property mapreduce.framework.name "$1")${2:-}
  if [ -n "$distributed" ]; then
    mapred+=$(property athanor.deploy yarn)$(property athanor.threads 2)$(property athanor.yarn.worker.memory 2g)
    cp "$cluster/hdfs-site.xml" "$cluster/yarn-site.xml" "$out/conf"
    sed "s|</configuration>|$core&|" "$cluster/core-site.xml" > "$out/conf/core-site.xml"
    sed "s|</configuration>|$mapred&|" "$cluster/mapred-site.xml" > "$out/conf/mapred-site.xml"
    file_system -rm -r -f "$work"
    file_system -mkdir -p "$work"
    file_system -put -f "$work/data" "$work"
  else
    echo "<configuration>$core</configuration>" > "$out/conf/core-site.xml"
    echo "<configuration>$mapred</configuration>" > "$out/conf/mapred-site.xml"
  fi
  cat > "$out/conf/log4j.properties" << 'EOF'
log4j.rootLogger=INFO,A
log4j.appender.A=org.apache.log4j.ConsoleAppender
log4j.appender.A.target=System.err
log4j.appender.A.layout=org.apache.log4j.PatternLayout
log4j.appender.A.layout.ConversionPattern=%d{HH:mm:ss} %p %c{1}: %m%n
EOF
}

file_system() { # arguments of hadoop fs
  "$java" -cp "$out/conf:$engine" org.apache.hadoop.fs.FsShell "$@"
}

# If the run's files are in HDFS, copies a directory from there to the same local path.
bring() { # directory
  [ -n "$distributed" ] || return 0
  rm -rf "$1"
  file_system -get "$1" "$1"
}

# Runs a driver with java -cp, as its users do.
drive() { # class path, main class, arguments
  local opens=() package
  for package in java.lang java.lang.invoke java.lang.reflect java.util java.util.concurrent java.util.concurrent.atomic \
    java.util.regex java.net java.nio java.io java.text java.math java.time sun.nio.ch; do
    opens+=("--add-opens=java.base/$package=ALL-UNNAMED")
  done
  "$java" "${opens[@]}" -Xmx1g -cp "$@"
}

# Calls the function on both frameworks, in $out, with its output in $out/log, and compares $out/outputs. Files whose
# records have the order of blocks in HDFS, which is chance, are compared without it.
on_both() { # function, files without an order
  local framework started
  for framework in local athanor; do
    [ "$framework" = local ] || [ -z "$on_yarn" ] || start_cluster
    started=$SECONDS
    (cd "$work" && "$1" "$framework") > "$work/$framework.log" 2>&1 & # not in the condition itself, where the shell ignores "set -e"
    if ! wait $!; then
      tail -n 40 "$work/$framework.log"
      echo "$application on $framework: failed; ${temporary:+name a directory to keep }all of the log is $work/$framework.log"
      exit 1
    fi
    echo "$application on $framework${on_yarn:+, with --yarn}: $((SECONDS - started)) s"
  done
  shift
  python3 "$here/compare.py" "$work/local/outputs" "$work/athanor/outputs" "$@"
}
