import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseWatch } from './database-watch.ts';

const never = () => new Promise<never>(() => {});

/** A watch over a database that is silent until `answers` is set, with how often it was asked. */
function watched() {
  const database = { answers: false, asked: 0, ending: false, connectMs: 0 };
  const query = async () => {
    database.asked += 1;
    await sleep(20);
    if (!database.answers) throw new Error('Query read timeout');
    return { rows: [{ transaction_read_only: 'off' }] };
  };
  const connect = async () => {
    if (database.connectMs > 0) await sleep(database.connectMs);
    return { query, release: () => {} };
  };
  const pool = { connect };
  onTestFinished(() => {
    database.ending = true;
  });
  return {
    database,
    watch: new DatabaseWatch(Object.assign(database, pool) as unknown as pg.Pool, 20, () => {}),
  };
}

test('when nothing is answered, all who wait are refused, and later ones without asking; until the database answers [R55]', async () => {
  const { database, watch } = watched();
  // Connections from the pool say nothing about the database.
  const idle = setInterval(() => void watch.wait(async () => 'a connection').catch(() => {}), 5);
  onTestFinished(() => clearInterval(idle));
  const waiting = [watch.wait(never), watch.wait(never, 60_000)];
  const outcomes = await Promise.allSettled(waiting);
  expect(outcomes.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
    Array(2).fill('Error: The database is silent'),
  );
  const ask = vi.fn(never);
  await expect(watch.wait(ask)).rejects.toThrow('The database is silent');
  expect(ask).not.toHaveBeenCalled();
  database.answers = true;
  await expect.poll(() => watch.state).toBe('ready');
  expect(await watch.wait(async () => 'an answer')).toBe('an answer');
});

test('a database that answers other statements is not silent', async () => {
  const { database, watch } = watched();
  const others = setInterval(() => watch.noteAnswer(), 5);
  onTestFinished(() => clearInterval(others));
  void watch.wait(never);
  await expect.poll(() => database.asked, { timeout: 10_000 }).toBeGreaterThan(2);
  expect(watch.state).toBe('ready');
});

test('a silence ends with a new connection however slow it is, and with an answer to anyone', async () => {
  const { database, watch } = watched();
  database.connectMs = 200;
  await expect(watch.wait(never)).rejects.toThrow('The database is silent');
  database.answers = true;
  await expect.poll(() => watch.state).toBe('ready');
  database.answers = false;
  await expect(watch.wait(never)).rejects.toThrow('The database is silent');
  const others = setInterval(() => watch.noteAnswer(), 5);
  onTestFinished(() => clearInterval(others));
  await expect.poll(() => watch.state).toBe('ready');
});
