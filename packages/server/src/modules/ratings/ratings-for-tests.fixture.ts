import { saveChapterProgress } from '@inkling/contract/library';
import * as calls from '@inkling/contract/ratings';
import { sql } from '../../platform/db/db.ts';
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
    /** A new reader who has read this chapter to its end. */
    async reader(chapter: string) {
      const reader = await site.person();
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
    async wrongCounters(): Promise<unknown[]> {
      const { rows } = await sql`
        with counted as (
          select s.id, count(r.story_id) as ratings, coalesce(sum(r.rating), 0) as rating_sum,
            count(r.review) as reviews,
            array[count(*) filter (where rating = 1), count(*) filter (where rating = 2),
              count(*) filter (where rating = 3), count(*) filter (where rating = 4),
              count(*) filter (where rating = 5)] as stars
          from stories s left join ratings r on r.story_id = s.id group by s.id)
        select 'story' as of, s.id from stories s join counted c using (id)
          where (s.ratings, s.rating_sum) is distinct from (c.ratings, c.rating_sum)
            or (s.rating_score is null) <> (c.ratings = 0)
        union all
        select 'stars', r.story_id from story_ratings r join counted c on c.id = r.story_id
          where r.reviews <> c.reviews
            or array[r.stars_1, r.stars_2, r.stars_3, r.stars_4, r.stars_5] <> c.stars
        union all
        select 'no stars', c.id from counted c
          where c.ratings > 0 and not exists (select from story_ratings r where r.story_id = c.id)
        union all
        select 'helpful', id from ratings r
          where helpful <> (select count(*) from review_votes v where v.rating_id = r.id)`.execute(
        site.ctx.db,
      );
      return rows;
    },
  };
}
