import { updateChapter } from '@inkling/contract/chapters';
import { updateStory } from '@inkling/contract/stories';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { type Person, testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

const versionsOf = async (chapter: string) => {
  const { rows } = await sql<{ versions: string }>`
    select public_versions::text as versions from chapters where id = ${chapter}`.execute(site.ctx.db);
  return rows[0]?.versions;
};
/** Saves another version, long enough after the last one that it does not replace that. */
const save = (author: Person, id: string, word: string, isPublished: boolean) => {
  site.clock.advance(20 * minute);
  const body = { content: textOf(210, word), isPublished };
  return site.as(author).call(updateChapter, { params: { id }, body });
};

test('versions are public that were current while the chapter was published', async () => {
  const ana = await site.person();
  const { story } = await write.published(ana);
  const { _id: id } = await write.chapter(ana, story._id, { isPublished: false });
  await save(ana, id, 'second', false);
  expect(await versionsOf(id)).toBe('{}');
  await save(ana, id, 'third', true);
  await save(ana, id, 'fourth', true);
  await save(ana, id, 'fifth', false);
  await save(ana, id, 'sixth', true);
  expect(await versionsOf(id)).toBe('{[3,5),[6,7)}');
});

test('versions of a published chapter are public while its story is published', async () => {
  const ana = await site.person();
  const { _id: story } = await write.draft(ana);
  const { _id: id } = await write.chapter(ana, story);
  const publish = async (isPublished: boolean) => {
    await site.as(ana).call(updateStory, { params: { id: story }, body: { isPublished } });
    await site.runEvents();
  };
  await save(ana, id, 'second', true);
  expect(await versionsOf(id)).toBe('{}');
  await publish(true);
  expect(await versionsOf(id)).toBe('{[2,3)}');
  await publish(false);
  await save(ana, id, 'third', true);
  await save(ana, id, 'fourth', true);
  await publish(true);
  expect(await versionsOf(id)).toBe('{[2,3),[4,5)}');
});
