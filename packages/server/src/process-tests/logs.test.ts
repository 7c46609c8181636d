import { connect } from 'node:net';
import { forgotPassword, login, register, resetPassword } from '@inkling/contract/account';
import { createChapter, openChapter, saveDraft, updateChapter } from '@inkling/contract/chapters';
import { confirmImport, getImportPlan, startImport } from '@inkling/contract/imports';
import { listMyStories, listStories, updateStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { waitUntil } from '../platform/db/embedded/testing/database-users.ts';
import { emailSink } from '../testing/email-sink.ts';
import { connectionOutcome, connectLive, liveClient } from '../testing/live-client.ts';
import { proposedChapters } from '../testing/proposed-chapters.ts';
import { requestOfKey } from '../testing/request-of.ts';
import { createDatabase } from './testing/databases.ts';
import { startServer, stop } from './testing/programs.ts';
import { call, publishStory } from './testing/test-people.ts';

/** A marker for private data. Each is used in one place only, so that a leak shows its source. */
const canary = (source: string) => `canary${source}`;
const text = (source: string) => `${canary(source)} ${'burned on. '.repeat(300)}`;

/** Sends raw bytes and waits until the server has responded and closed the connection. */
const sendRaw = (url: string, bytes: string): Promise<string> =>
  new Promise((resolve) => {
    let output = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (more: string) => {
      output += more;
    });
    socket.on('close', () => resolve(output));
    socket.on('error', () => {});
  });

/** The tokens in the links of these emails. */
const secretsOf = (emails: { text?: string }[]): string[] =>
  emails.flatMap(({ text = '' }) => [...text.matchAll(/\/([\w-]{43})$/gm)].map(([, secret = '']) => secret));

test('neither email addresses nor the tokens of emailed links are logged [R05] [R25]', async () => {
  const sink = await emailSink();
  const database = await createDatabase('migrated');
  const server = await startServer({ DATABASE_URL: database.url, LOG_LEVEL: 'trace', SMTP_URL: sink.url });
  const email = `${canary('address')}@example.test`;
  const password = `${canary('password')} herons`;
  // The mail server refuses the first attempt and repeats the address in its error.
  sink.behave('refuses');
  const person = { username: 'Ada', email, password, passwordConfirm: password };
  const { token } = (await call(server.url, null, register, { body: person })).body;
  await waitUntil('an email was refused', async () => server.stdout().includes('a job failed'));
  sink.behave('takes');
  await call(server.url, null, forgotPassword, { body: { email } });
  const emails: Awaited<ReturnType<typeof sink.taken>> = [];
  await waitUntil('the other email has arrived', async () => emails.push(...sink.taken()) > 0);
  const [secret = ''] = secretsOf(emails);
  const chosen = { password: `${password} and more`, passwordConfirm: `${password} and more` };
  const reset = await call(server.url, null, resetPassword, { params: { token: secret }, body: chosen });
  expect(reset.body.user.username).toBe('Ada');
  await waitUntil('the notification has arrived', async () => emails.push(...sink.taken()) > 1);
  expect((await stop(server)).code).toBe(0);
  await sink.leave();
  const output = server.stdout() + server.stderr();
  expect(output).toContain('"route":"/api/v1/auth/reset-password/:token"');
  for (const value of [secret, token, reset.body.token]) expect(output).not.toContain(value);
  expect(output.match(/canary\w+/g) ?? []).toEqual([]);
});

test('the log never contains private data, whatever happens [R25] [R30] [R60]', async () => {
  const database = await createDatabase('migrated');
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

  // Sign-up, refusals and sign-in: passwords, addresses, tokens.
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
  // Links of emails: the token in the URL gives access to an account.
  const chosen = JSON.stringify({ password: canary('chosen'), passwordConfirm: canary('chosen') });
  expect((await send('PATCH', `/api/v1/auth/reset-password/${canary('reset')}`, chosen)).status).toBe(400);
  expect((await send('GET', `/api/v1/auth/verify-email/${canary('verify')}`, '')).status).toBe(400);
  expect((await send('HEAD', `/api/v1/auth/verify-email/${canary('head')}`, '')).status).toBe(404);
  expect((await send('GET', `/reset-password/${canary('page')}`, '')).status).toBeLessThan(500);
  expect((await send('POST', `/unsubscribe/${canary('unsubscribe')}`, '')).status).toBe(404);
  const stranger = { authorization: `Bearer ${canary('token')}`, cookie: `session=${canary('cookie')}` };
  expect((await send('GET', '/api/v1/stories/my-stories', '', stranger)).status).toBe(401);
  await sendRaw(url, `GET /${canary('request')} HTTP/1.1\r\nbroken ${canary('header')}\r\n\r\n`);

  // Writing and importing: stories, chapters, drafts, books.
  const ada = { id: user._id, username: 'Ada', token };
  const story = await publishStory(url, ada, canary('title'));
  const chapter = { story, title: canary('heading'), content: text('chapter'), authorNotes: canary('notes') };
  const created = await call(url, token, createChapter, { body: chapter });
  const { _id: id } = created.body.data;
  await call(url, token, updateChapter, {
    params: { id },
    body: { content: text('changed'), baseVersion: 7 },
  });
  const draft = {
    device: id,
    updatedAt: new Date().toISOString(),
    title: '',
    content: text('draft'),
    authorNotes: '',
  };
  await call(url, token, saveDraft, { params: { id: story, chapterId: id }, body: draft });
  // Live connections: accepted, refused, with unknown events, and closed.
  const client = await connectLive(url, token, { query: { q: canary('linequery') } });
  await client.emit(openChapter, { storyId: story, chapterId: id });
  await client.socket.emitWithAck(openChapter.event, { storyId: canary('room') });
  client.socket.emit(canary('event'), canary('said'));
  expect(await connectionOutcome(liveClient(url, canary('linetoken')))).toBe('SIGN_IN_REQUIRED');
  client.socket.emit(openChapter.event, { storyId: Buffer.from(canary('bytes')) });
  await client.ended;
  const importEnds = () =>
    waitUntil('the import has finished', async () => {
      const [running] = await database.query(
        `select count(*)::int as imports from imports where state in ('reading', 'writing')`,
      );
      return running?.imports === 0;
    });
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
    await importEnds();
    const [waiting] = await database.query(`select id from imports where state = 'review'`);
    if (waiting === undefined) continue;
    const params = { id: String(waiting.id) };
    const plan = (await call(url, token, getImportPlan, { params })).body.data;
    await call(url, token, confirmImport, {
      params,
      body: { title: plan.title, chapters: proposedChapters(plan) },
    });
    await importEnds();
  }
  expect((await call(url, token, listMyStories, {})).body.data).toHaveLength(2);

  // Internal errors and rejected values: PostgreSQL repeats values in its messages.
  await database.query('alter table chapters add constraint no_more check (false) not valid');
  await call(url, token, createChapter, { body: { ...chapter, content: text('refused') } });
  await database.query(`create function fault() returns trigger language plpgsql
    as $$ begin raise exception 'no % for you', new.title; end $$`);
  await database.query('create trigger fault before update on stories for each row execute function fault()');
  const fault = await call(url, token, updateStory, {
    params: { id: story },
    body: { title: canary('fault') },
  });
  expect(fault.status).toBe(500);
  expect(fault.failure.message).toContain(fault.headers.get('x-request-id') ?? 'none');
  await database.drop();
  const unavailable = await send(
    'POST',
    '/api/v1/auth/register',
    JSON.stringify({ ...person, username: 'Cleo' }),
  );
  expect(unavailable.status).toBe(503);
  expect((await call(url, null, listStories, {})).status).toBe(503);
  expect((await stop(server)).code).toBe(0);

  const output = server.stdout() + server.stderr();
  expect(output.match(/canary\w+/g) ?? []).toEqual([]);
  // Nor as byte arrays, which are logged as numbers.
  expect(output).not.toContain(JSON.stringify([...Buffer.from('canary')]).slice(1, -1));
  expect(output).not.toContain(token);
  expect(output).not.toContain(new URL(database.url).password);

  // Each request has a log line with the request id that the client got.
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
