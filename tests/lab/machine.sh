# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash disable=SC2034
#
# machine.sh: how each architecture is emulated. QEMU's device tree and the guests must agree on it.
#
# An instruction takes 8 ns of guest time, whatever else the host does, and waiting takes no time of
# the host's.
#
# One thread emulates all CPUs of a guest. With several, QEMU before 8.0 may go on with code that
# another CPU has just patched, and the kernel patches itself when the first event is opened: guests
# died of it. And before 8.1 a CPU gets its turn only when those before it wait or pause: README.md.

# machine_of ARCH: sets qemu, the command without a kernel, and console, what the kernel calls its
# serial line, with whatever else its command line needs.
machine_of() {
	case $1 in
	amd64)
		# Without tsc=reliable 6.1 falls back to a slower clock, and times are off by up to a fifth.
		# While 6.1 starts a CPU it does not pause, and waits for ever for one that gets no turn. So
		# guest-init.sh starts all but the first, beside a program that pauses; their speed must be
		# known, since there is none to be measured.
		qemu=(qemu-system-x86_64 -machine q35 -cpu max)
		console="ttyS0 tsc=reliable maxcpus=1 lpj=4000000"
		;;
	arm64)
		# -cpu max takes five times as long to boot: pointer authentication is slow to emulate.
		# The PMU counts instructions, which it does thanks to -icount.
		qemu=(qemu-system-aarch64 -machine "virt,gic-version=3" -cpu cortex-a72)
		console=ttyAMA0
		;;
	*)
		echo "lab: no machine for architecture $1" >&2
		return 1
		;;
	esac
	qemu+=(-icount "shift=3,sleep=off" -accel "tcg,thread=single" -smp 4 -m 256M -nic none)
}
