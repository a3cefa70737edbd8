#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# get-libperf.sh DIR: builds libperf, which no distribution ships as a package of its own for
# linking, from the packaged kernel sources, into
#
#   DIR/obj/        its objects, position independent
#   DIR/include/    its public headers, and the linux/perf_event.h it was compiled against, whose
#                   perf_event_attr may be longer than the system's: put this directory first
#   DIR/private/    its internal headers and the kernel headers these need, for one file alone,
#                   and DIR/private-flags, a compiler response file that finds them
#   DIR/kernel/     the part of the kernel tree that it was made from; as LIBPERF_SRC it makes
#                   libperf for another architecture without a second download
#   DIR/source      which source it came from
#
# Environment: LIBPERF_SRC  a kernel tree or tarball to use instead of a package
#              CC           says for which architecture, too
#              LIBPERF_CFLAGS
#
# DIR appears complete or not at all.
set -eu

dest=${1:?usage: get-libperf.sh DIR}
CC=${CC:-cc}
LIBPERF_CFLAGS=${LIBPERF_CFLAGS:--O2 -g -ffunction-sections -fdata-sections -fstack-protector-strong
	-fstack-clash-protection -D_FORTIFY_SOURCE=2}

say() { echo "libperf: $*" >&2; }
die() { say "$*"; exit 1; }

mkdir -p "$(dirname "$dest")"
# What killed runs left behind, which may be large.
for old in "$dest".[0-9]*; do
	if [ ! -d "/proc/${old##*.}" ] || [ "${old##*.}" = $$ ]; then rm -rf "$old"; fi
done
mkdir "$dest.$$"
work=$(realpath "$dest.$$")
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
tree=$work/tree
new=$work/new
mkdir "$tree" "$new" "$new/obj"

arch=$($CC -dumpmachine | sed -e 's/-.*//' -e 's/^x86_64$/x86/' -e 's/^i.86$/x86/' \
	-e 's/^aarch64$/arm64/' -e 's/^powerpc.*/powerpc/' -e 's/^riscv.*/riscv/' -e 's/^s390x$/s390/' \
	-e 's/^loongarch.*/loongarch/' -e 's/^mips.*/mips/')

# Keeps, of a kernel tarball on standard input, the few directories libperf consists of.
unpack_needed() {
	tar -C "$tree" --strip-components=1 -x --wildcards '*/tools/lib/perf/*' '*/tools/lib/api/*' \
		'*/tools/lib/zalloc.c' '*/tools/include/*' '*/tools/arch/*/include/*'
}

decompress() {
	case $1 in
	*.xz) xz -T0 -dc ;;
	*.bz2) bzip2 -dc ;;
	*.gz | *.tgz) gzip -dc ;;
	*.tar) cat ;;
	*) die "$1: not a .tar, .tar.gz, .tar.bz2 or .tar.xz" ;;
	esac
}

as_root() {
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		return 1
	fi
}

# Prints the package to take: 6.12, which this project is tested with, else the distribution's own.
source_package() {
	if apt-cache show linux-source-6.12 >/dev/null 2>&1; then
		echo linux-source-6.12
	else
		apt-cache depends linux-source 2>/dev/null | awk '$1 == "Depends:" { print $2; exit }'
	fi
}

download_package() {
	package=$(source_package)
	[ -n "$package" ] || return 1
	say "downloading $package (about 150 MB, removed after the build)"
	(cd "$work" && apt-get -o APT::Sandbox::User=root download -qq "$package" >&2)
}

take_package() {
	command -v apt-get >/dev/null ||
		die "no apt-get here to fetch kernel sources with; set LIBPERF_SRC to a kernel tree or tarball"
	if ! download_package; then
		say "the package lists are missing or old: apt-get update"
		as_root apt-get update -qq >&2 || say "apt-get update failed"
		download_package || die "no linux-source package to be had; set LIBPERF_SRC to a kernel tree or tarball"
	fi
	deb=$(echo "$work"/*.deb)
	from=$(basename "$deb" .deb)
	member=$(dpkg-deb --fsys-tarfile "$deb" | tar -t | grep -E '^\./usr/src/.*linux-source-[^/]*\.tar\.[a-z0-9]+$')
	dpkg-deb --fsys-tarfile "$deb" | tar -xO "$member" | decompress "$member" | unpack_needed
	rm -f "$deb"
}

take_local() {
	from=$LIBPERF_SRC
	if [ -d "$from" ]; then
		[ -d "$from/tools/lib/perf" ] || die "$from holds no tools/lib/perf"
		mkdir "$tree/tools" "$tree/tools/lib"
		cp -r "$from/tools/include" "$tree/tools/"
		cp -r "$from/tools/lib/perf" "$from/tools/lib/api" "$from/tools/lib/zalloc.c" "$tree/tools/lib/"
		(cd "$from" && cp -r --parents -t "$tree" tools/arch/*/include)
	elif [ -f "$from" ]; then
		# shellcheck disable=SC2094  # the name only tells the format
		decompress "$from" <"$from" | unpack_needed
	else
		die "LIBPERF_SRC=$from: no such file or directory"
	fi
}

if [ -n "${LIBPERF_SRC:-}" ]; then
	take_local
else
	take_package
fi
lib=$tree/tools/lib
[ -f "$lib/perf/evsel.c" ] || die "$from holds no tools/lib/perf"

roots="$lib/perf/include $lib $tree/tools/include $tree/tools/arch/$arch/include
	$tree/tools/arch/$arch/include/uapi $tree/tools/include/uapi"
includes=
for root in $roots; do
	includes="$includes -I$root"
done

# Names too common to bring into other people's programs.
renamed=
for name in zalloc __zfree readn preadn writen page_size; do
	renamed="$renamed -D$name=libperf__$name"
done

# A program is guarded only when each of its objects is.
harden=
[ "$arch" != x86 ] || harden=-fcf-protection

compile() {
	# shellcheck disable=SC2086  # flags are lists
	$CC $LIBPERF_CFLAGS $harden -D_GNU_SOURCE $renamed -fPIC -w "-ffile-prefix-map=$work=libperf" $includes "$@"
}

for unit in perf/core perf/cpumap perf/threadmap perf/evsel perf/evlist perf/mmap perf/xyarray perf/lib \
	zalloc api/fd/array; do
	compile -c "$lib/$unit.c" -o "$new/obj/libperf-$(echo "$unit" | tr / -).o"
done

mkdir -p "$new/include/linux" "$new/include/perf" "$new/private"
cp "$lib"/perf/include/perf/*.h "$new/include/perf/"
cp "$tree/tools/include/uapi/linux/perf_event.h" "$new/include/linux/"

# The internal headers, and whatever they include of the kernel's tools headers.
for header in "$lib"/perf/include/internal/*.h; do
	echo "#include <internal/$(basename "$header")>"
done | grep -v internal/tests.h >"$work/all.c"
compile -M "$work/all.c" | tr ' ' '\n' | grep "^$tree/" | xargs realpath --relative-to="$tree/tools" | sort -u |
	(cd "$tree/tools" && xargs cp --parents -t "$new/private")
for root in $roots; do
	echo "-I$dest/private/${root#"$tree"/tools/}"
done >"$new/private-flags"
# shellcheck disable=SC2086  # a list
printf '%s\n' $renamed >>"$new/private-flags"
# Named perf_cpu_map__default_new before 6.9 or so.
! grep -q perf_cpu_map__new_online_cpus "$new/include/perf/cpumap.h" ||
	echo "-DHAVE_PERF_CPU_MAP__NEW_ONLINE_CPUS=1" >>"$new/private-flags"

mv "$tree" "$new/kernel"
echo "$from" >"$new/source"
rm -rf "$dest"
mv "$new" "$dest"
say "built from $from"
