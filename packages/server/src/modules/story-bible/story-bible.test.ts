import { storyBibleLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import * as calls from '@inkling/contract/story-bible';
import { beforeEach, expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

let author: Person;
let story: string;
beforeEach(async () => {
  author = await site.person();
  story = (await write.published(author)).story._id;
});

const aNewId = () => newId(site.clock.now().getTime());
const save = (entryId: string, text: string, baseVersion = 0, { title = 'The lamp', who = author } = {}) =>
  site.as(who).call(calls.saveBibleEntry, {
    params: { id: story, entryId },
    body: { title, text, baseVersion },
  });
const remove = (entryId: string, baseVersion: number, who = author) =>
  site.as(who).call(calls.deleteBibleEntry, { params: { id: story, entryId }, body: { baseVersion } });
const list = (who: Person | null = author) => site.as(who).call(calls.listBible, { params: { id: story } });
const shown = async () => (await list()).body.data.map(({ title, text, version }) => [title, text, version]);

test('an author writes entries, which are listed by title, changes and deletes them', async () => {
  const [lamp, harbor] = [aNewId(), aNewId()];
  await save(lamp, 'It burns out.');
  await save(harbor, '', 0, { title: 'ashport' });
  expect((await save(lamp, 'It burns on.', 1)).body.data).toMatchObject({ _id: lamp, version: 2 });
  expect(await shown()).toEqual([
    ['ashport', '', 1],
    ['The lamp', 'It burns on.', 2],
  ]);
  expect((await remove(harbor, 1)).status).toBe(200);
  expect((await remove(harbor, 1)).status).toBe(404);
  // Undoing stores it again.
  expect((await save(harbor, '', 1, { title: 'ashport' })).body.data.version).toBe(2);
});

test('no save or deletion loses what another tab has saved, and the same save can be repeated', async () => {
  const id = aNewId();
  const first = await Promise.all([save(id, 'One.'), save(id, 'One.')]);
  expect(first.map(({ body }) => body.data.version)).toEqual([1, 1]);
  const answers = await Promise.all(['Two.', 'Three.', 'Four.'].map((text) => save(id, text, 1)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect([(await save(id, 'Five.')).status, (await remove(id, 1)).status]).toEqual([409, 409]);
  const winner = ['Two.', 'Three.', 'Four.'][answers.findIndex(({ status }) => status === 200)];
  expect(await shown()).toEqual([['The lamp', winner, 2]]);
});

test('no one else reads, writes or deletes an entry', async () => {
  const [id, reader] = [aNewId(), await site.person()];
  await save(id, 'It burns out.');
  const answers = [
    await list(reader),
    await save(id, 'Mine.', 1, { who: reader }),
    await remove(id, 1, reader),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect((await list(null)).status).toBe(401);
  expect(await shown()).toEqual([['The lamp', 'It burns out.', 1]]);
});

test('a bible has at most so many entries and bytes, also for requests at once', async () => {
  await sql`
    insert into story_bible_entries (story_id, id, title, text, version, updated_at)
    select ${story}, uuidv7(), 'Entry', '', 1, now() from generate_series(1, ${storyBibleLimits.entries - 1})`.execute(
    site.ctx.db,
  );
  const answers = await Promise.all([1, 2].map(() => save(aNewId(), 'One more.')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 413]);
  await sql`delete from story_bible_entries where story_id = ${story}`.execute(site.ctx.db);
  // Of three bytes each.
  const text = '…'.repeat(storyBibleLimits.text);
  const fitting = Math.floor(storyBibleLimits.bytes / (3 * storyBibleLimits.text + 8));
  for (let saved = 0; saved < fitting; saved += 1) expect((await save(aNewId(), text)).status).toBe(200);
  expect((await save(aNewId(), text)).status).toBe(413);
});
