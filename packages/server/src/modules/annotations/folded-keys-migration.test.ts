import * as calls from '@inkling/contract/annotations';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { up as titleKeys } from '../../../migrations/0073-title-keys.ts';
import { up } from '../../../migrations/0079-folded-texts.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('annotations from before the migration are searched in the same way as later ones', async () => {
  const { story, chapters } = await write.published(await site.person());
  const reader = site.as(await site.person());
  const place = { storyId: story._id, chapterId: chapters[0]?._id ?? '', version: 1 };
  const body = { ...place, selectedText: 'w1x0 w1x1', startOffset: 0, endOffset: 9 };
  const db = site.ctx.db as unknown as Kysely<never>;
  // As before the migration, whose function knew fewer letters.
  await sql`create or replace function library_text_key(value text) returns text language sql immutable parallel safe as $$
    select lower(normalize(value, NFKD)) $$`.execute(db);
  await sql`drop index stories_by_words_key`.execute(db);
  await sql`drop function words_key`.execute(db);
  await sql`drop function fold_text`.execute(db);
  await titleKeys(db);
  const note = 'Łódź’s Straße';
  const earlier = (await reader.call(calls.createHighlight, { body: { ...body, note } })).body.data;
  await up(db);
  const later = (await reader.call(calls.createHighlight, { body: { ...body, note } })).body.data;

  const found = async (q: string) =>
    (await reader.call(calls.listAnnotations, { query: { q } })).body.data.map(({ _id }) => _id);
  expect(await found("lodz's")).toEqual([later._id, earlier._id]);
  expect(await found('STRASSE ŁÓDŹ')).toEqual([later._id, earlier._id]);
});
