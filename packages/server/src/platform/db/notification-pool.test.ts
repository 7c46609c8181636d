import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { sql } from './db.ts';
import { notificationPool } from './notification-pool.ts';

const site = testApp();

test('notifications of one moment share few transactions and arrive in order', async () => {
  const errors: unknown[] = [];
  const pool = notificationPool(site.database, (error) => errors.push(error));
  onTestFinished(() => pool.end());
  const arrived: { payload?: string | undefined }[] = [];
  const listener: pg.Client = await pool.connect();
  listener.on('notification', (message) => arrived.push(message));
  await listener.query('listen "test#/"');
  const lastTransaction = async () => {
    const { rows } = await sql<{ id: number }>`select pg_current_xact_id()::text::bigint as id`.execute(
      site.ctx.db,
    );
    return rows[0]?.id ?? 0;
  };
  const payloads = Array.from({ length: 40 }, (_, n) => String(n));
  const before = await lastTransaction();
  // As the adapter sends them.
  await Promise.all(payloads.map((payload) => pool.query('SELECT pg_notify($1, $2)', ['test#/', payload])));
  await expect.poll(() => arrived.map(({ payload }) => payload)).toEqual(payloads);
  expect((await lastTransaction()) - before).toBeLessThan(payloads.length / 2);
  expect(errors).toEqual([]);
});
