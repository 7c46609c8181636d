import { listChaptersOfStory } from '@inkling/contract/chapters';
import { listSchedules, scheduleSeveral } from '@inkling/contract/schedules';
import { expect, test } from 'vitest';
import { minute } from '../../platform/clock.ts';
import { runJobsNow } from '../../testing/run-jobs-now.ts';
import { textOf, writing } from '../../testing/stories-for-tests.ts';
import { testApp } from '../../testing/test-app.ts';
import { schedulePublication } from './schedules.listeners.ts';

const site = testApp();
const write = writing(site);

/** Saturday, Sunday and Monday around each change of the clocks, in order, at 18:00 and at a skipped or repeated time. */
test.each([
  [
    'America/New_York',
    '2026-03-07',
    '18:00',
    ['2026-03-07T23:00Z', '2026-03-08T22:00Z', '2026-03-09T22:00Z'],
  ],
  ['Europe/Berlin', '2026-03-28', '18:00', ['2026-03-28T17:00Z', '2026-03-29T16:00Z', '2026-03-30T16:00Z']],
  ['Europe/Berlin', '2026-10-24', '02:30', ['2026-10-24T00:30Z', '2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  [
    'America/New_York',
    '2026-10-31',
    '18:00',
    ['2026-10-31T22:00Z', '2026-11-01T23:00Z', '2026-11-02T23:00Z'],
  ],
  ['Europe/Berlin', '2027-03-27', '02:30', ['2027-03-27T01:30Z', '2027-03-28T01:30Z', '2027-03-29T00:30Z']],
])('in %s from %s at %s chapters are published at %j', async (timeZone, start, time, moments) => {
  site.clock.set(new Date(`${start}T00:00:00Z`));
  const ana = await site.person();
  const { story } = await write.published(ana);
  const drafts: string[] = [];
  for (const number of [1, 2, 3]) {
    const more = { title: `Draft ${number}`, isPublished: false, content: textOf(210, `d${number}x`) };
    drafts.push((await write.chapter(ana, story._id, more))._id);
  }
  const body = { from: drafts[0] ?? '', weekdays: [6, 7, 1], start, time, timeZone };
  await site.as(ana).call(scheduleSeveral, { params: { id: story._id }, body });
  const { data } = (await site.as(ana).call(listSchedules, { params: { id: story._id } })).body;
  expect(data.map(({ publishAt }) => publishAt)).toEqual(moments.map((at) => new Date(at).toISOString()));

  const published = async () =>
    (await site.as(null).call(listChaptersOfStory, { params: { storyId: story._id } })).body.data.length - 1;
  for (const [index, moment] of moments.entries()) {
    site.clock.set(new Date(new Date(moment).getTime() - minute));
    await runJobsNow(site.ctx, schedulePublication);
    expect(await published()).toBe(index);
    site.clock.advance(minute);
    await runJobsNow(site.ctx, schedulePublication);
    expect(await published()).toBe(index + 1);
  }
});
