import { newId } from '@inkling/contract/new-id';
import { claimDailyReward, getWallet } from '@inkling/contract/rewards';
import { buyItem, listStore } from '@inkling/contract/store';
import { expect, test } from 'vitest';
import { migratedDataFolder, openForTest, runQuery } from '../platform/db/embedded/testing/database-users.ts';
import { runInkling, startServer, stop } from './testing/programs.ts';
import { call, signUp, type TestPerson } from './testing/test-people.ts';

const peopleCount = 8;

/** Gives everybody enough of each currency for the whole store. */
async function makeRich(dataDir: string): Promise<void> {
  const database = await openForTest(dataDir, { purpose: 'tool' });
  await runQuery(
    database,
    `with paid as (
       insert into ledger_entries (user_id, currency, amount, reason, source, created_at)
       select u.id, c.name, 2000, 'For this test', 'test:' || c.name, now()
       from users u cross join unnest(array['ink', 'coins', 'gems']) as c (name) returning *)
     insert into balances select user_id, currency, amount from paid`,
  );
}

test('a server that is killed amid claims and purchases has each of them wholly or not at all [R43]', {
  timeout: 300_000,
}, async () => {
  const dataDir = await migratedDataFolder();
  const settings = { DATA_DIR: dataDir, DEMO: 'off', RATE_LIMIT: 'off' };
  const server = await startServer(settings);
  const people: TestPerson[] = [];
  for (let count = 0; count < peopleCount; count += 1) people.push(await signUp(server.url));
  await makeRich(dataDir);
  const items = (await call(server.url, null, listStore, {})).body.data;
  const wishes = people.flatMap(({ token }) =>
    items.map(({ _id: item }) => ({ token, item, id: newId(Date.now()), isBought: false })),
  );
  const buy = (url: string, { token, id, item }: (typeof wishes)[number]) =>
    call(url, token, buyItem, { params: { id: item }, body: { _id: id } });
  const claim = (url: string, { token }: TestPerson) => call(url, token, claimDailyReward, {});
  const paid = new Set<TestPerson>();
  let acknowledged = 0;
  let crashed = false;
  const settle = async (work: Promise<{ status: number }>, done: () => void): Promise<void> => {
    const answer = await work.catch(() => null);
    if (answer === null || answer.status >= 400) return;
    done();
    acknowledged += 1;
    if (acknowledged < wishes.length / 2 || crashed) return;
    crashed = true;
    server.process.kill('SIGKILL');
  };
  await Promise.all([
    ...people.map((person) => settle(claim(server.url, person), () => paid.add(person))),
    ...wishes.map((wish) =>
      settle(buy(server.url, wish), () => {
        wish.isBought = true;
      }),
    ),
  ]);
  expect([crashed, await server.exit]).toEqual([true, 'SIGKILL']);
  expect(acknowledged).toBeLessThan(wishes.length + people.length);

  const audit = await runInkling(['doctor', '--audit'], settings);
  expect([audit.code, audit.stdout]).toEqual([
    0,
    expect.stringMatching(/counters +all of \d+ rows are correct/),
  ]);
  const again = await startServer(settings);
  const coins = async () =>
    Promise.all(
      people.map(async ({ token }) => (await call(again.url, token, getWallet, {})).body.data.coins),
    );
  const before = await coins();
  // What was acknowledged is there: asking again buys and pays nothing more.
  for (const wish of wishes.filter(({ isBought }) => isBought))
    expect((await buy(again.url, wish)).status).toBeLessThan(300);
  for (const person of paid) expect((await claim(again.url, person)).failure.code).toBe('ALREADY_CLAIMED');
  expect(await coins()).toEqual(before);
  await Promise.all(wishes.map((wish) => buy(again.url, wish)));
  expect((await stop(again)).code).toBe(0);
  expect((await runInkling(['doctor', '--audit'], settings)).code).toBe(0);
});
