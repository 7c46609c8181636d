import type { getSiteReport } from '@inkling/contract/admin';
import type { ResponseOf } from '@inkling/contract/call';
import { second } from '../platform/clock.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/db/db.ts';
import { failuresOf } from '../platform/http/failed-requests.ts';
import { perInstance } from '../platform/per-instance.ts';
import { programVersion } from '../platform/version.ts';
import type { Site } from './check.ts';
import { checks } from './checks.ts';
import { connectionsOf } from './doctor.queries.ts';
import { type Line, runCheck } from './doctor.ts';
import { adviceOf } from './request-check.ts';

/** Checks that read much content, or ask the site's own address: too slow for a page. */
const leftOut = new Set(['address', 'files', 'texts', 'counters']);

const skipped = (name: string): Line => ({
  name,
  status: 'skipped',
  says: 'not checked here',
  advice: 'Run inkling doctor on the server.',
  details: [],
});

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

/** What `inkling doctor` finds, without what takes too long, and which requests failed. */
export async function siteReport(ctx: AppContext): Promise<ResponseOf<typeof getSiteReport>['data']> {
  return {
    versions: {
      inkling: programVersion,
      node: process.versions.node,
      postgres: (await connectionsOf(ctx.db)).version,
    },
    runningSince: new Date(Date.now() - process.uptime() * 1000).toISOString(),
    checks: (await checked(ctx)).map(({ advice = null, ...line }) => ({ ...line, advice })),
    failures: (await failuresOf(ctx)).map(({ lastAt, ...failure }) => ({
      ...failure,
      lastAt: lastAt.toISOString(),
      advice: adviceOf(failure.cause),
    })),
  };
}
