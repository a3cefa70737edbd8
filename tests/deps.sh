#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# deps.sh SET...: installs with apt-get what is missing of build, test, lint, api, deb, deb-source,
# bench, fuzz, lab; silent when all is there. Looks for the thing needed, not for a package, so what
# is installed otherwise counts.
set -eu

# set  kind: command, header, file or module (of pkg-config)  name  Debian package
needs() {
	cat <<-END
		build command make make
		build command gcc gcc
		build header stdlib.h libc6-dev
		build command pkg-config pkg-config
		build command xz xz-utils
		build module libelf libelf-dev
		build module libtraceevent libtraceevent-dev
		build header perfmon/pfmlib.h libpfm4-dev
		build header jansson.h libjansson-dev
		build header microhttpd.h libmicrohttpd-dev
		test header cmocka.h libcmocka-dev
		test command bats bats
		test command pgrep procps
		test command jq jq
		test command strace strace
		test file /usr/sbin/setcap libcap2-bin
		test command xmllint libxml2-utils
		test command curl curl
		test command perf linux-perf
		test file /usr/share/doc/python3-prometheus-client python3-prometheus-client
		test command zsh zsh
		test command fish fish
		test command mandoc mandoc
		test file /usr/share/i18n/locales/de_DE locales
		lint command clang-format clang-format
		lint command clang-tidy clang-tidy
		lint command cppcheck cppcheck
		lint command shellcheck shellcheck
		lint command g++ g++
		lint command doxygen doxygen
		lint command python3 python3
		api command doxygen doxygen
		api command python3 python3
		deb command dpkg-buildpackage dpkg-dev
		deb command dh debhelper
		deb command fakeroot fakeroot
		deb command lintian lintian
		deb-source file /usr/src/linux-source-6.12.tar.xz linux-source-6.12
		bench command python3 python3
		bench command perf linux-perf
		bench command strace strace
		bench command hyperfine hyperfine
		bench command stress-ng stress-ng
		fuzz command clang clang
		fuzz file /usr/lib/clang/14/include/fuzzer libclang-rt-14-dev
		lab command qemu-system-x86_64 qemu-system-x86
		lab file /usr/share/seabios/bios-256k.bin seabios
		lab command qemu-system-aarch64 qemu-system-arm
		lab command aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
		lab file /usr/aarch64-linux-gnu/lib/libc.a libc6-dev-arm64-cross
		lab header zlib.h zlib1g-dev
		lab command dtc device-tree-compiler
		lab command python3 python3
		lab command zstd zstd
		lab command cpio cpio
	END
}

present() {
	case $1 in
	command) command -v "$2" >/dev/null ;;
	file) [ -e "$2" ] ;;
	module) pkg-config --exists "$2" 2>/dev/null ;;
	header) echo "#include <$2>" | ${CC:-cc} -E -x c - >/dev/null 2>&1 ;;
	esac
}

missing=$(needs | while read -r set kind name package; do
	case " $* " in *" $set "*) ;; *) continue ;; esac
	present "$kind" "$name" || {
		echo "perfmux: $kind $name, needed to $set, is missing: package $package" >&2
		echo "$package"
	}
done)
# Installed, it would start a service, now and with every boot. Unpacked it is two programs, which
# tests/cli/openmetrics.bats finds there; without them it skips.
unpack_prometheus() (
	command -v prometheus >/dev/null || [ -x build/prometheus/usr/bin/prometheus ] && return
	command -v dpkg-deb >/dev/null || return 0
	echo "perfmux: unpacking prometheus into build/prometheus" >&2
	mkdir -p build/prometheus && cd build/prometheus && apt-get download -qq prometheus >/dev/null &&
		dpkg-deb -x ./prometheus_*.deb . && rm -f ./prometheus_*.deb ||
		echo "perfmux: prometheus could not be unpacked: tests that need it will skip" >&2
)
finish() {
	case " $sets " in *" test "*) unpack_prometheus ;; esac
	exit 0
}
sets=$*

[ -n "$missing" ] || finish
missing=$(echo "$missing" | sort -u | xargs)

if ! command -v apt-get >/dev/null; then
	echo "perfmux: no apt-get here; install by other means: $missing" >&2
	exit 1
fi
sudo=
if [ "$(id -u)" -ne 0 ]; then
	sudo=sudo
	# Asks for a password here, once, and where nobody can give one, says so.
	if ! command -v sudo >/dev/null || ! sudo true; then
		echo "perfmux: no right to install; as root, run: apt-get update && apt-get install $missing" >&2
		exit 1
	fi
fi

# shellcheck disable=SC2086  # a list
installable() { apt-get install --simulate -qq --no-install-recommends $missing >/dev/null 2>&1; }

as_root() { $sudo env DEBIAN_FRONTEND=noninteractive "$@" </dev/null; }

update() { as_root apt-get update -qq >&2; }

install_missing() {
	# shellcheck disable=SC2086  # a list
	as_root apt-get install -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=600 -qq -y \
		--no-install-recommends $missing >/dev/null
}

# A fresh machine knows no packages. An old one may know versions that are gone, and a run that was
# killed may have left packages half installed.
echo "perfmux: installing $missing" >&2
installable || update
install_missing || {
	echo "perfmux: once more, after dpkg --configure -a and apt-get update" >&2
	as_root dpkg --configure -a >&2 || true
	update
	install_missing
}
finish
