import { Writable } from 'node:stream';
import { sql } from 'kysely';
import pino from 'pino';
import { describe, expect, test, vi } from 'vitest';
import { testApp } from '../testing/test-app.ts';
import { AppError, badInput } from './app-error.ts';
import { withoutValues } from './db/db-errors.ts';
import { databaseSilent, noConnection, waitedTooLong } from './db/timeouts.ts';
import { createHttpServer } from './http/server.ts';
import { logSettings } from './log.ts';

const site = testApp();

/** The output of a log with the server's settings for one event. */
function logOutput(write: (log: pino.Logger) => void): string {
  const lines: string[] = [];
  const output = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  write(pino(logSettings({ LOG_LEVEL: 'info' }), output));
  return lines.join('');
}

describe('the log [R60]', () => {
  test('names the table of a failed statement, and none of its values', async () => {
    const person = await site.person();
    const address = `${person.username}@example.test`;
    const failure = await sql`
      insert into credentials (user_id, email, email_key, password_hash, password_changed_at)
      select user_id, email, email_key, password_hash, password_changed_at from credentials`
      .execute(site.ctx.db)
      .catch((error: unknown) => error);
    expect(withoutValues(failure)).toMatchObject({ code: '23505', table: 'credentials' });
    const line = logOutput((log) => log.error({ err: failure }, 'it failed'));
    expect(line).toContain('23505');
    expect(line).not.toContain(person.id);
    expect(line).not.toContain(address);
  });

  test('has the code of each failed request; from 500 up it is a warning with the cause, and with nothing of a person [R55]', async () => {
    const lines: string[] = [];
    const output = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk));
        done();
      },
    });
    const http = await createHttpServer(site.ctx.config, pino(logSettings({ LOG_LEVEL: 'info' }), output));
    const ofDatabase = (code: string) => Object.assign(new Error('a lamp'), { code });
    const busy = new AppError('BUSY', 'Many images are waiting.', { retryAfterSeconds: 1 });
    const cases: [error: Error, status: number, logged: object][] = [
      [ofDatabase('25006'), 503, { code: 'UNAVAILABLE', sqlState: '25006' }],
      [ofDatabase('55P03'), 503, { code: 'BUSY', sqlState: '55P03', wait: 'lock' }],
      [ofDatabase('57014'), 503, { code: 'BUSY', sqlState: '57014', wait: 'statement' }],
      [ofDatabase('ECONNREFUSED'), 503, { code: 'UNAVAILABLE', sqlState: 'ECONNREFUSED' }],
      [new Error(noConnection), 503, { code: 'UNAVAILABLE', wait: 'pool' }],
      [new Error(databaseSilent), 503, { code: 'UNAVAILABLE', wait: 'silent' }],
      [waitedTooLong(), 503, { code: 'UNAVAILABLE', wait: 'request' }],
      [busy, 503, { code: 'BUSY', reason: 'Many images are waiting.' }],
      [ofDatabase('XX000'), 500, { code: 'INTERNAL', sqlState: 'XX000' }],
      [new Error('a lamp'), 500, { code: 'INTERNAL' }],
      [ofDatabase('23505'), 409, { code: 'CONFLICT', sqlState: '23505' }],
      [badInput('title', 'A lamp is no title.'), 400, { code: 'BAD_INPUT' }],
    ];
    for (const [number, [error]] of cases.entries())
      http.get(`/${number}`, async () => {
        throw error;
      });
    for (const [number, [, status]] of cases.entries())
      expect((await http.inject(`/${number}`)).statusCode).toBe(status);
    expect((await http.inject('/nowhere')).statusCode).toBe(404);
    await http.close();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    const common = { msg: 'request', method: 'GET' };
    const [time, requestId, ms] = [expect.any(String), expect.any(String), expect.any(Number)];
    expect(requests).toEqual([
      ...cases.map(([, status, logged], number) => ({
        ...{ ...common, time, requestId, ms, status, route: `/${number}` },
        level: status >= 500 ? 40 : 30,
        ...logged,
      })),
      { ...common, time, requestId, ms, status: 404, route: 'none', level: 30, code: 'NOT_FOUND' },
    ]);
  });

  test('redacts passwords, tokens and email addresses that were logged by mistake', () => {
    const line = logOutput((log) =>
      log.info({ email: 'a@b.test', body: { password: 'herons', token: 'tok-1' } }, 'x'),
    );
    expect(line).not.toMatch(/a@b\.test|herons|tok-1/);
  });

  test('has the same error at most four times a second, with the number of those left out [R55] [R60]', () => {
    vi.useFakeTimers();
    try {
      const output = logOutput((log) => {
        const fail = (line: pino.Logger, message: string) =>
          line.error({ err: new Error(message), requestId: 'r-1' }, 'request failed');
        for (let request = 0; request < 1_000; request += 1)
          fail(log.child({ request }), 'The database is away');
        fail(log, 'Something else');
        for (let line = 0; line < 5; line += 1) log.error('without an error');
        log.info({ status: 503 }, 'request');
        vi.advanceTimersByTime(1_000);
        fail(log, 'The database is away');
        vi.advanceTimersByTime(5_000);
      });
      const lines = output
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const counts = Map.groupBy(lines, ({ msg, err }) => err?.message ?? msg);
      expect([...counts].map(([what, { length }]) => [what, length])).toEqual([
        ['The database is away', 5],
        ['Something else', 1],
        ['without an error', 5],
        ['request', 1],
      ]);
      expect(lines.filter(({ suppressed }) => suppressed !== undefined)).toEqual([
        expect.objectContaining({ request: 999, requestId: 'r-1', msg: 'request failed', suppressed: 996 }),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('names a lost database connection without its settings and queries', () => {
    const client = { connectionParameters: { host: 'db.internal' }, _activeQuery: { values: ['a diary'] } };
    const lost = Object.assign(new Error('Connection terminated unexpectedly'), { client });
    const line = logOutput((log) => log.warn({ err: lost }, 'a database connection was lost'));
    expect(line).toContain('Connection terminated unexpectedly');
    expect(line).not.toMatch(/db\.internal|a diary/);
  });
});
