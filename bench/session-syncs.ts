import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { register } from '@inkling/contract/account';
import type { Call, ResponseOf } from '@inkling/contract/call';
import { createChapter } from '@inkling/contract/chapters';
import { listGenres } from '@inkling/contract/genres';
import { startSession, syncSession } from '@inkling/contract/reading-sessions';
import { createStory, updateStory } from '@inkling/contract/stories';
import { statementText } from '../packages/server/src/bench-data/statement-text.queries.ts';
import {
  syncSession as creditAlone,
  type Sync,
} from '../packages/server/src/modules/reading-sessions/crediting.queries.ts';
import { readConfig } from '../packages/server/src/platform/config.ts';
import { openDatabase, sql } from '../packages/server/src/platform/db/db.ts';
import { openEmbeddedDatabase } from '../packages/server/src/platform/db/embedded/embedded.ts';
import { createLog } from '../packages/server/src/platform/log.ts';
import { load, type TargetRequest } from './load.ts';
import { startInkling } from './servers.ts';

// `node bench/session-syncs.ts`: how many reports of reading sessions a second the server takes, as a share of the
// transactions that pgbench makes of the same upsert, in the same run on the same database.
const { values: options } = parseArgs({ options: { seconds: { type: 'string', default: '10' } } });
const seconds = Number(options.seconds);
const readers = 64;
type Parts = Awaited<ReturnType<typeof openEmbeddedDatabase>>['connection'];
const rounds = 2;
/** As many as the database admits beside those of the server. */
const upsertClients = 32;
/** The share that is aimed at. */
const aim = 0.4;

async function callJson<C extends Call>(
  origin: string,
  call: C,
  token: string | null,
  body?: object,
  id = '',
): Promise<ResponseOf<C>> {
  const response = await fetch(`${origin}/api/v1${call.path.replace('{id}', id)}`, {
    method: call.method,
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call.key} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as ResponseOf<C>;
}

async function signUp(origin: string, name: string): Promise<string> {
  const password = 'a lamp in the window';
  const body = { username: name, email: `${name}@example.test`, password, passwordConfirm: password };
  return (await callJson(origin, register, null, body)).token;
}

/** A report of each of many readers of one chapter. */
async function prepareReports(origin: string): Promise<TargetRequest[]> {
  const author = await signUp(origin, 'storyteller');
  const { data: genres } = await callJson(origin, listGenres, null);
  const details = { title: 'Read', description: 'By many.', genres: [genres[0]?._id] };
  const story = (await callJson(origin, createStory, author, details)).data._id;
  const content = 'lorem ipsum '.repeat(150);
  const chapter = { story, title: 'One', content, isPublished: true };
  const chapterId = (await callJson(origin, createChapter, author, chapter)).data._id;
  await callJson(origin, updateStory, author, { isPublished: true }, story);
  const reading = { storyId: story, chapterId, deviceType: 'desktop' };
  const reports: TargetRequest[] = [];
  for (let number = 0; number < readers; number += 1) {
    const token = await signUp(origin, `reader${number}`);
    await callJson(origin, startSession, token, reading);
    reports.push({
      method: 'POST',
      path: `/api/v1${syncSession.path}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...reading, additionalDuration: 0.01, currentProgress: 10 }),
    });
  }
  return reports;
}

/** A plain upsert of one row: the least that a report could cost. */
const plainUpsert = `\\set reader random(1, ${readers})
insert into bench_sessions as s (reader, seconds, syncs, at) values (:reader, 0.01, 1, now())
on conflict (reader) do update set seconds = s.seconds + excluded.seconds, syncs = s.syncs + 1, at = excluded.at;
`;

/** The server's own statement for one report, which waits for locks, of a reader of `bench_readers`. */
async function ownUpsert(): Promise<string> {
  const now = new Date();
  const one: Sync = {
    userId: '',
    chapterId: '',
    device: 'desktop',
    sessionId: null,
    seconds: 0.01,
    progress: 10,
    now,
    day: '2026-03-02',
  };
  const text = await statementText((db) => creditAlone(db, one));
  const columns = ['user_id', 'chapter_id'].map(
    (name) => `array[(select ${name} from bench_readers where n = :reader)]`,
  );
  const values = [
    'null',
    ...columns,
    "array['desktop']",
    'array[null]',
    'array[0.01]',
    'array[10]',
    'array[now()]',
    'array[current_date]',
  ];
  const filled = text.replace(/^\s*--.*$/gm, '').replace(/\$(\d+)/g, (_all, index) => `${values[index - 1]}`);
  return `\\set reader random(1, ${readers})\n${filled.replace(/\s+/g, ' ')};\n`;
}

/** The transactions a second of a statement. */
function measureUpsert(folder: string, connection: Parts, statement: string): number {
  const script = join(folder, 'upsert.sql');
  writeFileSync(script, statement);
  const args = ['--no-vacuum', '--protocol=prepared', '-f', script, '-T', String(seconds), '-j', '1'];
  const { stdout, stderr } = spawnSync('pgbench', [...args, '-c', String(upsertClients)], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PGHOST: connection.host,
      PGPORT: String(connection.port),
      PGUSER: connection.user,
      PGPASSWORD: String(connection.password),
      PGDATABASE: connection.database,
    },
  });
  const [, perSecond] = /tps = ([\d.]+)/.exec(stdout) ?? [];
  if (perSecond === undefined) throw new Error(`pgbench failed: ${stderr}`);
  return Number(perSecond);
}

const folder = mkdtempSync(join(tmpdir(), 'inkling-session-syncs-'));
const server = await startInkling('session syncs', folder);
const log = createLog(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), false);
const cluster = await openEmbeddedDatabase({ dataDir: folder, log, purpose: 'tool' });
const connection: Parts = cluster.connection;
try {
  const database = openDatabase(connection);
  await sql`create table bench_sessions (
    reader integer primary key, seconds numeric, syncs integer, at timestamptz)`.execute(database.db);
  const reports = await prepareReports(server.origin);
  await sql`create table bench_readers as
    select row_number() over () as n, user_id, chapter_id from reading_sessions where ended_at is null`.execute(
    database.db,
  );
  await database.close();
  const statement = await ownUpsert();
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const plain = measureUpsert(folder, connection, plainUpsert);
    const upserts = measureUpsert(folder, connection, statement);
    const { count, seconds: took, p50, p99 } = await load(server.origin, reports, seconds);
    const syncs = count / took;
    ratios.push(syncs / upserts);
    const figures = [syncs, p50, p99, upserts, plain].map((value) => value.toFixed(0));
    process.stdout.write(
      `syncs/s ${figures[0]} (p50 ${figures[1]} ms, p99 ${figures[2]} ms), the same by pgbench/s ${figures[3]}, ratio ${((100 * syncs) / upserts).toFixed(0)} %; plain upserts/s ${figures[4]}\n`,
    );
  }
  process.exitCode = Math.max(...ratios) >= aim ? 0 : 1;
} finally {
  await cluster.stop();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
