// SPDX-License-Identifier: GPL-2.0-only
/*
 * give-way - runs for ever, and lets the other CPUs of an emulated machine have a turn now and then
 *
 * Not all the time: to change the CPU takes QEMU as long as to emulate hundreds of instructions.
 */
int main(void)
{
	for (;;) {
		for (volatile int i = 0; i < 10000; i++)
			;
#ifdef __x86_64__
		__asm__ volatile("pause");
#else
		__asm__ volatile("yield");
#endif
	}
}
