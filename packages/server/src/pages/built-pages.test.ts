import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { testApp } from '../testing/test-app.ts';
import { builtPages } from './built-pages.ts';

const site = testApp();

test('a page whose stories cannot be loaded is refused, and is whole again with the next request', async () => {
  const { http, close } = await createApp(site.ctx, builtPages);
  try {
    await sql`alter table stories rename to stories_away`.execute(site.ctx.db);
    const refused = await http.inject('/');
    await sql`alter table stories_away rename to stories`.execute(site.ctx.db);
    expect(refused.statusCode).toBe(503);
    const whole = await http.inject('/');
    expect(whole.statusCode).toBe(200);
    expect(whole.body).toContain('No stories available at the moment.');
  } finally {
    await close();
  }
});
