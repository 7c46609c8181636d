import { getMe } from '@inkling/contract/account';
import type { InputOf } from '@inkling/contract/call';
import { createCollection, listMyCollections } from '@inkling/contract/collections';
import { newId } from '@inkling/contract/new-id';
import { getMyProfile, getProfile } from '@inkling/contract/profiles';
import { searchSuggestions } from '@inkling/contract/search';
import * as calls from '@inkling/contract/store';
import { getStory } from '@inkling/contract/stories';
import { updatePreferences } from '@inkling/contract/users';
import { describe, expect, test } from 'vitest';
import { day, minute, second } from '../../platform/clock.ts';
import { sql } from '../../platform/db/db.ts';
import { settledLockWaits } from '../../testing/recorded-statements.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { findBalance, pay } from '../rewards/index.ts';
import { items } from './store.items.ts';

const site = testApp();
const write = writing(site);

const give = (who: Person, amounts: Partial<Record<'ink' | 'coins' | 'gems', number>>) =>
  pay(
    site.ctx.db,
    who.id,
    Object.entries(amounts).map(([currency, amount]) => ({
      currency: currency as 'ink',
      amount,
      reason: 'For tests',
      source: `test:${newId(Date.now())}`,
    })),
    site.clock.now(),
  );
const rich = async () => {
  const who = await site.person();
  await give(who, { ink: 1000, coins: 1000, gems: 50 });
  return who;
};
const anId = () => newId(site.clock.now().getTime());
const buy = (who: Person, id: string, _id = anId()) =>
  site.as(who).call(calls.buyItem, { params: { id }, body: { _id } });
const bought = async (who: Person, id: string) => {
  const _id = anId();
  await buy(who, id, _id);
  return _id;
};
const use = (who: Person, id: string) => site.as(who).call(calls.useItem, { params: { id } });
const undo = (who: Person, id: string) => site.as(who).call(calls.undoPurchase, { params: { id } });
const inventory = async (who: Person) => (await site.as(who).call(calls.listInventory, {})).body.data;
const balance = (who: Person) => findBalance(site.ctx.db, who.id);
const prefer = (who: Person, body: InputOf<typeof updatePreferences>['body']) =>
  site.as(who).call(updatePreferences, { body });
const choose = (who: Person, theme: 'dusk' | 'light') =>
  prefer(who, { readingSettings: { theme: { value: theme, age: 0 } } });
const chosenTheme = async (who: Person) =>
  (await site.as(who).call(getMe, {})).body.user.readingPreferences.readingSettings.theme;

describe('buying', () => {
  test('fifty purchases at once wait for their person alone, and end as if one came after the other [R03]', async () => {
    const [who, other] = [await rich(), await rich()];
    const sum = async () => Object.values(await balance(who)).reduce((total, amount) => total + amount, 0);
    const before = await sum();
    const lock = await site.database.pool.connect();
    await lock.query('begin');
    await lock.query('select from users where id = $1 for update', [who.id]);
    const all = Promise.all(Array.from({ length: 50 }, () => buy(who, 'rest-day')));
    try {
      expect(await settledLockWaits(lock)).toBe(2);
      // They would wait for a connection otherwise, until the person is unlocked.
      expect((await buy(other, 'silk-ribbon')).status).toBe(200);
      expect(await inventory(other)).toHaveLength(1);
    } finally {
      await lock.query('commit');
      lock.release();
    }
    const codes = Map.groupBy(await all, (one) => (one.status === 200 ? 'bought' : one.failure.code));
    expect([...codes].map(([code, { length }]) => [code, length])).toEqual([
      ['bought', 3],
      ['QUOTA_REACHED', 47],
    ]);
    const spent = (items.find(({ id }) => id === 'rest-day')?.price.amount ?? 0) * 3;
    expect(await sum()).toBe(before - spent);
  });

  test('everyone sees the items, and people which they own', async () => {
    const who = await rich();
    await buy(who, 'silk-ribbon');
    const listed = async (viewer: Person | null) =>
      (await site.as(viewer).call(calls.listStore, {})).body.data;
    expect((await listed(null)).map(({ _id }) => _id)).toEqual(items.map(({ id }) => id));
    expect((await listed(null)).some(({ isOwned }) => isOwned)).toBe(false);
    const owned = (await listed(who)).filter(({ isOwned }) => isOwned);
    expect(owned.map(({ _id }) => _id)).toEqual(['silk-ribbon']);
  });

  test('takes the price once, also of a repeated request; an owned item is refused', async () => {
    const who = await rich();
    const _id = anId();
    const responses = await Promise.all(Array.from({ length: 10 }, () => buy(who, 'silk-ribbon', _id)));
    for (const { body } of responses) {
      expect(body.data.item).toMatchObject({ _id: 'silk-ribbon', isOwned: true });
      expect(body.data.balance).toEqual({ ink: 900, coins: 1000, gems: 50 });
    }
    const again = await buy(who, 'silk-ribbon');
    expect([again.status, again.failure.code]).toEqual([409, 'ALREADY_OWNED']);
    expect((await buy(who, 'theme-dusk', _id)).failure.code).toBe('ID_TAKEN');
    expect((await buy(who, 'nothing')).status).toBe(404);
    expect(await balance(who)).toEqual({ ink: 900, coins: 1000, gems: 50 });
  });

  test('says what is missing', async () => {
    const who = await site.person();
    await give(who, { ink: 180, gems: 19 });
    const refused = await buy(who, 'theme-dusk');
    expect([refused.status, refused.failure.code]).toEqual([409, 'NOT_ENOUGH']);
    expect(refused.failure.message).toBe('You need 120 more ink.');
    expect((await buy(who, 'cover-night')).failure.message).toBe('You need 1 more gem.');
    expect((await buy(who, 'rest-day')).failure.message).toBe('You need 60 more coins.');
    expect(await inventory(who)).toEqual([]);
  });

  test('200 purchases at once neither sell twice nor spend more than there is [R43]', async () => {
    const who = await site.person();
    await give(who, { ink: 460, coins: 130 });
    const wanted = Array.from({ length: 200 }, (_, n) => items[n % items.length]?.id ?? '');
    const codes = (await Promise.all(wanted.map((id) => buy(who, id)))).map((response) =>
      response.status === 200 ? 'bought' : response.failure.code,
    );
    expect(new Set(codes)).toEqual(new Set(['bought', 'ALREADY_OWNED', 'NOT_ENOUGH']));
    const owned = await inventory(who);
    expect(new Set(owned.map(({ item }) => item._id)).size).toBe(owned.length);
    const spent = { ink: 0, coins: 0, gems: 0 };
    for (const { item, count } of owned) spent[item.price.currency] += count * item.price.amount;
    const left = await balance(who);
    expect(left).toEqual({ ink: 460 - spent.ink, coins: 130 - spent.coins, gems: 0 });
    expect(Math.min(...Object.values(left))).toBeGreaterThanOrEqual(0);
    const { rows } = await sql<{ sum: number }>`
      select sum(amount) as sum from ledger_entries where user_id = ${who.id} and currency = 'ink'`.execute(
      site.ctx.db,
    );
    expect(rows[0]?.sum).toBe(left.ink);
  });

  test('with rewards switched off is refused; what was bought stays usable and is not shown to others', async () => {
    const who = await rich();
    const [frame, restDay] = [await bought(who, 'laurel-frame'), await bought(who, 'rest-day')];
    await buy(who, 'theme-dusk');
    await use(who, frame);
    await prefer(who, { hidesRewards: true });
    const refused = await buy(who, 'silk-ribbon');
    expect([refused.status, refused.failure.code]).toEqual([403, 'REWARDS_HIDDEN']);
    expect((await use(who, restDay)).failure.code).toBe('REWARDS_HIDDEN');
    expect((await choose(who, 'dusk')).status).toBe(200);
    const profile = async () =>
      (await site.as(null).call(getProfile, { params: { username: who.username } })).body.data;
    expect(await profile()).toMatchObject({ frame: null, ornament: null });
    await prefer(who, { hidesRewards: false });
    expect(await profile()).toMatchObject({ frame: 'laurel-frame', ornament: null });
    expect((await inventory(who)).map(({ item }) => item._id)).toEqual([
      'theme-dusk',
      'laurel-frame',
      'rest-day',
    ]);
  });

  test('has a limit a day, undone purchases included', async () => {
    const who = await rich();
    for (let n = 0; n < 50; n += 1) await undo(who, await bought(who, 'silk-ribbon'));
    expect((await buy(who, 'silk-ribbon')).failure.code).toBe('QUOTA_REACHED');
    site.clock.advance(day + second);
    expect((await buy(who, 'silk-ribbon')).status).toBe(200);
  });
});

describe('undoing', () => {
  test('pays the price back once, within ten minutes', async () => {
    const who = await rich();
    const id = await bought(who, 'silk-ribbon');
    site.clock.advance(10 * minute);
    expect((await inventory(who))[0]?.undoUntil).toBe(site.clock.now().toISOString());
    const responses = await Promise.all(Array.from({ length: 20 }, () => undo(who, id)));
    for (const { body } of responses) expect(body.data).toEqual({ ink: 1000, coins: 1000, gems: 50 });
    expect(await inventory(who)).toEqual([]);
    expect((await buy(who, 'silk-ribbon')).status).toBe(200);
  });

  test('pays back the price that was paid, whatever the item costs by then', async () => {
    const who = await rich();
    const id = await bought(who, 'silk-ribbon');
    // As if the ribbon had cost 40 coins then.
    await sql`update purchases set price = 40, currency = 'coins' where id = ${id}`.execute(site.ctx.db);
    expect((await undo(who, id)).body.data).toEqual({ ink: 900, coins: 1040, gems: 50 });
  });

  test('is refused later, after use, and for what is another person’s', async () => {
    const [who, other] = [await rich(), await rich()];
    const [ribbon, frame] = [await bought(who, 'silk-ribbon'), await bought(who, 'laurel-frame')];
    await use(who, frame);
    await use(who, frame);
    const used = await undo(who, frame);
    expect([used.status, used.failure.code]).toEqual([409, 'TOO_LATE']);
    site.clock.advance(10 * minute + second);
    expect((await undo(who, ribbon)).failure.code).toBe('TOO_LATE');
    expect((await undo(other, ribbon)).status).toBe(404);
    expect(await balance(who)).toEqual({ ink: 900, coins: 880, gems: 50 });
  });
});

describe('what items do', () => {
  test('one of a kind is in use at a time, and shown where it should be', async () => {
    const author = await rich();
    const { story } = await write.published(author);
    const style = async () =>
      (await site.as(null).call(getStory, { params: { id: story._id } })).body.data.coverStyle;
    const [cloth, night] = [await bought(author, 'cover-cloth'), await bought(author, 'cover-night')];
    expect(await style()).toBeUndefined();
    expect((await use(author, cloth)).body.data).toMatchObject({ isInUse: true, undoUntil: null });
    expect(await style()).toBe('cloth');
    await use(author, night);
    expect(await style()).toBe('night');
    await prefer(author, { hidesRewards: true });
    expect(await style()).toBeUndefined();
    await use(author, cloth);
    expect(await style()).toBeUndefined();
    await prefer(author, { hidesRewards: false });
    expect(await style()).toBe('cloth');
    const reader = site.as(await site.person());
    await reader.call(createCollection, { body: { name: 'Lamps', storyId: story._id } });
    await site.runEvents();
    await site.runJobs();
    const found = await reader.call(searchSuggestions, { query: { q: story.title } });
    expect(found.body.data).toContainEqual(expect.objectContaining({ _id: story._id, coverStyle: 'cloth' }));
    const { activity } = (await site.as(author).call(getMyProfile, {})).body.data;
    expect(activity).toMatchObject([{ story: { _id: story._id, coverStyle: 'cloth' } }]);
    const cards = (await reader.call(listMyCollections, {})).body.data;
    expect(cards[0]?.covers).toMatchObject([{ _id: story._id, coverStyle: 'cloth' }]);
    await use(author, night);
    expect((await inventory(author)).map(({ isInUse }) => isInUse)).toEqual([false, true]);
    expect((await site.as(author).call(getMe, {})).body.user.itemsInUse).toEqual(['cover-night']);
    await use(author, night);
    expect(await style()).toBeUndefined();
  });

  test('a reading theme is refused until it is owned, and gone when its purchase is undone', async () => {
    const who = await rich();
    const refused = await choose(who, 'dusk');
    expect([refused.status, refused.failure.errors?.[0]?.path]).toEqual([400, 'readingSettings.theme']);
    const id = await bought(who, 'theme-dusk');
    expect((await choose(who, 'dusk')).body.data.readingSettings.theme).toBe('dusk');
    expect((await inventory(who))[0]).toMatchObject({ isInUse: true });
    await undo(who, id);
    expect(await chosenTheme(who)).toBe('dark');
    expect((await choose(who, 'dusk')).status).toBe(400);
  });

  test('a theme is put in use and out of use in the inventory, too', async () => {
    const who = await rich();
    const id = await bought(who, 'theme-dusk');
    await choose(who, 'light');
    expect((await use(who, id)).body.data.isInUse).toBe(true);
    expect(await chosenTheme(who)).toBe('dusk');
    expect((await use(who, id)).body.data.isInUse).toBe(false);
    expect(await chosenTheme(who)).toBe('dark');
    expect((await undo(who, id)).failure.code).toBe('TOO_LATE');
  });

  test('a rest day is used up for today, then tomorrow; a few can be owned', async () => {
    const who = await rich();
    const ids = [await bought(who, 'rest-day'), await bought(who, 'rest-day'), await bought(who, 'rest-day')];
    expect((await buy(who, 'rest-day')).failure.code).toBe('QUOTA_REACHED');
    const today = Math.floor(site.clock.now().getTime() / day);
    const dateOf = (number: number) => new Date(number * day).toISOString().slice(0, 10);
    const [first = '', other = '', third = ''] = ids;
    const used = (await use(who, first)).body.data;
    expect(used).toMatchObject({ count: 2, restDays: [dateOf(today)] });
    expect((await use(who, first)).status).toBe(404);
    await use(who, other);
    expect((await use(who, third)).failure.code).toBe('NOT_ALLOWED');
    expect((await inventory(who))[0]?.restDays).toEqual([dateOf(today), dateOf(today + 1)]);
    const yesterday = sql`insert into reading_days (user_id, day, words) values (${who.id}, ${dateOf(today - 1)}, 100)`;
    await yesterday.execute(site.ctx.db);
    site.clock.advance(day);
    const streak = (await site.as(who).call(getMe, {})).body.user.readingStats.readingStreak;
    expect(streak, 'the streak waits').toBe(1);
    const last = (await use(who, third)).body.data;
    expect(last).toMatchObject({ count: 0, restDays: [dateOf(today + 1), dateOf(today + 2)] });
    expect(await inventory(who)).toEqual([]);
  });
});
