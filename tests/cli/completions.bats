#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
# shellcheck disable=SC2016,SC2154
#
# The completions in completions/ are what the option table says, load into their shells, and
# complete what a user would try; the man pages are well-formed.

load helpers

setup() {
	common_setup
	built=$(dirname "$PERFMUX")
}

need_built() {
	[[ -x $built/gen ]] || skip "$built/gen is not built: not a build tree"
}

# Prints what bash offers for $2; readline divides at blanks, and at = and :, which are words.
cat_driver() {
	cat <<'END'
source "$1/completions/perfmux.bash"
compopt() { :; }
COMP_LINE=$2 COMP_POINT=${#2} COMP_WORDBREAKS=$' \t\n"\'><=;|&(:'
COMP_WORDS=()
rest=$2
while [[ $rest =~ ^([[:blank:]]*)([=:]+|[^[:blank:]=:]+)(.*)$ ]]; do
	COMP_WORDS+=("${BASH_REMATCH[2]}")
	rest=${BASH_REMATCH[3]}
done
[[ $2 != *[[:blank:]] ]] || COMP_WORDS+=("")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_perfmux
printf "%s\n" "${COMPREPLY[@]}" | sort -u
END
}

# completes LINE WANT...: bash offers exactly these for what stands after the line's last break.
completes() {
	run -0 bash --norc <(cat_driver) "$TOP" "$1"
	[[ $output == "$(printf '%s\n' "${@:2}" | sort -u)" ]] || {
		printf 'for %s\ngot:\n%s\n' "$1" "$output"
		return 1
	}
}

# offers LINE WORD: WORD is among what bash offers.
offers() {
	run -0 bash --norc <(cat_driver) "$TOP" "$1"
	grep -qxF -- "$2" <<<"$output" || {
		printf 'for %s no %s in:\n%s\n' "$1" "$2" "$output"
		return 1
	}
}

@test "committed completions are what the option table says" {
	need_built
	local name
	for name in perfmux.bash _perfmux perfmux.fish; do
		"$built/gen" <"$TOP/cmd/gen/$name.in" | diff -u "$TOP/completions/$name" -
	done
}

@test "a template with an unknown marker is refused" {
	need_built
	run -1 "$built/gen" <<<'@no-such-marker@'
	run -1 "$built/gen" <<<'@man-options no-such-command@'
	run -0 "$built/gen" <<<'version @VERSION@, an @ and more@'
	[[ $output == "version $("$PERFMUX" --version | cut -d' ' -f2), an @ and more@" ]]
}

@test "bash completes commands, options and their arguments" {
	completes 'perfmux sta' stat
	completes 'perfmux help sta' stat
	completes 'perfmux stat --interval-' --interval-clear --interval-count --interval-print
	completes 'perfmux -v --color=never stat --no-big' --no-big-num
	completes 'perfmux stat --cputype ' atom core
	completes 'perfmux stat --color=' always auto never
	completes 'perfmux stat -r 3 --per-cache=L' L1 L2 L3 L4
	completes 'perfmux stat -x , --columns event,en' event,enabled_ns
	completes 'perfmux --sysroot /etc/defaul' /etc/default
	completes 'perfmux list --pro' --probe
}

@test "bash completes events, in lists and groups, and processes" {
	completes 'perfmux stat -e page-f' page-faults
	completes 'perfmux stat -ae page-f' page-faults
	completes 'perfmux stat --event=cs,page-f' cs,page-faults
	completes 'perfmux stat -e {cs,page-f' '{cs,page-faults'
	offers 'perfmux stat -p ' "$$"
	offers "perfmux stat -p 1,${$:0:1}" "1,$$"
	offers 'perfmux stat -C 0,' 0,0
	completes 'perfmux list page-f' page-faults
	completes 'perfmux list -l cs page-f' page-faults
	completes 'perfmux doctor mktem' ''
	completes 'perfmux stress race.no-f' race.no-fds
	completes 'perfmux stress --explain race.no-f' race.no-fds
}

@test "bash completes tracepoints by their subsystem" {
	need_tracefs sched:sched_switch
	cat_driver >"$BATS_TEST_TMPDIR/driver"
	run -0 traced bash --norc "$BATS_TEST_TMPDIR/driver" "$TOP" 'perfmux stat -e cs,sched:sched_swit'
	[[ $output == sched_switch ]]
}

@test "bash leaves the measured command to its own completion" {
	touch "$BATS_TEST_TMPDIR/only"
	offers 'perfmux stat -e cs mktem' mktemp
	offers 'perfmux stat -r 3 -- mktem' mktemp
	completes "perfmux stat -r 3 -- cat $BATS_TEST_TMPDIR/onl" "$BATS_TEST_TMPDIR/only"
	completes 'perfmux stat true --interval-' ''
}

@test "bash completion knows every option of the help" {
	local option
	for option in $("$PERFMUX" stat --help | grep -o -- '--[][a-z-]*[a-z]' | sed 's/\[no-]//' | sort -u); do
		offers "perfmux stat $option" "$option" || offers "perfmux stat $option" "$option="
	done
}

# A zsh in a terminal of its own: what it shows once the tab has been typed is waited for.
@test "zsh completes commands, options, events and the measured command" {
	command -v zsh >/dev/null || skip "zsh is not installed"
	zsh -f -c 'zmodload zsh/zpty 2>/dev/null' || skip "this zsh has no zpty"
	zsh_shows() {
		timeout 30 zsh -f -c 'zmodload zsh/zpty
			zpty shell env TERM=dumb PS1= zsh -f -i
			zpty -w shell "fpath=(${(q)1}/completions \$fpath); unsetopt zle_bracketed_paste"
			zpty -w shell "autoload -U compinit; compinit -u -D; print REA""DY"
			zpty -r -m shell shown "*READY*"
			zpty -w -n shell "$2"$'\''\t'\''
			zpty -r -m shell shown "*$3*"' zsh "$TOP" "$1" "$2" >/dev/null
	}
	zsh_shows 'perfmux sta' 'perfmux stat '
	zsh_shows 'perfmux stat --interval-co' 'interval-count'
	zsh_shows 'perfmux stat -e cs,page-f' 'cs,page-faults'
	zsh_shows 'perfmux stat -r 3 cat /etc/os-releas' '/etc/os-release'
}

@test "fish completes commands, options, events and the measured command" {
	command -v fish >/dev/null || skip "fish is not installed"
	fish_offers() {
		run -0 env HOME="$BATS_TEST_TMPDIR" fish --no-config -c \
			'source $argv[1]/completions/perfmux.fish; complete -C $argv[2]' "$TOP" "$1"
		grep -q "^$2\($\|[[:blank:]]\)" <<<"$output"
	}
	fish_offers 'perfmux sta' stat
	fish_offers 'perfmux stat --interval-c' --interval-count
	fish_offers 'perfmux stat -e cs,page-f' cs,page-faults
	fish_offers 'perfmux list cs page-f' page-faults
	fish_offers 'perfmux stat -r 3 mktem' mktemp
	fish_offers 'perfmux stat -r 3 cat /etc/os-releas' /etc/os-release
}

@test "man pages have no warnings" {
	need_built
	local page
	for page in "$built"/man/*.[157]; do
		if command -v man >/dev/null && command -v groff >/dev/null; then
			run -0 --separate-stderr man --warnings -E UTF-8 -l "$page"
			[[ $stderr == '' ]]
		fi
		! command -v mandoc >/dev/null || mandoc -T lint -W warning "$page"
	done
}

@test "the man page of each command has every option of its help" {
	need_built
	local command option
	for command in stat mux gpu stress bench list doctor; do
		"$PERFMUX" "$command" --help >"$T/help"
		while read -r option; do
			grep -qF -- "\\fB${option//-/\\-}\\fR" "$built/man/perfmux-$command.1" ||
				{ echo "$command $option" && false; }
		done < <(sed -nE 's/^ +(-., )?(--[][a-z-]*[a-z]).*/\2/; s/^--\[no-\]/--/; /^--/p' "$T/help")
	done
}
