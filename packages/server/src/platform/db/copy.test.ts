import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyIn, copyOut } from './copy.ts';

const client = new pg.Client(inject('database'));
beforeAll(async () => {
  await client.connect();
  await client.query('create temporary table lines (number int, text text)');
});
afterAll(() => client.end());

const lines = 20_000;
const countLines = async () =>
  (await client.query('select count(*)::int as count from lines')).rows[0]?.count;

test('rows survive a copy out and back in unchanged [R59]', async () => {
  const text = `E'a\\tb\\\\c\\nd' || repeat('日本', 20)`;
  await client.query(`insert into lines select n, ${text} from generate_series(1, ${lines}) n`);
  await client.query(`insert into lines values (0, null)`);
  const hash = `select md5(string_agg(l::text, ',' order by number)) as hash from lines l`;
  const before = (await client.query(hash)).rows;
  const chunks: Buffer[] = [];
  await copyOut(client, 'copy lines to stdout', async (chunk) => {
    // A consumer slower than the database still gets the chunks in order.
    if (chunks.length % 1000 === 0) await turn();
    chunks.push(chunk);
  });
  await client.query('truncate lines');
  await copyIn(client, 'copy lines from stdin', chunks);
  expect(await countLines()).toBe(lines + 1);
  expect((await client.query(hash)).rows).toEqual(before);
});

test('at most one read of the connection is buffered', async () => {
  let [sent, consumed, max] = [0, 0, 0];
  const { stream } = (client as unknown as { connection: pg.Connection }).connection;
  const count = (bytes: Buffer) => {
    sent += bytes.length;
    max = Math.max(max, sent - consumed);
  };
  stream.on('data', count);
  await copyOut(client, 'copy lines to stdout', async (chunk) => {
    await turn();
    // Each message has a header of five bytes.
    consumed += chunk.length + 5;
  });
  stream.off('data', count);
  expect(sent).toBeGreaterThan(2_000_000);
  expect(max).toBeLessThan(500_000);
});

test('no rows are stored when their source fails, and the connection stays usable [R59]', async () => {
  const before = await countLines();
  async function* broken() {
    yield Buffer.from('1\tone\n');
    throw new Error('the file has ended early');
  }
  await expect(copyIn(client, 'copy lines from stdin', broken())).rejects.toThrow('ended early');
  await expect(copyIn(client, 'copy lines from stdin', [Buffer.from('x\ty\n')])).rejects.toThrow('integer');
  await expect(copyIn(client, 'copy nothing from stdin', [])).rejects.toThrow('does not exist');
  expect(await countLines()).toBe(before);
});

test('a failing consumer fails the copy, and the connection stays usable', async () => {
  const full = () => Promise.reject(new Error('the disk is full'));
  await expect(copyOut(client, 'copy lines to stdout', full)).rejects.toThrow('disk is full');
  await expect(copyOut(client, 'copy nothing to stdout', full)).rejects.toThrow('does not exist');
  expect(await countLines()).toBe(lines + 1);
});
