#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 OR MIT
# tier: all: aria2 and transmission
# The example seeder beside programs that people use: transmission makes the torrents, opentracker says who is there,
# aria2 and transmission download, all in networks of their own (10.77.0.0/24). What arrives is what was sent, bit by
# bit.
. "$(dirname "$0")/programs.sh"
for program in ip opentracker aria2c transmission-create transmission-cli; do
  command -v "$program" >/dev/null || skip_all "$program is not installed (tools/setup test)"
done
ours=fairlead-a-$$ theirs=fairlead-b-$$
ip netns add "$ours" 2>/dev/null || skip_all "ip netns is not permitted here"
pids=()
clean_up() {
  kill "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  ip netns del "$ours" 2>/dev/null || true
  ip netns del "$theirs" 2>/dev/null || true
  rm -rf "$work"
}
trap clean_up EXIT
ip netns add "$theirs"
ip link add fairlead-a netns "$ours" type veth peer name fairlead-b netns "$theirs"
ip -n "$ours" addr add 10.77.0.1/24 dev fairlead-a
ip -n "$theirs" addr add 10.77.0.2/24 dev fairlead-b
for link in "$ours lo" "$ours fairlead-a" "$theirs lo" "$theirs fairlead-b"; do
  ip -n "${link% *}" link set "${link#* }" up
done

ok "the seeder compiles" examples/threads/seeder/build "$work/seeder"
cd "$work"
mkdir -p data/many/{one,two} tracker aria2 transmission config
head -c 12345678 /dev/urandom >data/one.bin
for i in $(seq 15); do
  head -c $((i * i * 397)) /dev/urandom >"data/many/one/$i"
  head -c $((i * 97)) /dev/urandom >"data/many/two/$i"
done
for name in one.bin many; do
  transmission-create -o $name.torrent -s 64 -t http://10.77.0.1:6969/announce data/$name >/dev/null
  transmission-show $name.torrent | sed -n 's/^ *Hash: *//p' >>tracker/torrents
done

# opentracker changes to nobody and to that folder.
chmod 755 . tracker
chmod 644 tracker/torrents
ip netns exec "$ours" opentracker -w /torrents -i 10.77.0.1 -p 6969 -d "$PWD/tracker" >tracker.log 2>&1 &
pids+=($!)
# Who asks before it listens asks again much later.
await ip netns exec "$theirs" curl -s -o /dev/null "http://10.77.0.1:6969/stats"
ip netns exec "$ours" seeder/seeder --data data --address 10.77.0.1 one.bin.torrent many.torrent >log 2>errors &
seeder=$!
pids+=("$seeder")
knows() { # NAME: whether the tracker names the seeder, 10.77.0.1:6881, to those who ask
  local hash where=http://10.77.0.1:6969/announce
  hash=$(transmission-show "$1.torrent" | sed -n 's/^ *Hash: *//p' | sed 's/../%&/g')
  ip netns exec "$theirs" curl -s \
    "$where?info_hash=$hash&peer_id=-XX0000-123456789012&port=9&uploaded=0&downloaded=0&left=1&compact=1" |
    python3 -c 'import sys; print("yes" if bytes([10, 77, 0, 1, 26, 225]) in sys.stdin.buffer.read() else "no")'
}
for name in one.bin many; do
  known() { [ "$(knows $name)" = yes ]; }
  await known
  is "the tracker knows of $name" yes "$(knows $name)"
done

settings='{"utp-enabled": false, "dht-enabled": false, "lpd-enabled": false, "port-forwarding-enabled": false}'
echo "$settings" >config/settings.json
for name in one.bin many; do # one program, one torrent
  cp -r config "config.$name"
  ip netns exec "$theirs" transmission-cli -w transmission -g "config.$name" -p $((51413 + ${#name})) $name.torrent \
    >transmission.log 2>&1 &
  pids+=($!)
done
ok "aria2 ends" ip netns exec "$theirs" timeout 180 aria2c -q --dir aria2 --seed-time=0 --enable-dht=false \
  --bt-enable-lpd=false --enable-peer-exchange=false --file-allocation=none one.bin.torrent many.torrent
ok "aria2 has what was sent" diff -r data aria2
same() { diff -rq data transmission >/dev/null 2>&1; }
await same
ok "transmission has, too" diff -r data transmission
status=0
kill "$seeder"
wait "$seeder" || status=$?
is "the seeder ends without an error" "0 " "$status $(<errors)"
is "and has told the tracker" "no no" "$(knows one.bin) $(knows many)"
done_testing
