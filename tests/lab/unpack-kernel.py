#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""unpack-kernel.py VMLINUZ IMAGE

Writes what QEMU boots soonest. An x86 kernel unpacks itself, which takes it longer under emulation
than all the rest of its start: so this takes out of it the ELF file, which is where the kernel's
Documentation/arch/x86/boot.rst says. Other kernels are copied.
"""
import struct
import subprocess
import sys

UNPACKERS = {
    b'\xfd7zX': ['xz', '-dc'],
    b'\x28\xb5\x2f\xfd': ['zstd', '-dc'],
}


def payload(kernel):
    """The packed ELF file in a bzImage, without its length, which stands behind it."""
    setup_sectors = kernel[0x1f1] or 4
    offset, length = struct.unpack_from('<II', kernel, 0x248)
    start = (setup_sectors + 1) * 512 + offset
    return kernel[start:start + length - 4]


def main():
    with open(sys.argv[1], 'rb') as file:
        image = file.read()
    if image[0x202:0x206] == b'HdrS':
        packed = payload(image)
        command = UNPACKERS.get(packed[:4])
        if not command:
            sys.exit(f'{sys.argv[1]}: packed in a way that is not known: {packed[:4].hex()}')
        image = subprocess.run(command, input=packed, stdout=subprocess.PIPE, check=True).stdout
    with open(sys.argv[2], 'wb') as file:
        file.write(image)


if __name__ == '__main__':
    main()
