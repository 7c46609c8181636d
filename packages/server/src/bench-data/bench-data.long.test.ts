import { createHash } from 'node:crypto';
import { readChapter } from '@inkling/contract/chapters';
import { listStories } from '@inkling/contract/stories';
import { countWords } from '@inkling/contract/words';
import { describe, expect, test } from 'vitest';
import { sql } from '../platform/db/db.ts';
import { testApp } from '../testing/test-app.ts';
import { fillBenchData } from './bench-data.ts';

const [site, again] = [testApp(), testApp()];
const size = { stories: 100, seed: 7 };

/** A hash of everything that depends on the seed. */
const fingerprint = async (of: typeof site): Promise<string> => {
  const { rows } = await sql`
    select s.id, s.title, n.views, s.words, c.id as chapter, v.content
    from stories s join story_counts n on n.story_id = s.id left join chapters c on c.story_id = s.id left join chapter_versions v on v.chapter_id = c.id
    order by s.id, c.position`.execute(of.ctx.db);
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
};

describe('benchmark data', () => {
  test('is the same for the same seed, and requires an empty database', async () => {
    await fillBenchData(site.ctx, size);
    await fillBenchData(again.ctx, size);
    expect(await fingerprint(again)).toBe(await fingerprint(site));
    await expect(fillBenchData(site.ctx, size)).rejects.toThrow('The database already has stories');
  });

  test('has counters that match the counted rows', async () => {
    const { rows } = await sql<{ id: string }>`
      select s.id from stories s cross join lateral (
        select count(*) as chapters, count(*) filter (where is_published) as published, coalesce(sum(word_count), 0) as words,
          coalesce(sum(word_count) filter (where is_published), 0) as published_words
        from chapters where story_id = s.id) n
      where s.chapters <> n.chapters or s.published_chapters <> n.published or s.words <> n.words
        or s.published_words <> n.published_words or s.revision <> 1
        or (select likes from story_counts c where c.story_id = s.id)
          <> (select count(*) from story_likes l where l.story_id = s.id)`.execute(site.ctx.db);
    expect(rows).toEqual([]);
  });

  test('is skewed: most stories are short, and the top stories have most of the views', async () => {
    const { rows } = await sql<{ short: number; longest: number; top: number }>`
      select avg((chapters <= 2)::int)::float as short, max(chapters) as longest,
        (select sum(views) from (select views from story_counts order by views desc limit ${size.stories / 10}) t)::float
          / sum(views)::float as top
      from stories join story_counts on story_id = id`.execute(site.ctx.db);
    expect(rows[0]?.short).toBeGreaterThan(0.45);
    expect(rows[0]?.longest).toBeGreaterThan(20);
    expect(rows[0]?.top).toBeGreaterThan(0.5);
  });

  test('can be read like any other text', async () => {
    const reader = await site.person();
    const list = await site.as(null).call(listStories, { query: { limit: 20 } });
    expect(list.body.data).toHaveLength(20);
    const { rows } = await sql<{ id: string }>`
      select c.id from chapters c join stories s on s.id = c.story_id
      where c.is_published and s.is_published order by c.word_count desc limit 1`.execute(site.ctx.db);
    const chapter = (await site.as(reader).call(readChapter, { params: { id: rows[0]?.id ?? '' } })).body
      .data;
    expect(chapter.content.length).toBeGreaterThan(9000);
    expect(countWords(chapter.content)).toBe(chapter.wordCount);
    const lines = chapter.content.split('\n').filter((line) => line.trim() !== '');
    expect(chapter.paragraphIds.filter((id) => id !== null)).toEqual(lines.map((_, index) => index + 1));
  });
});
