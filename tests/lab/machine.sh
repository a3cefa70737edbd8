# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# machine.sh: how each architecture is emulated. QEMU's device tree and the guests must agree on it.
# Sets qemu, the command without kernel, and console, what the kernel calls its serial line.

# machine_of ARCH
machine_of() {
	case $1 in
	amd64)
		# Without tsc=reliable 6.1 falls back to a slower clock, and times are off by up to a fifth.
		qemu=(qemu-system-x86_64 -machine q35 -cpu max)
		console="ttyS0 tsc=reliable"
		;;
	arm64)
		# -cpu max takes five times as long to boot: pointer authentication is slow to emulate.
		qemu=(qemu-system-aarch64 -machine "virt,gic-version=3" -cpu cortex-a72)
		console=ttyAMA0
		;;
	*)
		echo "lab: no machine for architecture $1" >&2
		return 1
		;;
	esac
	qemu+=(-accel "tcg,thread=multi" -smp 4 -m 256M -nic none)
}
