#!/usr/bin/env bats
# SPDX-License-Identifier: GPL-2.0-only
#
# What `make dist` packs: the same bytes from the same commit, whoever packs it and where, and all
# that a build needs. That it builds, without git, is seen by `make deb`, which starts from it.

load helpers

setup() {
	common_setup
	need git
	git -C "$TOP" rev-parse -q --verify HEAD >/dev/null 2>&1 || skip "$TOP is not a git checkout"
	version=$(sed -n 's/^VERSION := //p' "$TOP/Makefile")
	name=perfmux-$version
}

# dist NAME: packs a fresh clone, called NAME.
dist() {
	git clone -q "file://$TOP" "$T/$1"
	make -s -C "$T/$1" dist >/dev/null 3>&-
	sha256sum <"$T/$1/build/$name.tar.gz"
}

@test "umask, time zone, age of files and settings of git do not show in the archive" {
	local one other
	one=$(umask 022 && TZ=UTC dist one)
	cat >"$T/gitconfig" <<-'END'
		[tar]
			umask = 0077
		[core]
			autocrlf = true
		[tar "tar.gz"]
			command = gzip -1
	END
	other=$(umask 077 && TZ=Asia/Kathmandu GIT_CONFIG_GLOBAL=$T/gitconfig dist other)
	[[ $one == "$other" ]]
	find "$T/one" -name '*.c' -exec touch {} +
	make -s -C "$T/one" dist >/dev/null 3>&-
	[[ $(sha256sum <"$T/one/build/$name.tar.gz") == "$one" ]]
}

@test "the archive has every committed file, below one directory, and no other" {
	dist one
	diff <(git -C "$T/one" ls-files | sort) <(tar -tzf "$T/one/build/$name.tar.gz" | grep -v '/$' | sed "s|^$name/||" | sort)
	run ! grep -v "^$name/" <(tar -tzf "$T/one/build/$name.tar.gz")
}

@test "make finds all it needs in the unpacked archive, without git" {
	dist one
	tar -C "$T" -xzf "$T/one/build/$name.tar.gz"
	mkdir "$T/bin" "$T/$name/build" "$T/$name/build/libperf"
	printf '#!/bin/sh\necho called >>"%s"\nexit 1\n' "$T/git-called" >"$T/bin/git"
	chmod +x "$T/bin/git"
	touch "$T/$name/build/libperf/source"
	PATH=$T/bin:$PATH run -0 make -n -C "$T/$name" all install 3>&-
	[[ $output == *lib/session/*.c* && $output == *perfmux-stat.1* ]]
	[[ ! -e $T/git-called ]]
}

@test "Makefile, changelog and package have the same version" {
	[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]
	[[ $("$PERFMUX" --version) == *"$version"* ]]
	[[ $(grep -m1 -oP '^## \[\K[0-9][^]]*' "$TOP/CHANGELOG.md") == "$version" ]]
	[[ $(sed -n '1s/^perfmux (\([^-]*\)-.*/\1/p' "$TOP/tests/packaging/debian/changelog") == "$version" ]]
}
