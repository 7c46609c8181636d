import { saveChapterProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/ratings';
import { wrongCounters } from '../../testing/counters-for-tests.ts';
import { giveTime } from '../../testing/reading-time.ts';
import { writing } from '../../testing/stories-for-tests.ts';
import type { Person, TestApp } from '../../testing/test-app.ts';

const idOf = (id: string) => ({ params: { id } });

/** What tests of ratings do, through calls. */
export function rating(site: TestApp) {
  const write = writing(site);
  const read = (reader: Person, chapter: string, progress = 100) =>
    site.as(reader).call(saveChapterProgress, { ...idOf(chapter), body: { progress } });
  const rate = (
    reader: Person,
    story: string,
    body: { rating: number; review?: string; isSpoiler?: boolean },
  ) => site.as(reader).call(calls.rateStory, { ...idOf(story), body });
  const list = async (
    viewer: Person | null,
    story: string,
    query: { sort?: calls.ReviewSort; page?: number; limit?: number } = {},
  ) => (await site.as(viewer).call(calls.listReviews, { ...idOf(story), query })).body;
  return {
    read,
    rate,
    list,
    /** A published story with its author and the ids of its chapters. */
    async story(chapters = 1) {
      const author = await site.person();
      const published = await write.published(author, { chapters });
      return { author, story: published.story._id, chapters: published.chapters.map(({ _id }) => _id) };
    },
    /** A new reader who has read this chapter to its end, in a session. */
    async reader(chapter: string) {
      const reader = await site.person();
      await giveTime(site, reader, [chapter]);
      await read(reader, chapter);
      return reader;
    },
    /** A new reader's review. */
    async review(
      chapter: string,
      story: string,
      body: { rating: number; review: string; isSpoiler?: boolean },
    ) {
      const reader = await this.reader(chapter);
      return { reader, id: (await rate(reader, story, body)).body.data?._id ?? '' };
    },
    /** Where a counter differs from the rows that it counts: nowhere. */
    wrongCounters: (): Promise<unknown[]> => wrongCounters(site.ctx.db),
  };
}
