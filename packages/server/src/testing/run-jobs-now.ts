import type { AppContext } from '../platform/context.ts';

type Begin = (ctx: AppContext) => void;

/** Runs the jobs that these register once, at once. */
export async function runJobsNow(ctx: AppContext, ...all: Begin[]): Promise<void> {
  const work: (() => Promise<void>)[] = [];
  const job = { id: '', lastAttempt: false, signal: new AbortController().signal };
  const jobs: AppContext['jobs'] = {
    ...ctx.jobs,
    work: (_queue, handler) => work.push(() => handler({} as Parameters<typeof handler>[0], job)),
  };
  for (const begin of all) begin({ ...ctx, jobs });
  for (const one of work) await one();
}
