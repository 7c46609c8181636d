import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { superuser } from '../packages/server/src/platform/db/embedded/initialise.ts';
import { connectionOf } from './database.ts';
import { load } from './load.ts';
import type { Contestant } from './rounds.ts';

/** How long is waited before and while an idle server's statements are counted, in seconds. */
const [calmSeconds, countedSeconds] = [10, 30];

/** Statements a second of a server that nobody uses, from PostgreSQL's log. */
export async function idleStatements(dataDir: string): Promise<number> {
  const password = readFileSync(join(dataDir, 'postgres.secret'), 'utf8').trim();
  const admin = new pg.Client({ ...connectionOf(dataDir), user: superuser, password });
  await admin.connect();
  const logging = async (change: string): Promise<void> => {
    await admin.query(`alter system ${change}`);
    await admin.query('select pg_reload_conf()');
  };
  const file = join(dataDir, 'postgres.log');
  try {
    await sleep(calmSeconds * 1000);
    await logging("set log_statement = 'all'");
    const from = statSync(file).size;
    await sleep(countedSeconds * 1000);
    await logging('reset log_statement');
    // The two that end the count are its own.
    const statements =
      readFileSync(file)
        .subarray(from)
        .toString()
        .match(/LOG: {2}(statement|execute)/g)?.length ?? 0;
    return Math.max(0, statements - 2) / countedSeconds;
  } finally {
    await admin.end();
  }
}

/** p50 and p99 in ms of chapters for five readers, while 50 people search, and without them. */
export async function chapterWhileSearching({ running: { origin }, targets }: Contestant, seconds: number) {
  const chapters = () => load(origin, targets['chapter read'], seconds, 5);
  const alone = await chapters();
  const [searching, during] = await Promise.all([
    load(origin, targets.search, seconds + 2, 50),
    sleep(1000).then(chapters),
  ]);
  return { alone, during, searching };
}
