#!/usr/bin/env bash
# Builds etcd, kube-apiserver, kube-scheduler, kube-controller-manager and, from a module of its own,
# Kueue, into the cache, by version. Needs Go and, the first time, the module proxy.
# Cold: about 10 minutes on 2 cores, 3 GB of build cache. Warm: at once. `build.sh --where` prints the folder.
set -euo pipefail
cd "$(dirname "$0")"

version=$(sed -nE 's/^\tk8s\.io\/kubernetes v([0-9.]+).*/\1/p' go.mod)
folder="${XDG_CACHE_HOME:-$HOME/.cache}/gpulint-controlplane/$version"
if [ "${1:-}" = "--where" ]; then
  echo "$folder"
  exit 0
fi
if ! command -v go >/dev/null; then
  echo "build.sh: Go is needed to build the control plane; https://go.dev/dl/ has it" >&2
  exit 1
fi
mkdir -p "$folder"

# Without the stamp the server would call itself v0.0.0.
stamp="k8s.io/component-base/version"
IFS=. read -r major minor _ <<<"$version"
flags="-s -w -X $stamp.gitVersion=v$version -X $stamp.gitMajor=$major -X $stamp.gitMinor=$minor"

# A program is moved into place when it is whole: an interrupted build leaves nothing that looks done.
make_program() { # folder of go.mod, package, name
  if [ ! -x "$folder/$3" ]; then
    echo "build.sh: $3" >&2
    (cd "$1" && CGO_ENABLED=0 go build -trimpath -ldflags "$flags" -o "$folder/.$3.$$" "$2")
    mv "$folder/.$3.$$" "$folder/$3"
  fi
}

make_program . go.etcd.io/etcd/server/v3 etcd
make_program . k8s.io/kubernetes/cmd/kube-apiserver kube-apiserver
make_program . k8s.io/kubernetes/cmd/kube-scheduler kube-scheduler
make_program . k8s.io/kubernetes/cmd/kube-controller-manager kube-controller-manager
