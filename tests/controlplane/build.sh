#!/usr/bin/env bash
# Builds etcd, kube-apiserver, kube-scheduler, kube-controller-manager, kubectl and, from a module of
# its own, Kueue, into the cache, by version. Needs Go and, the first time, the module proxy.
# Cold: about 10 minutes on 2 cores, 3 GB of build cache. Warm: at once. `build.sh --where` prints the folder.
set -euo pipefail
cd "$(dirname "$0")"

version_of() { # module, folder of go.mod
  sed -nE "s|^\t$1 v([0-9.]+).*|\1|p" "$2/go.mod"
}
version=$(version_of k8s.io/kubernetes .)
kueue=$(version_of sigs.k8s.io/kueue kueue)
cache="${XDG_CACHE_HOME:-$HOME/.cache}/gpulint-controlplane"
if [ "${1:-}" = "--where" ]; then
  echo "$cache/$version"
  exit 0
fi
if ! command -v go >/dev/null; then
  echo "build.sh: Go is needed to build the control plane; https://go.dev/dl/ has it" >&2
  exit 1
fi

# Without the stamp the server would call itself v0.0.0.
stamp="k8s.io/component-base/version"
IFS=. read -r major minor _ <<<"$version"
stamped="-X $stamp.gitVersion=v$version -X $stamp.gitMajor=$major -X $stamp.gitMinor=$minor"

# A program is moved into place when it is whole: an interrupted build leaves nothing that looks done.
make_program() { # folder of go.mod, package, file below the cache, flags of the linker
  if [ ! -x "$cache/$3" ]; then
    echo "build.sh: $3" >&2
    mkdir -p "$(dirname "$cache/$3")"
    (cd "$1" && CGO_ENABLED=0 go build -trimpath -ldflags "-s -w ${4:-}" -o "$cache/$3.$$" "$2")
    mv "$cache/$3.$$" "$cache/$3"
  fi
}

make_program . go.etcd.io/etcd/server/v3 "$version/etcd"
make_program . k8s.io/kubernetes/cmd/kube-apiserver "$version/kube-apiserver" "$stamped"
make_program . k8s.io/kubernetes/cmd/kube-scheduler "$version/kube-scheduler" "$stamped"
make_program . k8s.io/kubernetes/cmd/kube-controller-manager "$version/kube-controller-manager" "$stamped"
make_program . k8s.io/kubernetes/cmd/kubectl "$version/kubectl" "$stamped"

# Kueue looks for the certificate of its metrics in /etc; here it takes it from where it is started.
# Its custom resources and webhooks lie in the module, so tests need no Go to find them.
if [ ! -x "$cache/kueue-$kueue/kueue" ]; then
  (cd kueue && go mod download sigs.k8s.io/kueue)
  source="$cache/kueue-$kueue.source"
  rm -rf "$source" && mkdir -p "$cache/kueue-$kueue"
  cp -r "$(cd kueue && go list -m -f '{{.Dir}}' sigs.k8s.io/kueue)" "$source"
  chmod -R u+w "$source"
  sed -i.bak 's|"/etc/kueue/metrics/certs"|"metrics-certs"|' "$source/cmd/kueue/main.go"
  rm -rf "$cache/kueue-$kueue/config" && cp -r "$source/config/components" "$cache/kueue-$kueue/config"
  make_program "$source" ./cmd/kueue "kueue-$kueue/kueue"
  rm -rf "$source"
fi
