import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as calls from '@inkling/contract/imports';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { day, minute } from '../../platform/clock.ts';
import { requestOfKey } from '../../testing/request-of.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { importQueue } from './import-queue.ts';
import { endFailed, insertImport } from './imports.queries.ts';
import { heavyBook } from './parse/testing/epub-fixture.ts';
import { readerOf, vanishes } from './parse/testing/readers.ts';
import { importsOf, markdown } from './testing/import-calls.ts';

const site = testApp();
const { start, look, read, ended, storiesOf } = importsOf(site);

describe('an import whose client disconnects before the response', () => {
  test('is cancelled, since the client does not know its id', async () => {
    const author = await site.person();
    await site.app.http.listen({ port: 0, host: '127.0.0.1' });
    const { port } = site.app.http.server.address() as AddressInfo;
    const input = { file: { name: 'long.md', bytes: markdown(300) } };
    const { url, headers, payload } = requestOfKey(calls.startImport.key, input, author.token);
    await site.ctx.db.transaction().execute(async (tx) => {
      // The file has been received, and its row is about to be inserted.
      await sql`lock table imports in exclusive mode`.execute(tx);
      const request = httpRequest({
        port,
        path: String(url),
        method: 'POST',
        headers: { ...(headers as Record<string, string>), 'content-length': (payload as Buffer).length },
      });
      request.on('error', () => {});
      request.end(payload);
      const waiting = sql<{ n: number }>`select count(*) as n from pg_locks where not granted
        and relation = 'imports'::regclass
        and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitUntil(async () => ((await waiting.execute(tx)).rows[0]?.n ?? 0) > 0, { timeout: 20_000 });
      request.destroy();
      const open = () =>
        new Promise<number>((resolve) => site.app.http.server.getConnections((_e, n) => resolve(n)));
      await vi.waitUntil(async () => (await open()) === 0, { timeout: 20_000 });
    });
    const states = () =>
      site.ctx.db.selectFrom('imports').select('state').where('user_id', '=', author.id).execute();
    await vi.waitUntil(async () => (await states())[0]?.state === 'cancelled', { timeout: 20_000 });
    expect(await storiesOf(author)).toBe(0);
  });
});

describe('an import whose server has died', () => {
  const leftOver = async (who: Person) => {
    const { id } = await site.ctx.db
      .insertInto('imports')
      .values({
        user_id: who.id,
        file_name: 'half.md',
        state: 'writing',
        created_at: site.clock.now(),
        updated_at: site.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  test('is marked as failed when the server restarts', async () => {
    const author = await site.person();
    const id = await leftOver(author);
    await importQueue(site.ctx).recover();
    expect(await look(author, id)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('restarted'),
    });
  });

  test('is in review again if the book had been read', async () => {
    const author = await site.person();
    const { body } = await start(author, 'a.md', markdown(2));
    const { _id: id } = await read(author, body.data._id);
    await site.ctx.db.updateTable('imports').set({ state: 'writing' }).where('id', '=', id).execute();
    await importQueue(site.ctx).recover();
    expect(await look(author, id)).toMatchObject({
      state: 'review',
      message: expect.stringMatching(/restarted/),
    });
    expect((await ended(author, id)).state).toBe('done');
  });

  test('is not touched for ten minutes if another server may be working on it', async () => {
    const author = await site.person();
    const id = await leftOver(author);
    const config = { ...site.ctx.config, DATABASE_URL: 'postgres://elsewhere/inkling' };
    const editor = importQueue({ ...site.ctx, config });
    await editor.recover();
    expect((await look(author, id)).state).toBe('writing');
    site.clock.advance(11 * minute);
    await editor.recover();
    expect((await look(author, id)).state).toBe('failed');
  });
});

describe('a book that takes long to read', () => {
  const rowOf = async (who: Person) => {
    const file = { name: 'a.md', hash: Buffer.alloc(32) };
    return (await insertImport(site.ctx.db, who.id, file, site.clock.now()))._id;
  };

  test('lets those of others pass, and is read from its start in a queue of its own', async () => {
    const [slow, quick] = [await site.person(), await site.person()];
    const [slowId, quickId] = [await rowOf(slow), await rowOf(quick)];
    const queue = importQueue(site.ctx);
    queue.read(slowId, slow.id, heavyBook());
    // However fast the machine is, neither attempt ends.
    const first = await readerOf(process.pid);
    process.kill(first, 'SIGSTOP');
    await vanishes(first);
    process.kill(await readerOf(process.pid), 'SIGSTOP');
    queue.read(quickId, quick.id, { name: 'a.md', bytes: markdown(2) });
    expect((await read(quick, quickId)).state).toBe('review');
    expect((await look(slow, slowId)).state).toBe('reading');
    await queue.stop(slowId);
  });

  test('counts against its sender: after three within a day, they must wait', async () => {
    const author = await site.person();
    for (let n = 0; n < 3; n += 1) {
      const id = await rowOf(author);
      await endFailed(site.ctx.db, id, { was_too_slow: true, updated_at: site.clock.now() });
    }
    const refused = await start(author, 'a.md', markdown(2));
    expect(refused.status).toBe(429);
    expect(refused.failure.message).toContain('took too long to read');
    site.clock.advance(day + minute);
    expect((await start(author, 'a.md', markdown(2))).status).toBe(202);
  });
});
