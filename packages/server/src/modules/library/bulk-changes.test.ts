import * as calls from '@inkling/contract/library';
import { updateStory } from '@inkling/contract/stories';
import { describe, expect, test } from 'vitest';
import { emittedEvents } from '../../testing/emitted-events.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';
import { libraryAdded } from './library.events.ts';

const site = testApp();
const write = writing(site);
const unknown = '01900000-0000-7000-8000-000000000000';

/** A reader with three stories that are being read. */
async function readerOfThree() {
  const [author, reader] = [await site.person(), await site.person()];
  const stories: string[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { story } = await write.published(author, { title });
    await site
      .as(reader)
      .call(calls.addToLibrary, { params: { id: story._id }, body: { status: 'reading' } });
    stories.push(story._id);
  }
  return { author, reader, stories };
}
const statuses = async (reader: Person) => {
  const { data } = (await site.as(reader).call(calls.getMyLibrary, { query: { sort: 'title' } })).body;
  return data.map(({ story, status }) => [story?.title ?? null, status]);
};
const set = (reader: Person, stories: string[], status: 'reading' | 'completed' | 'on_hold' | 'dropped') =>
  site.as(reader).call(calls.setStatuses, { body: { stories, status } });
const remove = (reader: Person, stories: string[]) =>
  site.as(reader).call(calls.removeSeveral, { body: { stories } });
const restore = (reader: Person, stories: string[]) =>
  site.as(reader).call(calls.restoreSeveral, { body: { stories } });

describe('POST /stories/library/status', () => {
  test('sets the status of several stories [library.several.whole]', async () => {
    const { reader, stories } = await readerOfThree();
    const [one = '', , three = ''] = stories;
    expect((await set(reader, [one, three], 'on_hold')).status).toBe(200);
    expect(await statuses(reader)).toEqual([
      ['One', 'on_hold'],
      ['Three', 'on_hold'],
      ['Two', 'reading'],
    ]);
  });

  test('changes nothing if one of them is not there, or is a draft [library.several.whole]', async () => {
    const { author, reader, stories } = await readerOfThree();
    expect((await set(reader, [...stories, unknown], 'dropped')).status).toBe(404);
    await site
      .as(author)
      .call(updateStory, { params: { id: stories[1] ?? '' }, body: { isPublished: false } });
    expect((await set(reader, stories, 'dropped')).status).toBe(404);
    expect((await statuses(reader)).map(([, status]) => status)).toEqual(['reading', 'reading', 'reading']);
  });

  test('puts stories into the library, and says so of each once', async () => {
    const { author, reader, stories } = await readerOfThree();
    const { story } = await write.published(author, { title: 'Four' });
    const added = () => emittedEvents(site, libraryAdded, reader.id);
    const before = (await added()).length;
    await set(reader, [...stories, story._id], 'on_hold');
    expect((await added()).slice(before)).toEqual([{ readerId: reader.id, storyId: story._id }]);
  });

  test('takes from 1 to 100 stories [library.several.bound]', async () => {
    const { reader } = await readerOfThree();
    const ids = Array.from(
      { length: 101 },
      (_, n) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    );
    expect((await set(reader, ids, 'dropped')).status).toBe(400);
    expect((await set(reader, [], 'dropped')).status).toBe(400);
  });
});

describe('POST /stories/library/remove and POST /stories/library/restore', () => {
  test('remove several, and put them back as they were', async () => {
    const { reader, stories } = await readerOfThree();
    const [one = '', two = ''] = stories;
    await set(reader, [one], 'dropped');
    expect((await remove(reader, [one, two])).status).toBe(200);
    expect(await statuses(reader)).toEqual([['Three', 'reading']]);
    expect((await restore(reader, [one, two])).status).toBe(200);
    expect(await statuses(reader)).toEqual([
      ['One', 'dropped'],
      ['Three', 'reading'],
      ['Two', 'reading'],
    ]);
  });

  test('leave out what is not there, and are not found without any', async () => {
    const { reader, stories } = await readerOfThree();
    const stranger = await site.person();
    expect((await remove(stranger, stories)).status).toBe(404);
    expect((await remove(reader, [stories[0] ?? '', unknown])).status).toBe(200);
    expect((await restore(stranger, stories)).status).toBe(404);
    expect(await statuses(reader)).toHaveLength(2);
  });

  test('at the same time end as if one after the other', async () => {
    const { reader, stories } = await readerOfThree();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, turn) =>
        turn % 2 === 0
          ? remove(reader, stories)
          : set(reader, [...stories].reverse(), turn % 4 === 1 ? 'dropped' : 'reading'),
      ),
    );
    for (const { status } of results) expect([200, 404]).toContain(status);
    expect([0, 3]).toContain((await statuses(reader)).length);
  });
});
