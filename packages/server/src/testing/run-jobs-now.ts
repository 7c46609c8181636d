import type { AppContext } from '../platform/context.ts';

/** Runs the jobs that `begin` registers once, at once. */
export async function runJobsNow(ctx: AppContext, begin: (ctx: AppContext) => void): Promise<void> {
  const work: (() => Promise<void>)[] = [];
  const job = { id: '', lastAttempt: false, signal: new AbortController().signal };
  begin({
    ...ctx,
    jobs: {
      ...ctx.jobs,
      work: (_queue, handler) => work.push(() => handler({} as Parameters<typeof handler>[0], job)),
    },
  });
  for (const one of work) await one();
}
