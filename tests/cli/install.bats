#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# What `make install` puts where, that it works from there, and that `make uninstall` takes it away.

load helpers

# As make built it, so that nothing is compiled anew: the compiler stands first in BUILD/flags.
make_in_top() {
	local flags
	flags=$(<"$built/flags")
	make -C "$TOP" --no-print-directory CC="${flags%% -std=*}" BUILD="$built" DESTDIR="$root" \
		PREFIX=/usr LIBDIR=/usr/lib/any "$@" 3>&-
}

setup_file() {
	built=$(dirname "$PERFMUX")
	export built root="$BATS_FILE_TMPDIR/of two words"
	[[ ! ${PERFMUX_SAN:-} && -f $built/flags ]] || return 0
	umask 077
	make_in_top install
}

setup() {
	common_setup
	[[ ! ${PERFMUX_SAN:-} ]] || skip "what is built with sanitizers is not installed"
	[[ -f $built/flags ]] || skip "$built is not a build tree"
	usr=$root/usr
	# shellcheck disable=SC2089  # read by pkg-config alone
	export PKG_CONFIG_PATH=$usr/lib/any/pkgconfig PKG_CONFIG_SYSROOT_DIR=$root
}

# Prints mode and name of each file that was installed.
installed() { (cd "$root" && find . -type f -printf '%m %P\n' -o -type l -printf 'link %P -> %l\n' | LC_ALL=C sort -k2); }

expected() {
	local it
	{
		echo "755 usr/bin/perfmux"
		echo "644 usr/lib/any/libperfmux.a"
		echo "755 usr/lib/any/libperfmux.so.$version"
		echo "link usr/lib/any/libperfmux.so.0 -> libperfmux.so.$version"
		echo "link usr/lib/any/libperfmux.so -> libperfmux.so.0"
		echo "644 usr/lib/any/pkgconfig/perfmux.pc"
		echo "644 usr/include/perfmux/uapi/linux/perf_event.h"
		for it in "$TOP"/include/perfmux/*.h; do
			echo "644 usr/include/perfmux/${it##*/}"
		done
		for it in "$TOP"/cmd/*.[157]{,.in}; do
			[[ -e $it ]] || continue
			it=${it##*/}
			it=${it%.in}
			echo "644 usr/share/man/man${it##*.}/$it.gz"
		done
		echo "644 usr/share/perfmux/perfmux-grafana.json"
		echo "644 usr/share/bash-completion/completions/perfmux"
		echo "644 usr/share/zsh/site-functions/_perfmux"
		echo "644 usr/share/fish/vendor_completions.d/perfmux.fish"
	} | LC_ALL=C sort -k2
}

@test "every file is in its place with its mode, and nothing else is there" {
	version=$("$PERFMUX" --version | awk '{ print $2; exit }')
	diff -u <(expected) <(installed)
}

@test "the installed program runs, and is the one that was built" {
	run -0 "$usr/bin/perfmux" --version
	[[ $output == "$("$PERFMUX" --version)" ]]
	cmp "$usr/bin/perfmux" "$PERFMUX"
}

@test "a program built with pkg-config runs with the shared and with the static library" {
	need pkg-config
	local flags
	cat >"$T/user.c" <<-'END'
		#include <perfmux/perfmux.h>
		#include <linux/perf_event.h>
		#include <stdio.h>

		int main(void)
		{
			struct pmx_snapshot snap;

			if (pmx_snapshot_init(&snap, 3))
				return 1;
			printf("%zu %d\n", snap.count, sizeof(struct perf_event_attr) >= 128);
			pmx_snapshot_free(&snap);
			return 0;
		}
	END
	cd "$T" # names in the flags are divided at blanks: the place is reached by another name
	ln -s "$root" sysroot
	export PKG_CONFIG_PATH=sysroot/usr/lib/any/pkgconfig PKG_CONFIG_SYSROOT_DIR=$T/sysroot
	read -ra flags < <(pkg-config --cflags --libs perfmux)
	gcc -Wall -Werror user.c "${flags[@]}" -o shared
	LD_LIBRARY_PATH=$T/sysroot/usr/lib/any run -0 ./shared
	[[ $output == "3 1" ]]
	readelf -d shared | grep -q 'NEEDED.*\[libperfmux.so.0\]'

	read -ra flags < <(pkg-config --static --cflags --libs perfmux | sed 's/-lperfmux/-l:libperfmux.a/')
	gcc -Wall -Werror user.c "${flags[@]}" -o static
	run -0 ./static
	[[ $output == "3 1" ]]
	run ! grep -q libperfmux.so <(readelf -d static)
}

@test "the README's program for the library counts what the README says" {
	need pkg-config
	sed -n '/^```c$/,/^```$/{/^```/d;p}' "$TOP/README.md" >"$T/count.c"
	ln -s "$root" "$T/sysroot"
	cd "$T"
	export PKG_CONFIG_PATH=sysroot/usr/lib/any/pkgconfig PKG_CONFIG_SYSROOT_DIR=$T/sysroot
	read -ra flags < <(pkg-config --cflags --libs perfmux)
	gcc -Wall -Werror count.c "${flags[@]}" -o count
	LD_LIBRARY_PATH=$T/sysroot/usr/lib/any run ./count
	[[ $status == 0 || $output != *[Pp]ermi* ]] || skip "no right to count: $output"
	[[ $status == 0 ]]
	[[ $(awk '$1 ~ /^page-faults/ { print ($2 >= 256 && $2 < 270) }' <<<"$output") == 1 ]]
}

@test "pkg-config knows the version" {
	need pkg-config
	[[ $(pkg-config --modversion perfmux) == "$("$PERFMUX" --version | awk '{ print $2; exit }')" ]]
}

@test "each installed header can be included alone, from C and from C++" {
	local header name
	for header in "$usr"/include/perfmux/*.h; do
		name=${header##*/}
		echo "#include <perfmux/$name>" >"$T/alone.c"
		gcc -std=gnu17 -Werror -fsyntax-only -I"$usr/include" "$T/alone.c"
		! command -v g++ >/dev/null || g++ -Werror -fsyntax-only -x c++ -I"$usr/include" "$T/alone.c"
	done
}

@test "the libraries show no names but their own" {
	run -0 nm -D --defined-only "$usr/lib/any/libperfmux.so"
	run ! grep -vE ' (pmx_|PERFMUX_0)' <<<"$output"
	run -0 nm -g --defined-only "$usr/lib/any/libperfmux.a"
	[[ $output == *' T pmx_session_new'* ]]
	run ! grep -E '^[0-9a-f]+ [^ ] ' <<<"$(grep -v ' pmx_' <<<"$output")"
}

@test "man finds the pages" {
	need man
	local page name
	for page in "$usr"/share/man/man?/*.gz; do
		name=${page##*/}
		name=${name%.gz}
		run -0 man -M "$usr/share/man" -w "${name##*.}" "${name%.*}"
		[[ $output == "$page" ]]
	done
}

@test "uninstall leaves no file, and no directory of its own" {
	make_in_top uninstall
	run ! grep . <(installed)
	[[ ! -e $usr/include/perfmux ]]
	make_in_top uninstall # once more, with nothing there
	make_in_top install
}
