#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""mkhetdtb.py IN.dts OUT.dts COMPATIBLE:CPU[,CPU]... ...

Turns the source of the device tree of QEMU's machine virt (gic-version=3) into that of a machine
with a core PMU for each argument:

    mkhetdtb.py virt.dts het.dts arm,cortex-a53-pmu:0,1 arm,cortex-a72-pmu:2,3

The PMUs share a per-CPU interrupt; a fourth interrupt cell says which CPUs' a node means.
"""
import re
import sys

PMU_PPI = '0x01 0x07 0x04'
GIC = 'intc@8000000 {'


def add_cell(dts, prop, cells):
    """Appends a zero to each entry of that many cells, in every property called prop."""
    def grow(match):
        words = match.group(2).split()
        if len(words) % cells:
            sys.exit(f'mkhetdtb.py: not in entries of {cells} cells: {match.group(0)}')
        entries = (' '.join(words[i:i + cells]) for i in range(0, len(words), cells))
        return match.group(1) + ' '.join(entry + ' 0x00' for entry in entries) + '>;'
    return re.sub(rf'(\b{prop} = <)([^>]*)>;', grow, dts)


def replace_once(dts, pattern, text):
    dts, count = re.subn(pattern, lambda match: text, dts, count=1, flags=re.S)
    if not count:
        sys.exit(f'mkhetdtb.py: not the device tree expected: no {pattern}')
    return dts


def main(infile, outfile, *pmus):
    with open(infile, encoding='ascii') as file:
        dts = file.read()
    cpu = dict(re.findall(r'cpu@(\d+) \{\s*phandle = <(0x[0-9a-f]+)>;', dts))

    partitions = nodes = ''
    for i, pmu in enumerate(pmus):
        compatible, cpus = pmu.split(':')
        handles = ' '.join(cpu[number] for number in cpus.split(','))
        partitions += f'\t\t\tpart{i}: interrupt-partition-{i} {{ affinity = <{handles}>; }};\n'
        nodes += (f'\tpmu-{i} {{\n\t\tcompatible = "{compatible}";\n'
                  f'\t\tinterrupts = <{PMU_PPI} &part{i}>;\n\t}};\n')

    dts = add_cell(dts, 'interrupts', 3)
    dts = add_cell(dts, 'interrupt-map', 10)
    head, gic = dts.split(GIC, 1)
    gic = replace_once(gic, '#interrupt-cells = <0x03>;',
                       f'#interrupt-cells = <0x04>;\n\t\tppi-partitions {{\n{partitions}\t\t}};')
    dts = replace_once(head + GIC + gic, r'\tpmu \{.*?\n\t\};\n', nodes)
    with open(outfile, 'w', encoding='ascii') as file:
        file.write(dts)


if __name__ == '__main__':
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
