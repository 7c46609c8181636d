import type { AppContext } from '../platform/context.ts';

/** Does once, and at once, what `begin` would have done by jobs. */
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
