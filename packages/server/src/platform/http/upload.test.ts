import { createHash, randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { allCalls } from '@inkling/contract/all';
import type { Call } from '@inkling/contract/call';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { multipartBody, type RawPart, rawUpload, uploadHead } from '../../testing/raw-upload.ts';
import { testApp } from '../../testing/test-app.ts';
import { AppError } from '../app-error.ts';
import type { Viewer } from '../context.ts';
import { apiPrefix, bind } from './bind.ts';
import { createHttpServer } from './server.ts';
import { uploadBudgetOf } from './upload.ts';
import { uploadLimits } from './upload-budget.ts';

const site = testApp();
const uploads = allCalls.map(({ call }) => call).filter(({ upload }) => upload !== undefined);
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const ended: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.useRealTimers();
  for (const end of ended.splice(0)) await end();
});

const viewerNamed = (id: string): Viewer => ({
  id,
  username: id,
  role: 'reader',
  isAdmin: false,
  timeZone: 'UTC',
});

/** A listening server with these calls, which say what reached them; each token is a person. */
async function serverWith(calls: Call[]) {
  const http = await createHttpServer(site.ctx.config, site.ctx.log);
  const authenticate = async (_ctx: unknown, token: string) =>
    token.startsWith('known') ? { viewer: viewerNamed(token), tokenHash: Buffer.alloc(32) } : null;
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
  ended.push(() => http.close());
  const address = http.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const budget = uploadBudgetOf(http);
  const send = (call: Call, parts: RawPart[], more: Partial<Parameters<typeof rawUpload>[0]> = {}) =>
    rawUpload({
      port,
      path: apiPrefix + call.path,
      token: 'known',
      ...more,
      body: more.body ?? multipartBody(parts),
    });
  return { port, budget, send };
}

/** Where a body of this length is cut, differently each time. */
function cutsOf(length: number, time: number): { cuts: number[]; chunked: boolean } {
  const every = [length, 64 * 1024, 65_521, 1_000_003][time % 4] ?? length;
  const cuts = Array.from({ length: Math.ceil(length / every) }, (_, piece) => (piece + 1) * every);
  // The last boundary alone, whole or torn, is what a limit at the very end meets.
  const atEnd = [1, 2, 3, 17, 29, 30, 31, 33].map((back) => length - back).reverse();
  const tail = time % 3 === 0 ? [] : time % 3 === 1 ? atEnd.slice(-1) : atEnd;
  const sorted = [...new Set([...cuts, ...tail])].sort((a, b) => a - b);
  return { cuts: sorted, chunked: time % 2 === 1 };
}

const image = uploads.find(({ upload }) => upload?.types !== undefined);
if (image === undefined) throw new Error('No call takes an image.');
const part = (bytes: Buffer | string): RawPart => ({ bytes, type: 'application/octet-stream' });

describe.each(uploads.map((call) => [call.key, call] as const))('%s', (_key, call) => {
  const { maxBytes = 0, tooLarge = 'This file is too large.' } = call.upload ?? {};
  const sizes: [string, number, boolean][] = [
    ['a byte less than the limit', maxBytes - 1, true],
    ['the limit', maxBytes, true],
    ['a byte more than the limit', maxBytes + 1, false],
    ['64 KiB more than the limit', maxBytes + 64 * 1024, false],
    ['twice the limit', 2 * maxBytes, false],
  ];

  test.each(sizes)(
    'is given %s, thirty times',
    async (_name, size, fits) => {
      const { send, budget } = await serverWith([call]);
      const bytes = randomBytes(size);
      const body = multipartBody([part(bytes)]);
      const expected = fits
        ? { status: call.status ?? 200, said: sha256(bytes) }
        : { status: 413, said: tooLarge };
      const sendOnce = async (time: number) => {
        const token = `known-${time % 3}`;
        const response = await send(call, [], { body, token, ...cutsOf(body.length, time) });
        const { sha256: whole, message } = JSON.parse(response?.body ?? '{}');
        expect({ time, status: response?.status, said: whole ?? message }).toEqual({ time, ...expected });
      };
      // Three at a time: refusing takes longer than reading, since the connection is closed slowly.
      for (let time = 0; time < 30; time += 3) await Promise.all([time, time + 1, time + 2].map(sendOnce));
      await vi.waitFor(() => expect(budget.held).toBe(0));
    },
    120_000,
  );
});

describe('the body of an upload', () => {
  const given = async (parts: RawPart[], more: Partial<Parameters<typeof rawUpload>[0]> = {}) => {
    const { send, budget } = await serverWith([image]);
    const response = await send(image, parts, more);
    await vi.waitFor(() => expect(budget.held).toBe(0));
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
  ])('may have its texts %s the file', async (_where, parts) => {
    const response = await given(parts);
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
    ['a name of every object', [text('__proto__', 'a'), file]],
    ['a file with such a name', [{ ...file, field: 'constructor' }]],
    ['a text with the name of the file', [text('file', 'a'), file]],
  ])('is refused with %s', async (_what, parts) => {
    const response = await given(parts);
    expect(response).toMatchObject({ status: 400, code: 'BAD_INPUT' });
  });

  test.each([false, true])(
    'is refused when it ends before its last boundary (chunked: %s)',
    async (chunked) => {
      const whole = multipartBody([file, text('storyId', 'one')]);
      const statuses = new Set<unknown>();
      for (let length = 1; length < whole.length - 4; length += 7) {
        const response = await given([], { body: whole.subarray(0, length), chunked });
        statuses.add(response.status);
      }
      expect([...statuses]).toEqual([400]);
    },
  );

  test('whose file has no name is taken without one', async () => {
    const response = await given([{ ...file, fileName: null }]);
    expect(response).toMatchObject({ status: 201, sha256: sha256(Buffer.from('the whole file')) });
  });
});

describe('the memory of uploads', () => {
  /** Begins an upload of this size and sends half of it. */
  const begin = (port: number, token: string, bytes: number) =>
    new Promise<Socket>((resolve, reject) => {
      const body = multipartBody([part(Buffer.alloc(bytes))]);
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(uploadHead({ port, path: apiPrefix + book.path, token, body }));
        socket.write(body.subarray(0, bytes / 2), () => resolve(socket));
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
  ])('is bounded under forty uploads %s that stop half way', async (_who, token, max, refused) => {
    const { port, budget, send } = await serverWith([book]);
    const begun = await Promise.all(
      Array.from({ length: 40 }, (_, n) => begin(port, token(n), 11 * megabyte)),
    );
    expect(budget.peak).toBeLessThanOrEqual(max);
    await vi.waitFor(() => expect(budget.held).toBeGreaterThan(max - 12 * megabyte));
    const oneMore = await send(book, [part(Buffer.alloc(12 * megabyte))], { token: token(99) });
    expect(oneMore).toMatchObject({ status: refused, headers: expect.stringMatching(/retry-after: 10/i) });
    for (const socket of begun) socket.destroy();
    await vi.waitFor(() => expect(budget.held).toBe(0));
    expect((await send(book, [part(Buffer.alloc(12 * megabyte))]))?.status).toBe(202);
  });

  test('is not reserved for those who may not upload, nor for what is too large', async () => {
    const { budget, send } = await serverWith([book]);
    expect((await send(book, [part('a')], { token: 'made-up' }))?.status).toBe(401);
    expect((await send(book, [part('a')], { declared: 10 ** 12 }))?.status).toBe(413);
    expect(budget.peak).toBe(0);
  });

  test('is given back when the handler refuses', async () => {
    const { budget, send } = await serverWith([book]);
    const refused = await send(book, [part('a'), { field: 'fail', fileName: null, bytes: '1' }]);
    expect(refused?.status).toBe(409);
    expect(budget.peak).toBeGreaterThan(0);
    await vi.waitFor(() => expect(budget.held).toBe(0));
  });

  test('is given back after a minute by an upload that does not go on, with its connection', async () => {
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
    // The connection is closed slowly, by timers of its own.
    while (!isClosed) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(text).toMatch(/^HTTP\/1.1 400 .*took too long/s);
    expect(budget.held).toBe(0);
  });
});
