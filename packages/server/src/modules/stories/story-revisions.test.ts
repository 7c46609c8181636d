import { postComment } from '@inkling/contract/comments';
import { markCompleted } from '@inkling/contract/library';
import { rateStory } from '@inkling/contract/ratings';
import { likeStory, updateStory, viewStory } from '@inkling/contract/stories';
import { expect, test } from 'vitest';
import { sql } from '../../platform/db/db.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';

const site = testApp();
const write = writing(site);

test('views, likes, ratings and comments drop no cached text: they raise no revision', async () => {
  const [author, reader] = [await site.person(), await site.person()];
  const { story } = await write.published(author);
  const ofStory = { params: { id: story._id } };
  expect((await site.as(reader).call(markCompleted, ofStory)).status).toBe(200);
  const revisions = async () => {
    const { rows } = await sql`select s.revision, c.revision as catalogue from stories s, catalogue c
      where s.id = ${story._id}`.execute(site.ctx.db);
    return rows[0];
  };
  await giveTime(site, reader, [story._id]);
  const before = await revisions();
  const comment = { story: story._id, content: 'What a lamp.' };
  const statuses = [
    (await site.as(reader).call(viewStory, { ...ofStory, body: {} })).status,
    (await site.as(reader).call(likeStory, ofStory)).status,
    (await site.as(reader).call(rateStory, { ...ofStory, body: { rating: 5 } })).status,
    (await site.as(reader).call(postComment, { body: comment })).status,
  ];
  expect(statuses).toEqual([200, 200, 200, 201]);
  await site.runEvents();
  await site.runJobs();
  expect(await revisions()).toEqual(before);
  await site.as(author).call(updateStory, { ...ofStory, body: { title: 'Another Lamp' } });
  expect(await revisions()).not.toEqual(before);
});
