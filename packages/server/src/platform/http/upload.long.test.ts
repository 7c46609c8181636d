import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import {
  multipartBody,
  type RawPart,
  type RawUpload,
  rawUpload,
  uploadHead,
} from '../../testing/raw-upload.ts';
import { testApp } from '../../testing/test-app.ts';
import { AppError } from '../app-error.ts';
import type { Viewer } from '../context.ts';
import { apiPrefix, bind } from './bind.ts';
import { uploadBudgetOf, uploadLimits } from './bodies.ts';
import { createHttpServer } from './server.ts';

const site = testApp();
const uploads = allCalls.map(({ call }) => call).filter(({ upload }) => upload !== undefined);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const cleanUp of cleanups.splice(0)) await cleanUp();
});

const viewerNamed = (id: string): Viewer => ({
  id,
  username: id,
  role: 'reader',
  isAdmin: false,
  isModerator: false,
  isSuspended: false,
  timeZone: 'UTC',
  contentFilter: { showsMature: false, hiddenTags: [], hiddenWarnings: [] },
  languages: [],
  session: { token: id, tokenHash: Buffer.alloc(32) },
});

/** A listening server with these calls, which return what they received; each token is a different person. */
async function serverWith(calls: Call[]) {
  const http = await createHttpServer(site.ctx.config, site.ctx.log);
  const authenticate = async (_ctx: unknown, token: string) =>
    token.startsWith('known') ? viewerNamed(token) : null;
  const api = { http, ctx: { ...site.ctx }, authenticate, limiter: null };
  const response = z.object({ sha256: z.string(), fields: z.record(z.string(), z.string()) });
  for (const call of calls) {
    const body = z.looseObject({});
    bind(api, { ...call, response, body }, async (_ctx, _viewer, input) => {
      if ('fail' in input.body) throw new AppError('CONFLICT', 'Refused by the handler.');
      const fields = z.record(z.string(), z.string()).parse(input.body);
      return { sha256: sha256(input.file.bytes), fields };
    });
  }
  await http.listen({ port: 0, host: '127.0.0.1' });
  cleanups.push(() => http.close());
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const budget = uploadBudgetOf(http.server);
  const send = (call: Call, parts: RawPart[], options: Partial<Parameters<typeof rawUpload>[0]> = {}) =>
    rawUpload({
      port,
      path: apiPrefix + call.path,
      token: 'known',
      ...options,
      body: options.body ?? multipartBody(parts),
    });
  return { port, budget, send };
}

/** How a body is split and sent, different for each run. */
function splitOf(length: number, run: number): Pick<RawUpload, 'splitOffsets' | 'chunked'> {
  const every = [length, 64 * 1024, 65_521, 1_000_003][run % 4] ?? length;
  const offsets = Array.from({ length: Math.ceil(length / every) }, (_, index) => (index + 1) * every);
  // Splits around the last boundary test a limit that is reached at the very end.
  const atEnd = [1, 2, 3, 17, 29, 30, 31, 33].map((back) => length - back).reverse();
  const tail = run % 3 === 0 ? [] : run % 3 === 1 ? atEnd.slice(-1) : atEnd;
  const sorted = [...new Set([...offsets, ...tail])].sort((a, b) => a - b);
  return { splitOffsets: sorted, chunked: run % 2 === 1 };
}

const image = uploads.find(({ upload }) => upload?.types !== undefined);
if (image === undefined) throw new Error('No call takes an image.');
const part = (bytes: Buffer | string): RawPart => ({ bytes, type: 'application/octet-stream' });

/** Most runs have this limit instead of the call's, because the code is the same and sending takes time by the byte. */
const smallLimit = 1_500_007;

describe.each(uploads.map((call) => [call.key, call] as const))('%s', (_key, call) => {
  const { maxBytes: callLimit = 0, tooLarge = 'This file is too large.' } = call.upload ?? {};
  const withSmallLimit: Call = { ...call, upload: { ...call.upload, maxBytes: smallLimit } };
  const sizes: [string, (limit: number) => number, boolean][] = [
    ['a byte less than the limit', (limit) => limit - 1, true],
    ['the limit', (limit) => limit, true],
    ['a byte more than the limit', (limit) => limit + 1, false],
    ['64 KiB more than the limit', (limit) => limit + 64 * 1024, false],
    ['twice the limit', (limit) => 2 * limit, false],
  ];

  test.each(sizes)(
    'accepts or refuses %s in thirty runs [R67]',
    async (_name, sizeFor, fits) => {
      const sendAll = async (limited: Call, size: number, runs: number[]) => {
        const { send, budget } = await serverWith([limited]);
        const bytes = randomBytes(size);
        const body = multipartBody([part(bytes)]);
        const expected = fits
          ? { status: call.status ?? 200, result: sha256(bytes) }
          : { status: 413, result: tooLarge };
        const sendOnce = async (run: number) => {
          const token = `known-${run % 3}`;
          const response = await send(limited, [], { body, token, ...splitOf(body.length, run) });
          const { sha256: hash, message } = JSON.parse(response?.body ?? '{}');
          expect({ run, status: response?.status, result: hash ?? message }).toEqual({ run, ...expected });
        };
        // Three in parallel: a refusal takes longer, since the connection is closed slowly.
        for (let from = 0; from < runs.length; from += 3)
          await Promise.all(runs.slice(from, from + 3).map(sendOnce));
        await vi.waitFor(() => expect(budget.held).toBe(0), 20_000);
      };
      const runs = Array.from({ length: 30 }, (_, run) => run);
      await sendAll(call, sizeFor(callLimit), runs.slice(0, 3));
      await sendAll(withSmallLimit, sizeFor(smallLimit), runs.slice(3));
    },
    120_000,
  );
});

describe('the body of an upload', () => {
  const upload = async (parts: RawPart[], options: Partial<Parameters<typeof rawUpload>[0]> = {}) => {
    const { send, budget } = await serverWith([image]);
    const response = await send(image, parts, options);
    await vi.waitFor(() => expect(budget.held).toBe(0), 20_000);
    return { status: response?.status, ...JSON.parse(response?.body ?? '{}') };
  };
  const text = (field: string, bytes: string, type?: string): RawPart => ({
    field,
    bytes,
    fileName: null,
    ...(type !== undefined && { type }),
  });
  const file = part('the whole file');

  test.each([
    ['before', [text('storyId', 'one'), file]],
    ['after', [file, text('storyId', 'one')]],
  ])('may have its text fields %s the file', async (_where, parts) => {
    const response = await upload(parts);
    expect(response).toMatchObject({
      status: 201,
      sha256: sha256(Buffer.from('the whole file')),
      fields: { storyId: 'one' },
    });
  });

  test.each<[string, RawPart[]]>([
    ['two files', [file, part('another')]],
    ['two files with a text between', [file, text('a', 'b'), part('another')]],
    ['no part', []],
    ['no file', [text('storyId', 'one')]],
    ['a text twice', [text('storyId', 'one'), text('storyId', 'two'), file]],
    ['a text twice, around the file', [text('storyId', 'one'), file, text('storyId', 'two')]],
    ['a text as JSON', [text('storyId', '{"a":1}', 'application/json'), file]],
    ['broken JSON', [text('storyId', '{', 'application/json'), file]],
    ['a text of more than a kilobyte', [text('storyId', 'a'.repeat(1025)), file]],
    ['nine texts', [...Array.from({ length: 9 }, (_, n) => text(`t${n}`, 'a')), file]],
    ['a field named __proto__', [text('__proto__', 'a'), file]],
    ['a file field named constructor', [{ ...file, field: 'constructor' }]],
    ['a text field with the name of the file field', [text('file', 'a'), file]],
  ])('is refused with %s', async (_what, parts) => {
    const response = await upload(parts);
    expect(response).toMatchObject({ status: 400, code: 'BAD_INPUT' });
  });

  test.each([false, true])(
    'is refused if it ends before its last boundary (chunked: %s)',
    async (chunked) => {
      const whole = multipartBody([file, text('storyId', 'one')]);
      const { send, budget } = await serverWith([image]);
      const statuses = new Set<unknown>();
      for (let length = 1; length < whole.length - 4; length += 7) {
        const response = await send(image, [], { body: whole.subarray(0, length), chunked });
        statuses.add(response?.status);
      }
      expect([...statuses]).toEqual([400]);
      await vi.waitFor(() => expect(budget.held).toBe(0), 20_000);
    },
  );

  test('is accepted if its file has no name', async () => {
    const response = await upload([{ ...file, fileName: null }]);
    expect(response).toMatchObject({ status: 201, sha256: sha256(Buffer.from('the whole file')) });
  });
});

describe('the memory for uploads', () => {
  /** Starts an upload and sends half of it. */
  const startUpload = (port: number, token: string, body: Buffer) =>
    new Promise<Socket>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(uploadHead({ port, path: apiPrefix + book.path, token, body }));
        socket.write(body.subarray(0, body.length / 2), () => resolve(socket));
      });
      socket.resume().on('error', reject);
    });
  const book = uploads.reduce((one, other) =>
    (other.upload?.maxBytes ?? 0) > (one.upload?.maxBytes ?? 0) ? other : one,
  );
  const megabyte = 1024 * 1024;

  test.each([
    ['of one person', (_n: number) => 'known', uploadLimits.perPerson, 429],
    ['of forty people', (n: number) => `known${n}`, uploadLimits.total, 503],
  ])('is limited with forty uploads %s that stall half way [R67]', async (_who, token, max, refused) => {
    const { port, budget, send } = await serverWith([book]);
    const body = multipartBody([part(Buffer.alloc(11 * megabyte))]);
    const sockets = await Promise.all(
      Array.from({ length: 40 }, (_, n) => startUpload(port, token(n), body)),
    );
    expect(budget.peak).toBeLessThanOrEqual(max);
    await vi.waitFor(() => expect(budget.held).toBeGreaterThan(max - 12 * megabyte), 20_000);
    const oneMore = await send(book, [part(Buffer.alloc(12 * megabyte))], { token: token(99) });
    expect(oneMore).toMatchObject({ status: refused, headers: expect.stringMatching(/retry-after: 10/i) });
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(() => expect(budget.held).toBe(0), 20_000);
    expect((await send(book, [part(Buffer.alloc(12 * megabyte))]))?.status).toBe(202);
  });

  test('is not reserved for unauthenticated or too large uploads', async () => {
    const { budget, send } = await serverWith([book]);
    expect((await send(book, [part('a')], { token: 'made-up' }))?.status).toBe(401);
    expect((await send(book, [part('a')], { declaredLength: 10 ** 12 }))?.status).toBe(413);
    expect(budget.peak).toBe(0);
  });

  test('is released if the handler throws', async () => {
    const { budget, send } = await serverWith([book]);
    const refused = await send(book, [part('a'), { field: 'fail', fileName: null, bytes: '1' }]);
    expect(refused?.status).toBe(409);
    expect(budget.peak).toBeGreaterThan(0);
    await vi.waitFor(() => expect(budget.held).toBe(0), 20_000);
  });

  test('is released after a minute if an upload stalls, and its connection is closed', async () => {
    const { port, budget } = await serverWith([book]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const body = multipartBody([part(Buffer.alloc(megabyte))]);
    const socket = connect(port, '127.0.0.1');
    socket.write(uploadHead({ port, path: apiPrefix + book.path, token: 'known', body }));
    socket.write(body.subarray(0, body.length - 40));
    let text = '';
    socket.setEncoding('utf8').on('data', (data) => {
      text += data;
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    while (budget.held === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(budget.held).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(1);
    let isClosed = false;
    void closed.then(() => {
      isClosed = true;
    });
    // The connection is closed slowly, with its own timers.
    while (!isClosed) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toMatch(/^HTTP\/1.1 400 .*took too long/s);
    expect(budget.held).toBe(0);
  });
});
