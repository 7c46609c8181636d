import { blockUser } from '@inkling/contract/blocks';
import { storyNoteLimits } from '@inkling/contract/limits';
import { newId } from '@inkling/contract/new-id';
import { listNotifications, muteStory, setNotificationSettings } from '@inkling/contract/notifications';
import { updateStory } from '@inkling/contract/stories';
import { followStory } from '@inkling/contract/story-follows';
import * as calls from '@inkling/contract/story-notes';
import { followUser } from '@inkling/contract/users';
import { beforeEach, expect, test } from 'vitest';
import { day } from '../../platform/clock.ts';
import { transaction } from '../../platform/db/db.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { suspend } from '../measures/index.ts';
import { findUnmailed } from '../notifications/index.ts';
import { reportableNote } from './story-notes.queries.ts';

const site = testApp();
const write = writing(site);

let author: Person;
let reader: Person;
let story: string;
beforeEach(async () => {
  [author, reader] = [await site.person(), await site.person()];
  story = (await write.published(author, { title: 'The Lamp' })).story._id;
  await site.as(reader).call(followStory, { params: { id: story } });
});

const aNewId = () => newId(site.clock.now().getTime());
const post = (text: string, { id = aNewId(), who = author } = {}) =>
  site.as(who).call(calls.postStoryNote, { params: { id: story }, body: { _id: id, text } });
const edit = (noteId: string, text: string, who = author) =>
  site.as(who).call(calls.editStoryNote, { params: { id: story, noteId }, body: { text } });
const remove = (noteId: string, who = author) =>
  site.as(who).call(calls.deleteStoryNote, { params: { id: story, noteId } });
const list = async (who: Person | null = reader, query = {}) =>
  (await site.as(who).call(calls.listStoryNotes, { params: { id: story }, query })).body;
const textsOf = async (who: Person | null = reader) => (await list(who)).data.map(({ text }) => text);
/** What a person's notifications of notes say. */
const news = async (who = reader) => {
  await site.runEvents();
  const { data } = (await site.as(who).call(listNotifications, { query: { kind: 'note' } })).body;
  return data.map(({ text, excerpt, link }) => [text, excerpt, link]);
};
const waitForNext = () => site.clock.advance(8 * day);

test('followers of a story or its author are notified once of a note, which everyone reads on its page', async () => {
  const [fan, stranger] = [await site.person(), await site.person()];
  await site.as(fan).call(followUser, { params: { userId: author.id } });
  await site.as(fan).call(followStory, { params: { id: story } });
  const id = aNewId();
  const answers = await Promise.all([post('Back in *May*.', { id }), post('Back in *May*.', { id })]);
  answers.push(await post('Back in *May*.', { id }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const notice = [`${author.username} posted a note about “The Lamp”.`, 'Back in *May*.', `/story/${story}`];
  expect([await news(), await news(fan)]).toEqual([[notice], [notice]]);
  expect([await news(stranger), await news(author)]).toEqual([[], []]);
  expect(await textsOf(null)).toEqual(['Back in *May*.']);
  expect((await list()).data[0]).toMatchObject({ _id: id, editedAt: null, withheld: null });
});

test('the latest three are listed first, and earlier ones by page', async () => {
  for (const number of [1, 2, 3, 4]) {
    expect((await post(`Note ${number}.`)).status).toBe(201);
    waitForNext();
  }
  const first = await list();
  expect(first.data.map(({ text }) => text)).toEqual(['Note 4.', 'Note 3.', 'Note 2.']);
  expect(first.pagination).toMatchObject({ total: 4, hasMore: true });
  expect((await list(null, { page: 2 })).data.map(({ text }) => text)).toEqual(['Note 1.']);
});

test('an author edits a note without new notifications, and deletes it everywhere', async () => {
  const { _id: id } = (await post('Back in May.')).body.data;
  expect((await edit(id, 'Mine.', reader)).status).toBe(403);
  expect((await remove(id, reader)).status).toBe(403);
  expect((await news()).length).toBe(1);
  expect((await edit(id, 'Back in June.')).body.data.editedAt).not.toBeNull();
  expect((await news()).map(([, excerpt]) => excerpt)).toEqual(['Back in June.']);
  expect((await remove(id)).status).toBe(200);
  expect([await textsOf(), await news()]).toEqual([[], []]);
  for (const again of [await remove(id), await edit(id, 'Again.')]) expect(again.status).toBe(404);
});

test('two notes a week go to followers, also for requests at once and after one was deleted', async () => {
  const answers = await Promise.all(['One.', 'Two.', 'Three.'].map((text) => post(text)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 413]);
  const [first] = (await list()).data;
  await remove(first?._id ?? '');
  expect((await post('Four.')).status).toBe(413);
  waitForNext();
  expect((await post('Five.')).status).toBe(201);
  expect((await list()).pagination.total).toBe(storyNoteLimits.perWeek);
});

test('only the author writes, about a story that readers see', async () => {
  expect((await post('Mine.', { who: reader })).status).toBe(403);
  expect((await post('x'.repeat(storyNoteLimits.text + 1))).status).toBe(400);
  await post('Back in May.');
  await site.as(author).call(updateStory, { params: { id: story }, body: { isPublished: false } });
  expect((await post('Hello?')).status).toBe(409);
  const listed = await site.as(reader).call(calls.listStoryNotes, { params: { id: story } });
  expect([listed.status, await news()]).toEqual([404, []]);
  expect(await textsOf(author)).toEqual(['Back in May.']);
});

test('muted stories, muted kinds, blocks and suspended authors hold, also for emails', async () => {
  const [muting, quiet, blocking, weekly] = await Promise.all([1, 2, 3, 4].map(() => site.person()));
  for (const one of [muting, quiet, blocking, weekly] as Person[])
    await site.as(one).call(followStory, { params: { id: story } });
  await site.as(muting as Person).call(muteStory, { params: { storyId: story } });
  await site.as(quiet as Person).call(setNotificationSettings, { body: { mutedKinds: ['chapters'] } });
  await post('Back in May.');
  await site.runEvents();
  await site.as(blocking as Person).call(blockUser, { params: { id: author.id } });
  for (const one of [muting, quiet, blocking] as Person[]) expect(await news(one)).toEqual([]);
  const contentFilter = { showsMature: true, hiddenTags: [], hiddenWarnings: [] };
  const unmailed = async (kinds: ('chapters' | 'reply')[]) =>
    (
      await findUnmailed(
        site.ctx.db,
        { ...(weekly as Person), contentFilter } as never,
        kinds,
        site.clock.now(),
      )
    ).ids.length;
  // As the reader chose for new chapters.
  expect([await unmailed(['chapters']), await unmailed(['reply'])]).toEqual([1, 0]);
  expect((await news()).length).toBe(1);
  await suspend(site.ctx, author.id);
  expect([await news(), await unmailed(['chapters'])]).toEqual([[], 0]);
});

test('a note that was taken down is shown to its author alone', async () => {
  const { _id: id } = (await post('Buy lamps.')).body.data;
  await news();
  await transaction(site.ctx.db, (tx) => reportableNote.remove(site.ctx, tx, id, 'Advertising'));
  expect([await textsOf(), await textsOf(null), await news()]).toEqual([[], [], []]);
  expect((await list(author)).data).toMatchObject([{ text: 'Buy lamps.', withheld: 'removed' }]);
});
