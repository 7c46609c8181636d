import { connect } from 'node:net';
import { forgotPassword, login, register, resetPassword } from '@inkling/contract/account';
import { createChapter, openChapter, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { startImport } from '@inkling/contract/imports';
import { listMyStories, listStories, updateStory } from '@inkling/contract/stories';
import { expect, test, vi } from 'vitest';
import { until } from '../platform/db/embedded/testing/database-users.ts';
import { requestOfKey } from '../platform/http/request-of.ts';
import { emailSink } from '../testing/email-sink.ts';
import { connected, liveClient, outcome } from '../testing/live-client.ts';
import { ownDatabase } from './testing/databases.ts';
import { startServer, stop } from './testing/programs.ts';
import { call, publishStory } from './testing/test-people.ts';

vi.setConfig({ testTimeout: 60_000 });

/** What people entrust to the server. Each word stands in one place alone, so that a leak tells where it is. */
const canary = (place: string) => `canary${place}`;
const text = (place: string) => `${canary(place)} ${'burned on. '.repeat(300)}`;

/** Sends bytes as they are, and waits until the server has answered and closed. */
const raw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let said = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (more: string) => {
      said += more;
    });
    socket.on('close', () => resolve(said));
    socket.on('error', () => {});
  });

/** What the links of these mails have in them. */
const secretsOf = (emails: { text?: string }[]): string[] =>
  emails.flatMap(({ text = '' }) => [...text.matchAll(/\/([\w-]{43})$/gm)].map(([, secret = '']) => secret));

test('mails are sent and their links followed, and neither they nor addresses come into the log', async () => {
  const sink = await emailSink();
  const database = await ownDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'trace', SMTP_URL: sink.url });
  const email = `${canary('address')}@example.test`;
  const password = `${canary('password')} herons`;
  // The server refuses the first try and repeats the address in its words.
  sink.behave('refuses');
  const person = { username: 'Ada', email, password, passwordConfirm: password };
  const { token } = (await call(server.url, null, register, { body: person })).body;
  await until('a mail was refused', async () => server.stdout().includes('a job failed'));
  sink.behave('takes');
  await call(server.url, null, forgotPassword, { body: { email } });
  const emails: Awaited<ReturnType<typeof sink.taken>> = [];
  await until('the other mail has come', async () => emails.push(...sink.taken()) > 0);
  const [secret = ''] = secretsOf(emails);
  const chosen = { password: `${password} and more`, passwordConfirm: `${password} and more` };
  const reset = await call(server.url, null, resetPassword, { params: { token: secret }, body: chosen });
  expect(reset.body.user.username).toBe('Ada');
  await until('the notice has come', async () => emails.push(...sink.taken()) > 1);
  expect((await stop(server)).code).toBe(0);
  await sink.leave();
  const said = server.stdout() + server.stderr();
  expect(said).toContain('"route":"/api/v1/auth/reset-password/:token"');
  for (const kept of [secret, token, reset.body.token]) expect(said).not.toContain(kept);
  expect(said.match(/canary\w+/g) ?? []).toEqual([]);
});

test('whatever happens, the log holds nothing of what people entrust to the server', async () => {
  const database = await ownDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'trace' });
  const { url } = server;
  const responses: { status: number; id: string | null }[] = [];
  const send = async (method: string, path: string, body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(method !== 'GET' && method !== 'HEAD' && { body }),
    });
    responses.push({ status: response.status, id: response.headers.get('x-request-id') });
    return { status: response.status, text: await response.text() };
  };

  // Sign up, be refused, sign in: passwords, addresses, tokens.
  const email = `${canary('address')}@example.test`;
  const password = `${canary('password')} herons`;
  const person = { username: 'Ada', email, password, passwordConfirm: password };
  const signUp = (body: object) => send('POST', '/api/v1/auth/register', JSON.stringify(body));
  const { token, user } = JSON.parse((await signUp(person)).text);
  expect((await signUp(person)).status).toBe(409);
  expect((await signUp({ ...person, username: 'Bea' })).status).toBe(409);
  expect((await signUp({ ...person, username: '', password: canary('wrongfield') })).status).toBe(400);
  await call(url, null, login, { body: { email, password: canary('wrongpassword') } });
  await call(url, null, login, { body: { email, password } });
  expect((await send('POST', '/api/v1/auth/login', `{"email":"${canary('json')}`)).status).toBe(400);
  expect((await send('GET', `/api/v1/auth/status?token=${canary('query')}`, '')).status).toBe(200);
  expect((await send('GET', `/api/v1/${canary('path')}`, '')).status).toBe(404);
  // Links of mails: what is in their addresses opens an account.
  const chosen = JSON.stringify({ password: canary('chosen'), passwordConfirm: canary('chosen') });
  expect((await send('PATCH', `/api/v1/auth/reset-password/${canary('reset')}`, chosen)).status).toBe(400);
  expect((await send('GET', `/api/v1/auth/verify-email/${canary('verify')}`, '')).status).toBe(400);
  expect((await send('HEAD', `/api/v1/auth/verify-email/${canary('head')}`, '')).status).toBe(404);
  expect((await send('GET', `/reset-password/${canary('page')}`, '')).status).toBeLessThan(500);
  const stranger = { authorization: `Bearer ${canary('token')}`, cookie: `session=${canary('cookie')}` };
  expect((await send('GET', '/api/v1/stories/my-stories', '', stranger)).status).toBe(401);
  await raw(url, `GET /${canary('request')} HTTP/1.1\r\nbroken ${canary('header')}\r\n\r\n`);

  // Write and import: stories, chapters, drafts, books.
  const ada = { id: user._id, username: 'Ada', token };
  const story = await publishStory(url, ada, canary('title'));
  const chapter = { story, title: canary('heading'), content: text('chapter'), authorNotes: canary('notes') };
  const made = await call(url, token, createChapter, { body: chapter });
  const { _id: id } = made.body.data;
  await call(url, token, updateChapter, {
    params: { id },
    body: { content: text('changed'), baseVersion: 7 },
  });
  const draft = { title: '', content: text('draft'), authorNotes: '' };
  await call(url, token, saveDraft, { params: { id: story, slot: 'new' }, body: draft });
  // Listen: let in and refused, with what no event has, and cut off.
  const line = await connected(url, token, { query: { q: canary('linequery') } });
  await line.emit(openChapter, { storyId: story, slot: id });
  await line.socket.emitWithAck(openChapter.event, { storyId: canary('room') });
  line.socket.emit(canary('event'), canary('said'));
  expect(await outcome(liveClient(url, canary('linetoken')))).toBe('SIGN_IN_REQUIRED');
  line.socket.emit(openChapter.event, { storyId: Buffer.from(canary('bytes')) });
  await line.ended;
  for (const [name, content] of [
    [`${canary('file')}.md`, `# ${canary('book')}\n\n${text('booktext')}`],
    [`${canary('file')}.epub`, `PK\u0003\u0004${canary('broken')}`],
  ] as const) {
    const upload = requestOfKey(startImport.key, { file: { name, bytes: Buffer.from(content) } }, token);
    if (!Buffer.isBuffer(upload.payload)) throw new Error('an upload is bytes');
    await fetch(`${url}${upload.url}`, {
      method: 'POST',
      headers: upload.headers as Record<string, string>,
      body: new Uint8Array(upload.payload),
    });
    await until('the import has ended', async () => {
      const [running] = await database.ask(
        `select count(*)::int as imports from imports where state in ('reading', 'writing')`,
      );
      return running?.imports === 0;
    });
  }
  expect((await call(url, token, listMyStories, {})).body.data).toHaveLength(2);

  // Faults of ours, and a database that refuses what it was given: PostgreSQL repeats values in its words.
  await database.ask('alter table chapters add constraint no_more check (false) not valid');
  await call(url, token, createChapter, { body: { ...chapter, content: text('refused') } });
  await database.ask(`create function fault() returns trigger language plpgsql
    as $$ begin raise exception 'no % for you', new.title; end $$`);
  await database.ask('create trigger fault before update on stories for each row execute function fault()');
  const fault = await call(url, token, updateStory, {
    params: { id: story },
    body: { title: canary('fault') },
  });
  expect(fault.status).toBe(500);
  expect(fault.failure.message).toContain(fault.headers.get('x-request-id') ?? 'none');
  await database.drop();
  const away = await send('POST', '/api/v1/auth/register', JSON.stringify({ ...person, username: 'Cleo' }));
  expect(away.status).toBe(503);
  expect((await call(url, null, listStories, {})).status).toBe(503);
  expect((await stop(server)).code).toBe(0);

  const said = server.stdout() + server.stderr();
  expect(said.match(/canary\w+/g) ?? []).toEqual([]);
  // Nor as bytes, which are written as numbers.
  expect(said).not.toContain(JSON.stringify([...Buffer.from('canary')]).slice(1, -1));
  expect(said).not.toContain(token);
  expect(said).not.toContain(new URL(database.url).password);

  // Each request has its line, with the number that the caller was given.
  const lines = server
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ msg }) => msg === 'request');
  expect(requests.filter(({ requestId }) => !/^[\da-f-]{18}-[\da-z]+$/.test(requestId))).toEqual([]);
  const statusOf = new Map(requests.map(({ requestId, status }) => [requestId, status]));
  expect(responses.map(({ id }) => statusOf.get(id))).toEqual(responses.map(({ status }) => status));
  const failed = lines.find(
    ({ msg, requestId }) => msg === 'request failed' && requestId === fault.headers.get('x-request-id'),
  );
  expect(failed).toMatchObject({ level: 50, err: { type: 'DatabaseError', code: 'P0001' } });
  expect(server.stderr()).toBe('');
});
