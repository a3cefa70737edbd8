// SPDX-License-Identifier: GPL-2.0-only
/*
 * words.c - names and sentences for what the report has as numbers
 */
#include <perfmux/gpu.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

const char *pmx_gpu_event_name(enum pmx_gpu_event event)
{
	static const char *const names[PMX_GPU_EVENTS] = {
		[PMX_GPU_TOTAL] = "gpu_mem_total",
		[PMX_GPU_IMPORTED] = "gpu_mem_imported",
	};

	return names[event];
}

const char *pmx_gpu_source_name(enum pmx_gpu_source source)
{
	return source == PMX_GPU_FDINFO ? "fdinfo" : "tracepoint";
}

static const struct {
	enum pmx_gpu_mark mark;
	const char *name, *words;
} marks[] = {
	{ PMX_GPU_ENDED, "ended", NULL },
	{ PMX_GPU_LEAKED, "leaked",
	  "the process ended, and its GPU memory was not reported freed afterwards" },
	{ PMX_GPU_ENDING, "ending",
	  "the process ended a moment ago; its GPU memory may still be freed" },
	{ PMX_GPU_GONE, "gone", NULL },
	{ PMX_GPU_OUTSIDE, "outside",
	  "the process is outside of this pid namespace; its number is the kernel's" },
	{ PMX_GPU_UNSEEN, "unseen", "no process had this number when it was first reported" },
	{ PMX_GPU_REUSED, "reused", "an earlier process had the same number" },
	{ PMX_GPU_EXCESS, "excess",
	  "more memory was reported as imported than there is in total: the driver's numbers "
	  "contradict one another" },
	{ PMX_GPU_NEGATIVE, "negative",
	  "2^63 bytes or more were reported: the driver counted below 0" },
	{ PMX_GPU_STALE, "stale", "records were lost since the last update of it" },
};

const char *pmx_gpu_mark_name(enum pmx_gpu_mark mark)
{
	for (size_t i = 0; i < COUNT(marks); i++)
		if (marks[i].mark == mark)
			return marks[i].name;
	return NULL;
}

const char *pmx_gpu_mark_words(enum pmx_gpu_mark mark)
{
	for (size_t i = 0; i < COUNT(marks); i++)
		if (marks[i].mark == mark)
			return marks[i].words;
	return NULL;
}

static const struct {
	const char *name, *words;
} rests[] = {
	[PMX_GPU_REST_POSITIVE] = { "positive", NULL },
	[PMX_GPU_REST_IMPORTS] = { "imports",
				   "the processes together have more than the GPU's total: shared "
				   "memory that several of them import counts for each" },
	[PMX_GPU_REST_ENDED] = { "ended",
				 "the processes together have more than the GPU's total, but only "
				 "with those that have ended: their memory was not reported "
				 "freed" },
	[PMX_GPU_REST_UNEXPLAINED] = { "unexplained",
				       "the processes together have more than the GPU's total, and "
				       "by more than all that they import" },
	[PMX_GPU_REST_UNKNOWN] = { "unknown",
				   "some values are larger than any memory: the driver may have "
				   "counted below 0, and what is left is not known" },
	[PMX_GPU_REST_NO_PROCESSES] = { "no-processes",
					"the driver reports only the total of the GPU, not what "
					"each process has" },
	[PMX_GPU_REST_NO_TOTAL] = { "no-total",
				    "the driver reports only what each process has, not the total "
				    "of the GPU" },
};

const char *pmx_gpu_rest_name(enum pmx_gpu_rest rest)
{
	return rests[rest].name;
}

const char *pmx_gpu_rest_words(enum pmx_gpu_rest rest)
{
	return rests[rest].words;
}
