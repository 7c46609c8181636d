import { Agent, request } from 'node:http';
import { forgotPassword, login, register } from '@inkling/contract/account';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { openConfiguredDatabase } from '../packages/server/src/platform/db/configured.ts';
import { sql } from '../packages/server/src/platform/db/db.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { startInkling } from './servers.ts';

/** Whether response times reveal that an account exists: compares each kind of account with unknown names. */
export interface EnumerationResult {
  flow: string;
  kind: Kind;
  samples: number;
  /** Milliseconds. */
  median: number;
  medianOfUnknown: number;
  /** The probability that a response for the account takes longer than one for an unknown name; 0.5 reveals nothing. */
  auc: number;
}

const kinds = ['known', 'unverified', 'suspended', 'unknown'] as const;
type Kind = (typeof kinds)[number];
const samples = 400;
const warmUp = 5;
/** Accounts of each kind: enough that no name reaches ten failures, which would change the response. */
const accounts = 45;
const password = 'a lamp in the window';

/** Sends each call with another forwarded address, so that rate limits by address do not apply. */
let calls = 0;
function post(
  origin: string,
  agent: Agent,
  key: string,
  body: object,
): Promise<{ status: number; ms: number }> {
  calls += 1;
  const payload = JSON.stringify(body);
  const url = `${origin}/api/v1${key.slice(key.indexOf(' ') + 1)}`;
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
    'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`,
  };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, ms: performance.now() - started }),
      );
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(payload);
  });
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The area under the ROC curve, as the Mann–Whitney U statistic; ties count half. */
function rocArea(values: number[], others: number[]): number {
  let longer = 0;
  for (const value of values) {
    for (const other of others) longer += value > other ? 1 : value === other ? 0.5 : 0;
  }
  return longer / (values.length * others.length);
}

const shuffled = <T>(values: readonly T[]): T[] =>
  values
    .map((value) => ({ value, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);

async function signUp(origin: string, agent: Agent, run: string): Promise<void> {
  for (const kind of kinds.filter((kind) => kind !== 'unknown')) {
    for (let index = 0; index < accounts; index += 1) {
      const username = `${kind}_${run}_${index}`;
      const email = `${username}@example.test`;
      const { status } = await post(origin, agent, register.key, {
        username,
        email,
        password,
        passwordConfirm: password,
      });
      if (status !== 201) throw new Error(`a sign-up returned ${status}`);
    }
  }
}

/** Suspends and verifies accounts directly in the database, and drops the queued emails of the sign-ups. */
async function prepareAccounts(dataDir: string, run: string): Promise<void> {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const { database, stop } = await openConfiguredDatabase(config, createLog(config, false), 'tool');
  try {
    await sql`update users set suspended_at = now() where username like ${`suspended_${run}%`}`.execute(
      database.db,
    );
    await sql`update users set is_verified = true where username like ${`known_${run}%`}`.execute(
      database.db,
    );
    await sql`delete from pgboss.job where name = 'account-emails' and state < 'active'`.execute(database.db);
  } finally {
    await stop();
  }
}

/** Sends requests for all kinds in random order, so that noise of the machine affects all alike. */
async function measureTimes(
  send: (kind: Kind, index: number) => Promise<{ status: number; ms: number }>,
  expected: number,
): Promise<Record<Kind, number[]>> {
  const times: Record<Kind, number[]> = { known: [], unverified: [], suspended: [], unknown: [] };
  for (let round = -warmUp; round < samples; round += 1) {
    for (const kind of shuffled(kinds)) {
      const { status, ms } = await send(kind, (round + warmUp) % accounts);
      if (status !== expected) throw new Error(`${kind} returned ${status}`);
      if (round >= 0) times[kind].push(ms);
    }
  }
  return times;
}

const summary = (flow: string, times: Record<Kind, number[]>): EnumerationResult[] =>
  kinds
    .filter((kind) => kind !== 'unknown')
    .map((kind) => ({
      flow,
      kind,
      samples,
      median: median(times[kind]),
      medianOfUnknown: median(times.unknown),
      auc: rocArea(times[kind], times.unknown),
    }));

/** Measures sign-in and Forgot password on a separate server with all limits on; about two minutes. */
export async function measureEnumeration(dataDir: string): Promise<EnumerationResult[]> {
  const server = await startInkling('enumeration', dataDir, [], {
    RATE_LIMIT: 'on',
    TRUST_PROXY: 'loopback',
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const run = Date.now().toString(36);
  // Emails may be written during other requests; the random order spreads this evenly.
  const nameOf = (kind: Kind, index: number): string => `${kind}_${run}_${index}@example.test`;
  try {
    await signUp(server.origin, agent, run);
    await prepareAccounts(dataDir, run);
    const signIns = await measureTimes(
      (kind, index) =>
        post(server.origin, agent, login.key, { email: nameOf(kind, index), password: 'wrong guess' }),
      401,
    );
    const forgotten = await measureTimes(
      (kind, index) => post(server.origin, agent, forgotPassword.key, { email: nameOf(kind, index) }),
      200,
    );
    return [...summary('sign-in', signIns), ...summary('forgot password', forgotten)];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** The results as a Markdown table. */
export const enumerationText = (all: EnumerationResult[]): string =>
  [
    '| Flow | Account | Responses | Median ms | Median ms, unknown | AUC |',
    '| --- | --- | ---: | ---: | ---: | ---: |',
    ...all.map(
      ({ flow, kind, samples: count, median: accountMedian, medianOfUnknown, auc }) =>
        `| ${[flow, kind, count, accountMedian.toFixed(2), medianOfUnknown.toFixed(2), auc.toFixed(3)].join(' | ')} |`,
    ),
  ].join('\n');
