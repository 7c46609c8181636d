import { join } from 'node:path';
import { forgotPassword, login, register } from '@inkling/contract/account';
import type { Call } from '@inkling/contract/call';
import pg from 'pg';
import { connectionOf } from './database.ts';
import { ask, pathOf, send } from './requests.ts';
import { median } from './rounds.ts';
import { pinClient, startInkling } from './servers.ts';

// `node bench/enumeration.ts`: whether response times reveal that an account exists (docs/trust.md#response-times).

const kinds = ['known', 'unverified', 'suspended', 'unknown'] as const;
type Kind = (typeof kinds)[number];
const samples = 400;
const warmUp = 5;
/** Accounts of each kind: enough that no name reaches ten failures, which would change the response. */
const accounts = 45;
const password = 'a lamp in the window';

/** Sends each call from another address, so that rate limits by address do not apply; returns the milliseconds. */
let calls = 0;
async function timed(origin: string, call: Call, body: object, expected: number): Promise<number> {
  calls += 1;
  const request = ask(pathOf(call), null, 'POST', body);
  const address = `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`;
  const started = performance.now();
  const { status } = await send(origin, {
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': address },
  });
  if (status !== expected) throw new Error(`${call.key} returned ${status}`);
  return performance.now() - started;
}

/** The area under the ROC curve, as the Mann–Whitney U statistic; ties count half. */
function rocArea(values: number[], others: number[]): number {
  const longer = values.flatMap((value) =>
    others.map((other) => (value > other ? 1 : value === other ? 0.5 : 0)),
  );
  return longer.reduce((sum: number, one) => sum + one, 0) / longer.length;
}
const shuffled = (): Kind[] =>
  kinds
    .map((kind) => ({ kind, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ kind }) => kind);

async function signUp(origin: string, dataDir: string, run: string): Promise<void> {
  for (const kind of kinds.filter((one) => one !== 'unknown')) {
    for (let index = 0; index < accounts; index += 1) {
      const username = `${kind}_${run}_${index}`;
      const names = { username, email: `${username}@example.test` };
      await timed(origin, register, { ...names, password, passwordConfirm: password }, 201);
    }
  }
  const db = new pg.Client(connectionOf(dataDir));
  await db.connect();
  await db.query('update users set suspended_at = now() where username like $1', [`suspended_${run}%`]);
  await db.query('update users set is_verified = true where username like $1', [`known_${run}%`]);
  // Emails of the sign-ups would be written during other requests.
  await db.query(`delete from pgboss.job where name = 'account-emails' and state < 'active'`);
  await db.end();
}

/** Sends requests about all kinds in random order, so that noise of the machine affects all alike. */
async function measure(name: string, ask: (account: string) => Promise<number>, run: string): Promise<void> {
  const times: Record<Kind, number[]> = { known: [], unverified: [], suspended: [], unknown: [] };
  for (let round = -warmUp; round < samples; round += 1) {
    for (const kind of shuffled()) {
      const ms = await ask(`${kind}_${run}_${(round + warmUp) % accounts}@example.test`);
      if (round >= 0) times[kind].push(ms);
    }
  }
  for (const kind of kinds.filter((one) => one !== 'unknown')) {
    const medians = `${median(times[kind]).toFixed(2)} | ${median(times.unknown).toFixed(2)}`;
    const area = rocArea(times[kind], times.unknown).toFixed(3);
    process.stdout.write(`| ${name} | ${kind} | ${medians} | ${area} |\n`);
  }
}

pinClient();
const dataDir = join(import.meta.dirname, '.data/enumeration');
const server = await startInkling('enumeration', dataDir, [], { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' });
try {
  const { origin } = server;
  const run = Date.now().toString(36);
  await signUp(origin, dataDir, run);
  process.stdout.write(
    '| Flow | Account | Median ms | Median ms, unknown | AUC |\n| --- | --- | ---: | ---: | ---: |\n',
  );
  await measure('sign-in', (email) => timed(origin, login, { email, password: 'wrong guess' }, 401), run);
  await measure('forgot password', (email) => timed(origin, forgotPassword, { email }, 200), run);
} finally {
  await server.stop();
}
