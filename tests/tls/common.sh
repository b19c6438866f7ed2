# SPDX-License-Identifier: Apache-2.0 OR MIT
# For tests of TLS: source this. A folder $work; what is in the background, by $pids, ends with the test.
. tests/tap.sh
work=$(mktemp -d)
pids=()
cleanup() {
  kill "${pids[@]}" 2>/dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

authority() { # $work/ca.pem and ca.key
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 9 -subj "/CN=authority" \
    -keyout "$work/ca.key" -out "$work/ca.pem" 2>/dev/null
}
signed() { # NAME EXTENSIONS DAYS KEY...: signed by the authority
  openssl req -newkey "${@:4}" -nodes -keyout "$work/$1.key" -out "$work/$1.csr" -subj "/CN=$1" 2>/dev/null
  openssl x509 -req -in "$work/$1.csr" -CA "$work/ca.pem" -CAkey "$work/ca.key" -days "$3" -out "$work/$1.pem" \
    -extfile <(echo -e "$2") 2>/dev/null
}
