import type { getSiteReport } from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import { second } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import type { failureCountsOf } from '../platform/http/failure-counts.ts';
import { perInstance } from '../platform/per-instance.ts';
import { programVersion } from '../platform/version.ts';
import type { Site } from './check.ts';
import { checks } from './checks.ts';
import { connectionsOf } from './doctor.queries.ts';
import { type Line, runCheck } from './doctor.ts';

/** Checks that read much content, or ask the site's own address: too slow for a page. */
const leftOut = new Set(['address', 'files', 'texts', 'counters']);

const skipped = (name: string): Line => ({
  name,
  status: 'skipped',
  says: 'not checked here',
  advice: 'Run inkling doctor on the server.',
  details: [],
});

/** What to do about failed requests, by the code or what they waited for. */
const adviceOf = (cause: string): string => {
  const [code = '', detail = ''] = cause.split(' ');
  if (code === 'STORAGE_FULL' || cause === 'disk full') return 'Free up space on the server’s disk.';
  if (detail === 'pool')
    return 'All database connections were in use. See “Database connections” on this page.';
  if (['lock', 'statement', 'answer', 'request'].includes(detail))
    return 'The database was too slow. Check its load, its disk and other programs on its machine.';
  if (detail !== '' && code === 'UNAVAILABLE')
    return 'The database didn’t answer. Check that it’s running, and read its log.';
  if (code === 'BUSY')
    return 'The server got more requests at once than it can handle. If this continues, give it more processors.';
  if (code === 'INTERNAL')
    return 'This is a bug in Inkling. Please report it with the “request failed” lines from the log.';
  return 'The “request” lines in the log with this code show which pages failed, and when.';
};

function runChecks({ config, db, clock, modules, storage, databaseTime }: AppContext): Promise<Line[]> {
  const machine = { config, env: process.env, isAudit: false, isRemote: true };
  const site: Site = { ...machine, db, clock, modules, storage, databaseTime, isServed: true };
  // Those of the machine wait for other servers; those of the database take turns, so that requests find a connection.
  let before: Promise<unknown> = Promise.resolve();
  const lines = checks.map((check) => {
    if (leftOut.has(check.name)) return skipped(check.name);
    if (check.on === 'machine') return runCheck(check, machine, null);
    const line = before.then(() => runCheck(check, machine, site));
    before = line;
    return line;
  });
  return Promise.all(lines);
}

/** How long the checks of one report serve others, in milliseconds. */
const keptFor = 15 * second;
const latest = perInstance((_db: Db): { at: number; lines: Promise<Line[]> } => ({
  at: Number.NEGATIVE_INFINITY,
  lines: Promise.resolve([]),
}));

/** Checks the site once for all who ask at about the same time: the checks sign in to other servers. */
function checked(ctx: AppContext): Promise<Line[]> {
  const last = latest(ctx.db);
  const now = ctx.clock.now().getTime();
  if (now - last.at >= keptFor) Object.assign(last, { at: now, lines: runChecks(ctx) });
  return last.lines;
}

/** What `inkling doctor` finds, without what takes too long, and what this process could not do. */
export async function siteReport(
  ctx: AppContext,
  failures: ReturnType<typeof failureCountsOf>,
): Promise<ResponseOf<typeof getSiteReport>['data']> {
  return {
    versions: {
      inkling: programVersion,
      node: process.versions.node,
      postgres: (await connectionsOf(ctx.db)).version,
    },
    runningSince: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    checks: (await checked(ctx)).map(({ advice = null, ...line }) => ({ ...line, advice })),
    failures: [...failures]
      .map(([cause, { count, lastAt }]) => ({
        cause,
        count,
        lastAt: new Date(lastAt).toISOString(),
        advice: adviceOf(cause),
      }))
      .toSorted((a, b) => b.count - a.count),
  };
}
