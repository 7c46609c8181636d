import * as account from '@inkling/contract/account';
import { describe, expect, test } from 'vitest';
import { foreignData } from '../testing/response-scan.ts';
import { testApp } from '../testing/test-app.ts';

const site = testApp();

describe('the scan of every response [R16]', () => {
  test('finds addresses of other people and anything derived from a password', () => {
    expect(foreignData('{"email":"ada@example.test"}', '', 'bob@example.test')).toEqual(['ada@example.test']);
    expect(foreignData('{"x":"$argon2id$v=19$…"}', '', undefined)).toEqual(['$argon2']);
    expect(foreignData('{"passwordHash":""}', '', undefined)).toHaveLength(1);
  });

  test('allows people to see their own address and what they wrote themselves', () => {
    expect(foreignData('{"email":"ada@example.test"}', '', 'ada@example.test')).toEqual([]);
    expect(
      foreignData('{"content":"write to ada@example.test"}', 'write to ada@example.test', undefined),
    ).toEqual([]);
  });

  test('is fast on one very long word', () => {
    expect(foreignData('x'.repeat(3_000_000), '', undefined)).toEqual([]);
  });

  test('runs in the tests of every call', async () => {
    const reader = await site.person();
    const me = await site.as(reader).call(account.getMe, {});
    expect(JSON.stringify(me.body)).toContain(`${reader.username}@example.test`);
    await site.ctx.db
      .updateTable('credentials')
      .set({ email: 'leak@example.test' })
      .where('user_id', '=', reader.id)
      .execute();
    await expect(site.as(reader).call(account.getMe, {})).rejects.toThrow('leaked leak@example.test');
  });
});
