# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034,SC2154
#
# prometheus.bash: what asks `perfmux stat --listen` for its metrics: curl, and a Prometheus.

# Where tests/deps.sh unpacks it.
PROMETHEUS=$TOP/build/prometheus/usr/bin

# served: waits until what was started says where it serves, which is in $url then.
served() {
	wait_for grep -q '^perfmux stat: metrics at http' "$T/log" || { cat "$T/log" >&2 && return 1; }
	url=$(sed -n 's,^perfmux stat: metrics at \(http.*\),\1,p' "$T/log")
}

get() { curl -sSf -m 10 "$@"; }

# monitor [SCRAPE_CONFIGS]: a Prometheus that scrapes $url, or what it is told to; what is asked at is
# in $api.
monitor() {
	need curl jq prometheus
	local port config=${1-}
	[[ $config ]] || config="scrape_configs: [{job_name: perfmux, static_configs: [{targets: ['${url:7:-8}']}]}]"
	port=$(/usr/bin/python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])') ||
		skip "python3 is not installed"
	printf '%s\n' 'global: {scrape_interval: 200ms, scrape_timeout: 200ms}' "$config" >"$T/prometheus.yml"
	prometheus --config.file="$T/prometheus.yml" --storage.tsdb.path="$T/tsdb" --log.level=warn \
		--web.listen-address="127.0.0.1:$port" >"$T/prometheus.log" 2>&1 3>&- &
	background+=("$!")
	api=http://127.0.0.1:$port/api/v1
	wait_for get "${api%/api/v1}/-/ready" || { cat "$T/prometheus.log" >&2 && return 1; }
}

query() { get -G --data-urlencode "query=$1" "$api/query"; }

# result QUERY: the values of what it finds.
result() { query "$1" | jq -r '.data.result[].value[1]'; }
has_result() { [[ $(result "$1") ]]; }
