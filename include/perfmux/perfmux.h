/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * perfmux.h - all of libperfmux, and how its parts follow one another
 *
 *	machine.h   what /sys, /proc and tracefs say; pmu.h, topology.h: the PMUs and places in it
 *	event.h     text that a user types -> events
 *	target.h    what is measured; launch.h: a command that waits until its counters are open
 *	symbol.h    where in memory breakpoints by name are
 *	plan.h      events x target -> counters, in units of one read
 *	session.h   the plan opened: enable, read snapshots, close
 *	result.h    snapshots -> rows for people, with metrics; over runs, with their spread
 *	report.h    rows -> text, CSV, JSON; report_openmetrics.h: -> metrics for Prometheus
 *
 *	list.h      what can be counted; probe.h: whether it is; doctor.h: why it is not
 *	report_machine.h  these as text and JSON
 *	record.h    tracepoints as records; gpu.h: those of GPU memory, by GPU and process;
 *	            gpu_fdinfo.h: what DRM drivers say of it in /proc; report_gpu.h: these as text,
 *	            CSV, JSON, SVG, trace, and drawn while they change
 *	bound.h     how far a scaled count may be off; sampler.h: at low cost; mux.h: who was on the
 *	            counters when; capacity.h: how many there are; report_mux.h: these as text,
 *	            JSON, SVG, trace
 *	oracle.h    what must hold of counts; stress.h: scenarios that ask it of a kernel;
 *	            report_stress.h: verdicts as text, KTAP, JUnit, JSON
 *	compare.h   statistics of repeated runs; bench.h: of commands, with gates and baselines;
 *	            report_bench.h: these as text, CSV, Markdown, JSON, SVG
 *
 * Functions that can fail return 0 or a negative errno and fill a struct pmx_error (error.h).
 * Nothing here prints to a standard stream, ends the process, or keeps global state. One machine
 * and what was made from it belong to one thread at a time.
 */
#ifndef PERFMUX_PERFMUX_H
#define PERFMUX_PERFMUX_H

#include <perfmux/bench.h>
#include <perfmux/bound.h>
#include <perfmux/capacity.h>
#include <perfmux/compare.h>
#include <perfmux/cpus.h>
#include <perfmux/doctor.h>
#include <perfmux/error.h>
#include <perfmux/event.h>
#include <perfmux/gpu.h>
#include <perfmux/gpu_fdinfo.h>
#include <perfmux/launch.h>
#include <perfmux/list.h>
#include <perfmux/machine.h>
#include <perfmux/mux.h>
#include <perfmux/oracle.h>
#include <perfmux/plan.h>
#include <perfmux/pmu.h>
#include <perfmux/probe.h>
#include <perfmux/record.h>
#include <perfmux/report.h>
#include <perfmux/report_bench.h>
#include <perfmux/report_gpu.h>
#include <perfmux/report_machine.h>
#include <perfmux/report_mux.h>
#include <perfmux/report_openmetrics.h>
#include <perfmux/report_stat_trace.h>
#include <perfmux/report_stress.h>
#include <perfmux/result.h>
#include <perfmux/sampler.h>
#include <perfmux/session.h>
#include <perfmux/stress.h>
#include <perfmux/symbol.h>
#include <perfmux/target.h>
#include <perfmux/text.h>
#include <perfmux/topology.h>

#endif
