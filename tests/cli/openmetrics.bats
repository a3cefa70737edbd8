#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2154,SC2016  # variables are from helpers.bash; words for another shell
#
# Metrics of `perfmux stat`: in a file, over HTTP, and in a Prometheus that scrapes it.

load helpers
load gpu_events
load prometheus

setup() {
	common_setup
	PATH=$PATH:$PROMETHEUS
}

teardown() {
	common_teardown
	gpu_events_end
}

# sample FAMILY [LABELS] [FILE]: the value of the samples whose name and labels begin so.
sample() { awk -v begin="$1{${2-}" 'index($0, begin) == 1 { print $NF }' "${3:-$T/metrics}"; }

# serve OPTION... COMMAND...: stat with --listen in the background; where it is in $url.
serve() {
	start "$1" --listen "${listen:-0}" "${@:2}"
	served
}

# A command that has done its work when $T/ready is there, and ends when $T/end is.
WORK='"$@"; : >ready; while [ ! -e end ]; do sleep 0.05; done'

# --- a file --------------------------------------------------------------------------------------

@test "the counts of a run are in the file when it has ended" {
	need_tracefs "$CALL"
	tpmx -e "$CALL,page-faults,task-clock" --openmetrics "$T/metrics" syscalls 4321 >"$T/log" 2>&1
	equal "$(sample perfmux_event_count_total "event=\"$CALL\"")" 4321
	equal "$(sample perfmux_event_raw_total "event=\"$CALL\"")" 4321
	equal "$(sample perfmux_event_running_ratio "event=\"$CALL\"")" 1
	between 0.00001 "$(sample perfmux_event_seconds_total 'event="task-clock"')" 10
	equal "$(tail -n 1 "$T/metrics")" '# EOF'
	equal "$(find "$T" -maxdepth 1 -name '*metrics*')" "$T/metrics"
}

@test "a file for node_exporter is in the format that it reads" {
	need promtool
	pmx -e page-faults,task-clock,cycles --openmetrics "$T/metrics.prom" true >"$T/log" 2>&1
	run -0 promtool check metrics <"$T/metrics.prom"
	equal "$output" ''
	grep -q '^# TYPE perfmux_event_count_total counter' "$T/metrics.prom"
	absent '^# (EOF|UNIT)' "$T/metrics.prom"
}

@test "with -I the file has the totals so far at each interval" {
	cd "$T"
	start pmx -I 50 -e page-faults --openmetrics "$T/metrics" sh -c "$WORK" sh \
		sh -c 'for i in 1 2 3 4 5 6 7 8; do ls / >/dev/null; sleep 0.06; done'
	local before=0 now changes=0
	while [[ ! -e ready ]]; do
		now=$(sample perfmux_event_count_total 2>/dev/null) || now=0
		[[ ! -e metrics ]] || equal "$(tail -n 1 metrics)" '# EOF'
		((${now:-0} >= before)) || return 1
		((changes += ${now:-0} > before)) || true
		before=${now:-0}
		sleep 0.02
	done
	: >end
	finish
	equal "$status" 0
	# at each interval, and not more often
	between 3 "$changes" "$(awk -v s="$(sample perfmux_elapsed_seconds_total)" 'BEGIN { print int(s / 0.05) + 1 }')"
	((before > 0 && $(sample perfmux_event_count_total) >= before))
}

@test "a file that cannot be written ends the run before it begins" {
	run -125 pmx -e page-faults --openmetrics "$T/none/metrics" touch "$T/ran"
	has 'none/metrics.*No such file'
	[[ ! -e $T/ran ]]
	run -125 pmx -e page-faults -o "$T/one" --openmetrics "$T/one" touch "$T/ran"
	has 'both'
	[[ ! -e $T/ran ]]
	run -125 pmx -I 50 -e page-faults --trace "$T/one" --openmetrics "$T/one" touch "$T/ran"
	has 'both'
	[[ ! -e $T/ran ]]
}

@test "what is no regular file is refused before the run begins" {
	mkfifo "$T/fifo"
	for it in "$T/fifo" /dev/null "$T"; do
		run -125 timeout -s KILL 30 "$PERFMUX" stat -I 100 -e page-faults --openmetrics "$it" touch "$T/ran"
		has 'no regular file'
		[[ ! -e $T/ran ]]
	done
}

@test "a file that cannot be replaced any more is told once, at once, and fails the run" {
	mkdir "$T/dir"
	run -125 pmx -I 50 -e page-faults --openmetrics "$T/dir/"$'\e[31mred' \
		sh -c 'sleep 0.2; until rm -r "$1"; do :; done 2>/dev/null; sleep 0.3; echo end of it' sh "$T/dir"
	# once before the command's last word, and once as the end
	equal "$(grep -c '^perfmux stat: cannot' <<<"${output%%end of it*}")" 1
	equal "$(times 'perfmux stat: cannot')" 2
	lacks $'\e'
	[[ $(wc -l <<<"$output") -ge 5 ]]
}

@test "a file that becomes a pipe midway does not stop the measurement" {
	run -125 timeout -s KILL 30 "$PERFMUX" stat -I 50 -e page-faults --openmetrics "$T/metrics" \
		sh -c 'sleep 0.2; mkfifo "$1.fifo"; mv "$1.fifo" "$1"; sleep 0.3' sh "$T/metrics"
	has 'no regular file'
	[[ -p $T/metrics ]]
}

# few_fds SOFT HARD COMMAND...: with so many descriptors.
few_fds() { bash -c 'ulimit -Sn "$1" && ulimit -Hn "$2" && shift 2 && exec "$@"' bash "$@"; }

@test "result files have descriptors beside those of many counters" {
	local faults
	faults=$(printf 'page-faults,%.0s' {1..47})page-faults
	few_fds 64 200 "$PERFMUX" stat -e "$faults" -I 50 -o "$T/a" --json "$T/b" --trace "$T/c" \
		--openmetrics "$T/metrics" sleep 0.3 >"$T/log" 2>&1
	equal "$(<"$T/log")" ''
	equal "$(grep -c '^perfmux_event_count_total{event="page-faults"' "$T/metrics")" 48
	# nobody but root may raise the limit
	need_root
	public_copy
	chmod 777 "$T"
	run -125 as_nobody bash -c 'ulimit -n 64 && exec "$@"' bash "$T/perfmux" stat -e "$faults" -o "$T/n" --openmetrics "$T/n.prom" touch "$T/ran"
	has '48 counters need 72 file descriptors, 24 of them for all the rest, and 64 are allowed'
	[[ ! -e $T/ran ]]
}

@test "standard output gets metrics once, at the end" {
	run -0 --separate-stderr pmx -I 50 -e page-faults --openmetrics - sleep 0.3
	equal "$(times '# EOF')" 1
	equal "${lines[-1]}" '# EOF'
}

@test "a run that comes to nothing leaves the file as it was" {
	echo old >"$T/metrics"
	run -127 pmx -e page-faults --openmetrics "$T/metrics" "$T/no-such-command"
	equal "$(<"$T/metrics")" old
}

# --- over HTTP -----------------------------------------------------------------------------------

@test "each scrape reads the counters anew" {
	need curl
	need_tracefs "$CALL"
	cd "$T"
	serve tpmx -e "$CALL" sh -c "syscalls 100 >said; : >first; while [ ! -e go ]; do sleep 0.05; done; $WORK" sh \
		sh -c 'syscalls 23 >said'
	wait_for test -e first
	get "$url" >metrics
	equal "$(sample perfmux_event_count_total)" 100
	: >go
	wait_for test -e ready
	sleep 0.11
	get "$url" >metrics
	equal "$(sample perfmux_event_count_total)" 123
	: >end
	finish
	equal "$status" 0
	has "123 +$CALL"
	run -7 curl -sS -m 5 "$url"
}

@test "the format is the one that a client names" {
	need curl
	serve pmx -e page-faults sleep 20
	get -D "$T/head" "$url" >"$T/metrics"
	has '^content-type: text/plain; version=0.0.4; charset=utf-8' "$(<"$T/head")"
	local accept
	for accept in 'application/openmetrics-text;version=1.0.0,text/plain;q=0.5' \
		'text/html, Application/OpenMetrics-Text; q=0.2' 'application/openmetrics-text; x=";q=0", */*' \
		'text/plain;q=0, application/openmetrics-text;Q=0.001' 'application/openmetrics-text; xq=0'; do
		get -H "Accept: $accept" -D "$T/head" "$url" >"$T/metrics"
		has '^content-type: application/openmetrics-text; version=1.0.0; charset=utf-8' "$(<"$T/head")"
		equal "$(tail -n 1 "$T/metrics")" '# EOF'
	done
	for accept in 'application/openmetrics-text;q=0' 'application/openmetrics-text; q=0.00, */*' \
		'application/openmetrics-text;version=1.0.0;Q=0' 'application/openmetrics-text ; q = 0' \
		'text/x; y="application/openmetrics-text, application/openmetrics-text"' \
		'application/openmetrics-textile' '*/*'; do
		get -H "Accept: $accept" -D "$T/head" "$url" >"$T/metrics"
		has '^content-type: text/plain' "$(<"$T/head")"
	done
}

@test "nothing but GET and HEAD of one page is answered, and garbage not at all" {
	need curl
	serve pmx -e page-faults sleep 20
	local status_of=(curl -sS -m 10 -o "$T/out" -w '%{http_code}')
	equal "$("${status_of[@]}" -I "$url")" 200
	equal "$("${status_of[@]}" "${url%metrics}")" 200
	equal "$("${status_of[@]}" "${url}x")" 404
	# a client behind a proxy names the host with the path
	equal "$("${status_of[@]}" -x "${url%/metrics}" http://a.host:1234/metrics)" 200
	equal "$("${status_of[@]}" -x "${url%/metrics}" HTTP://a.host)" 200
	equal "$("${status_of[@]}" -x "${url%/metrics}" http://a.host/metrics/)" 404
	equal "$("${status_of[@]}" --path-as-is "${url%metrics}../../etc/passwd")" 404
	equal "$("${status_of[@]}" -X POST -d x=y "$url")" 405
	equal "$("${status_of[@]}" -X DELETE "$url")" 405
	head -c 100000 /dev/urandom | curl -s -m 5 --http0.9 -T - "telnet://${url:7:-8}" >"$T/out" 2>&1 || true
	printf 'GET /metrics HTTP/9.9\r\n%s\r\n\r\n' "$(head -c 60000 /dev/zero | tr '\0' a)" |
		curl -s -m 5 -T - "telnet://${url:7:-8}" >"$T/out" 2>&1 || true
	get "$url" >"$T/metrics"
	equal "$(sample perfmux_build_info)" 1
	kill -INT "$pid"
	finish
	equal "$status" 130
	has 'page-faults'
}

@test "a hundred clients at once, and others that say nothing, are served beside the measurement" {
	need curl
	need_tracefs "$CALL"
	cd "$T"
	serve tpmx -e "$CALL" sh -c "$WORK" sh sh -c 'syscalls 1000 >said'
	wait_for test -e ready
	local i port=${url##*:} clients=() fds=()
	port=${port%/*}
	for ((i = 0; i < 20; i++)); do
		exec {fd}<>"/dev/tcp/127.0.0.1/$port"
		fds+=("$fd")
		((i % 2)) || printf 'GET /metr' >&"$fd"
	done
	for ((i = 0; i < 100; i++)); do
		curl -sSf -m 20 --interface "127.0.0.$((2 + i % 4))" -o "out.$i" "$url" &
		clients+=("$!")
	done
	for i in "${clients[@]}"; do wait "$i"; done
	for ((i = 0; i < 100; i++)); do
		equal "$(sample perfmux_event_count_total '' "out.$i")" 1000
	done
	: >end
	finish
	equal "$status" 0
	has "1,000 +$CALL"
	for fd in "${fds[@]}"; do exec {fd}>&-; done
}

# slow COUNT: so many connections that send a byte each now and then; $T/slow is there when all are made.
slow() {
	/usr/bin/python3 -c 'if True:
		import socket, sys, time
		port, count, ready = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
		clients = []
		for i in range(count):
			clients.append(socket.create_connection(("127.0.0.1", port)))
		open(ready, "w").close()
		text = b"GET /metrics HTTP/1.1\r\nHost: " + b"x" * 1000
		for i in range(len(text)):
			for client in clients[:]:
				try:
					client.send(text[i:i + 1])
				except OSError:
					clients.remove(client)
			time.sleep(0.5)' "$@" 3>&- &
	background+=("$!")
}

@test "slow clients lock nobody out: one address has a share of the connections, and a request its time" {
	need curl
	[[ -x /usr/bin/python3 ]] || skip "python3 is not installed"
	local port got
	serve pmx -e page-faults sleep 60
	port=${url##*:}
	slow "${port%/*}" 140 "$T/slow"
	wait_for test -e "$T/slow"
	get --interface 127.0.0.2 "$url" >"$T/metrics"
	equal "$(sample perfmux_build_info)" 1
	got=$(curl -s -m 5 "$url" | wc -l) || true
	equal "$got" 0
	sleep 11
	get "$url" >"$T/metrics"
	equal "$(sample perfmux_build_info)" 1
}

# wrapped COMMAND: perfmux as that command, with "$@", starts it.
wrapped() {
	printf '#!/bin/bash\n%s\n' "$1" >"$T/wrapped"
	chmod 755 "$T/wrapped"
	export REAL=$PERFMUX T
	PERFMUX=$T/wrapped
}

@test "clients have descriptors beside those of many counters" {
	need curl
	[[ -x /usr/bin/python3 ]] || skip "python3 is not installed"
	wrapped 'ulimit -Sn 110 && ulimit -Hn 4000 && exec "$REAL" "$@"'
	serve pmx -e "$(printf 'page-faults,%.0s' {1..89})page-faults" sleep 20
	local port=${url##*:}
	slow "${port%/*}" 24 "$T/slow"
	wait_for test -e "$T/slow"
	get "$url" >"$T/metrics"
	equal "$(grep -c '^perfmux_event_count_total{event="page-faults"' "$T/metrics")" 90
}

@test "a connection that cannot be taken is not tried for all the time" {
	need curl strace
	# -I1: start waits for somebody who heeds interrupts
	wrapped 'ASAN_OPTIONS=detect_leaks=0 exec strace -I1 -f -e trace=accept4 -e inject=accept4:error=EMFILE -o "$T/trace" "$REAL" "$@"'
	serve pmx -e page-faults sleep 3
	curl -s -m 1 "$url" >"$T/out" 2>&1 || true
	finish
	equal "$status" 0
	between 2 "$(grep -c 'accept4.* EMFILE' "$T/trace")" 40
}

@test "both formats come from one reading" {
	need curl
	local i same=0
	serve pmx -e page-faults sleep 20
	# a busy machine may take longer than a reading lasts, but not always
	for ((i = 0; i < 20 && !same; i++)); do
		get -H 'Accept: application/openmetrics-text' "$url" -o "$T/one" --next -sSf -m 10 "$url" -o "$T/two"
		equal "$(tail -n 1 "$T/one")" '# EOF'
		[[ $(elapsed "$T/one") != "$(elapsed "$T/two")" ]] || same=1
		sleep 0.11
	done
	((same))
	# and the next one is another
	get "$url" >"$T/three"
	[[ $(elapsed "$T/three") != "$(elapsed "$T/two")" ]]
}

elapsed() { awk '/^perfmux_elapsed_seconds_total/ { print $NF }' "$1"; }

@test "it can be reached where it was told to be, and from this machine alone unless told" {
	need curl
	listen=localhost:0 serve pmx -e page-faults sleep 20
	has '^http://127\.0\.0\.1:' "$url"
	run -125 pmx -e page-faults --listen "${url:7:-8}" true
	has 'cannot listen at 127\.0\.0\.1:[0-9]+: Address already in use'
	[[ -e /proc/net/if_inet6 ]] && grep -q ' lo$' /proc/net/if_inet6 || return 0
	listen='[::1]:0' serve pmx -e page-faults sleep 20
	has '^http://\[::1\]:' "$url"
	get -g "$url" >"$T/metrics"
}

@test "an address that is none is refused" {
	local it
	for it in :1 example.org:80 70000 x '[::1' '[::1]' 1.2.3:4 ''; do
		run -125 pmx -e page-faults --listen "$it" true
		has '--listen'
	done
	run -125 pmx -e page-faults --listen 0 -r 2 true
	has 'exclude'
}

@test "without the library one line says what to install" {
	need_root
	local library
	library=$(ldconfig -p | awk '/libmicrohttpd\.so\.12 / { print $NF; exit }')
	[[ $library ]] || skip "libmicrohttpd is not installed"
	run -125 unshare --mount sh -c 'mount --bind /dev/null "$1" && shift && exec "$@"' sh \
		"$(readlink -f "$library")" "$PERFMUX" stat -e page-faults --listen 0 true
	has 'libmicrohttpd\.so\.12 cannot be loaded'
	has 'Debian: libmicrohttpd12'
	equal "$(wc -l <<<"$output")" 2
}

@test "a library that has no room in memory is not taken for missing" {
	[[ -z ${PERFMUX_SAN-} ]] || skip "sanitizers need terabytes of addresses"
	local kib
	for kib in {6000..20000..400}; do
		run sh -c 'ulimit -v "$1" && shift && exec "$@"' sh "$kib" "$PERFMUX" stat -e page-faults --listen 0 true
		[[ $output != *libmicrohttpd* ]] || break
	done
	has 'libmicrohttpd\.so\.12 cannot be loaded: .*failed to map'
	lacks install
}

@test "runs without --listen do not load the library" {
	need strace
	ASAN_OPTIONS=detect_leaks=0 strace -f -e trace=openat -o "$T/trace" "$PERFMUX" stat -e page-faults \
		--openmetrics "$T/metrics" true >"$T/log" 2>&1
	grep -q libc.so "$T/trace"
	absent microhttpd "$T/trace"
}

@test "GPU memory is among the metrics while it changes" {
	need curl
	events_total4
	cd "$T"
	serve tpmx -e gpu_mem:gpu_mem_total sh -c "$WORK" sh \
		sh -c 'gpu-emitter -f total4 -n 40 -p 0,self -l 8388608 >said'
	wait_for test -e ready
	wait_for gpu_is_full
	equal "$(sample perfmux_gpu_process_memory_bytes 'gpu="0",pid="')" 8388608
	equal "$(sample perfmux_gpu_process_memory_imported_bytes 'gpu="0",pid="')" 0
	equal "$(sample perfmux_gpu_updates_total)" 82
	: >end
	finish
	equal "$status" 0
}

gpu_is_full() {
	sleep 0.1
	get "$url" >"$T/metrics" && [[ $(sample perfmux_gpu_memory_bytes 'gpu="0"') == 8388608 ]]
}

# --- Prometheus ----------------------------------------------------------------------------------

@test "a real Prometheus scrapes what was counted" {
	need_tracefs "$CALL"
	cd "$T"
	serve tpmx -e "$CALL,task-clock,cycles" sh -c "$WORK" sh sh -c 'syscalls 4321 >said'
	wait_for test -e ready
	monitor
	wait_for has_result "perfmux_event_count_total{event=\"$CALL\"}"
	equal "$(result "perfmux_event_count_total{event=\"$CALL\"}")" 4321
	equal "$(result "perfmux_event_running_ratio{event=\"$CALL\"}")" 1
	equal "$(result up)" 1
	# types and units arrive, too
	get "$api/metadata?metric=perfmux_event_count_total" >meta
	get "$api/targets" | jq -e '.data.activeTargets[0].lastError == ""'
	get "$api/targets/metadata" >meta
	equal "$(jq -r '[.data[] | select(.metric | startswith("perfmux_event_enabled_seconds"))][0] | .type, .unit' meta | xargs)" 'counter seconds'
	: >end
	finish
	equal "$status" 0
}

@test "a real Prometheus understands each expression of the dashboard" {
	local board=$TOP/cmd/perfmux-grafana.json expression count=0
	need jq
	jq -e '[.panels[].id] | length == (unique | length)' "$board"
	jq -e 'all(.panels[].targets[]; .refId != "" and .expr != "")' "$board"
	serve pmx -e page-faults,task-clock sleep 60
	monitor
	while read -r expression; do
		expression=${expression//'$__rate_interval'/1m}
		expression=${expression//'$instance'/.*}
		expression=${expression//'$event'/.*}
		equal "$(query "$expression" | jq -r .status)" success
		((++count))
	done < <(jq -r '.panels[].targets[].expr' "$board")
	equal "$count" "$(jq '[.panels[].targets[]] | length' "$board")"
	# what they name is what there is
	for expression in $(jq -r '.panels[].targets[].expr' "$board" | grep -oE 'perfmux_[a-z_]+' | sort -u); do
		expression=${expression%_total}
		grep -q "${expression%_info}" "$TOP/cmd/perfmux-openmetrics.5"
	done
	wait_for has_result 'perfmux_event_running_ratio{event=~".*"}'
}
