# SPDX-License-Identifier: Apache-2.0

# What the commands of benchmarks and integration-tests share: builds a module, if anything has changed, and runs a
# class of it. To be sourced; the module is $built_module, by default the one in which the command lies.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[1]}")" && pwd)
root=$(dirname "$here")
built_module=${built_module:-$(basename "$here")}
target=$root/$built_module/target
stamp=$target/command.built
needed_java=17

fail() {
  echo "$(basename "$0"): $*" >&2
  exit 3
}

find_java() {
  java=java
  [ -z "${JAVA_HOME:-}" ] || java=$JAVA_HOME/bin/java
  command -v "$java" >/dev/null ||
    fail "no java found as '$java'; install JDK $needed_java or later, or set JAVA_HOME"
  local version
  version=$("$java" -version 2>&1 | sed -n 's/.* version "\([0-9]*\).*/\1/p')
  [ "${version:-0}" -ge "$needed_java" ] ||
    fail "'$java' is version ${version:-unknown}; JDK $needed_java or later is needed"
}

is_built() {
  [ -e "$stamp" ] && [ -e "$target/classpath.txt" ] || return 1
  local entry
  while IFS= read -r -d : entry; do
    [ -e "$entry" ] || return 1
  done <"$target/classpath.txt"
  [ -z "$(find "$root"/pom.xml "$root"/*/pom.xml "$root"/*/src/main -newer "$stamp" -print -quit)" ]
}

build() {
  command -v mvn >/dev/null || fail "no mvn found on the PATH; install Maven 3.8 or later"
  echo "Building (the first time, Maven also downloads Hadoop) ..." >&2
  mkdir -p "$target"
  touch "$stamp.new"
  # The checks of format are for 'mvn verify'.
  mvn -B -ntp -q -f "$root/pom.xml" -pl "$built_module" -am package \
    -DskipTests -Dspotless.check.skip=true >&2 ||
    fail "the build failed, see above"
  mv "$stamp.new" "$stamp"
}

# Arguments: options of the virtual machine, the class, the class's own.
run_class() {
  find_java
  is_built || build
  exec "$java" -cp "$target/classes:$(cat "$target/classpath.txt")" "$@"
}
