import type { ContentWarning } from '@inkling/contract/content-warnings';
import { contentWarning } from '@inkling/contract/labels';
import { type Audience, audienceNames } from '@inkling/contract/story-labels';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ContentFilter } from '../../platform/context.ts';
import { sql } from '../../platform/db/db.ts';
import { testApp } from '../../testing/test-app.ts';
import type { ListViewer } from '../stories/index.ts';
import { type Place, visibleTo } from './chapters.policy.queries.ts';
import { isSpoilerFor } from './chapters.present.ts';

const site = testApp();

const uuidOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const [reader, author, storyId] = [uuidOf(1), uuidOf(2), uuidOf(3)];
const [otherReader, otherStory] = [uuidOf(4), uuidOf(5)];
const dayOf = (day: number) => new Date(Date.UTC(2026, 0, 1 + day));
const everyone: ContentFilter = { showsMature: false, hiddenTags: [], hiddenWarnings: [] };
const tags = ['dragons', 'sea', 'ghosts'];

const situations = fc.record({
  viewer: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 6,
      arbitrary: fc.record({
        id: fc.oneof(
          { weight: 5, arbitrary: fc.constant(reader) },
          { weight: 1, arbitrary: fc.constant(author) },
        ),
        contentFilter: fc.record({
          showsMature: fc.boolean(),
          hiddenTags: fc.subarray(tags, { maxLength: 1 }),
          hiddenWarnings: fc.subarray<ContentWarning>(['gore', 'death'], { maxLength: 1 }),
        }),
      }),
    },
  ),
  story: fc.record({
    is_published: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    is_deleted: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
    audience: fc.constantFrom(...(Object.keys(audienceNames) as Audience[])),
    tag_keys: fc.subarray(tags, { maxLength: 2 }),
    content_warnings: fc.subarray([...contentWarning.options], { maxLength: 2 }),
    is_hidden: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, fc.constant(true)),
  }),
  // Chapters in their order; a draft has no number.
  chapters: fc.array(fc.record({ is_published: fc.boolean(), day: fc.nat(9), is_opened: fc.boolean() }), {
    minLength: 1,
    maxLength: 6,
  }),
  exclusive: fc.record({ from: fc.option(fc.integer({ min: 1, max: 6 })), isReadable: fc.boolean() }),
  entry: fc.option(fc.record({ lastChapter: fc.option(fc.nat(5)), caughtUp: fc.option(fc.nat(9)) })),
});
type Situation = typeof situations extends fc.Arbitrary<infer Value> ? Value : never;

/** The chapters of a situation as rows. */
function chaptersOf({ chapters }: Situation) {
  return chapters.map(({ is_published, day, is_opened }, index) => ({
    id: uuidOf(100 + index),
    story_id: storyId,
    position: index + 1,
    is_published,
    published_at: dayOf(day),
    published_number: is_published
      ? chapters.slice(0, index + 1).filter((one) => one.is_published).length
      : null,
    is_opened,
  }));
}

const places = ['lists', 'library', 'link'] as const;
/** The rules for a viewer with the right to exclusive chapters, or without: then it is not named. */
function rulesAt(place: Place, viewer: ListViewer, isReadable: boolean) {
  const right = isReadable ? { readsExclusive: sql<boolean>`true` } : {};
  if (place === 'library') return visibleTo({ id: viewer?.id ?? '', ...right }, 'library');
  return visibleTo(viewer && { ...viewer, ...right }, place);
}

/** A later chapter of another story. */
const elsewhere = {
  id: uuidOf(99),
  story_id: otherStory,
  position: 99,
  is_published: true,
  published_at: dayOf(99),
  published_number: 99,
};

/**
 * What `visibleTo` says about each published chapter, over tables that have the situation's rows; and of others, what must
 * make no difference: another reader has read and hidden everything, and the reader another story.
 */
async function inDatabase(situation: Situation, place: Place): Promise<string[]> {
  const { viewer, story, entry, exclusive } = situation;
  const chapters = chaptersOf(situation);
  const { story: shown, chapter, listed, isWithheld, isAhead } = rulesAt(place, viewer, exclusive.isReadable);
  const read = { last_chapter_id: elsewhere.id, caught_up_at: dayOf(99) };
  const entries = [
    { user_id: reader, story_id: otherStory, ...read },
    { user_id: otherReader, story_id: storyId, ...read },
    ...(entry === null
      ? []
      : [
          {
            user_id: reader,
            story_id: storyId,
            last_chapter_id: entry.lastChapter === null ? null : uuidOf(100 + entry.lastChapter),
            caught_up_at: entry.caughtUp === null ? null : dayOf(entry.caughtUp),
          },
        ]),
  ];
  const positions = [
    { user_id: reader, story_id: otherStory, chapter_id: elsewhere.id },
    ...chapters.map(({ id }) => ({ user_id: otherReader, story_id: storyId, chapter_id: id })),
    ...chapters
      .filter(({ is_opened }) => is_opened)
      .map(({ id }) => ({ user_id: reader, story_id: storyId, chapter_id: id })),
  ];
  const hidden = [
    { user_id: reader, story_id: otherStory },
    { user_id: otherReader, story_id: storyId },
    ...(story.is_hidden ? [{ user_id: reader, story_id: storyId }] : []),
  ];
  const { rows } = await sql<{ visibility: string }>`
    with chapters as (select * from json_to_recordset(${JSON.stringify([...chapters, elsewhere])})
        as c (id uuid, story_id uuid, is_published boolean, published_at timestamptz, published_number integer,
          position integer,
          deleted_at timestamptz)),
      library_entries as (select * from json_to_recordset(${JSON.stringify(entries)})
        as e (user_id uuid, story_id uuid, last_chapter_id uuid, caught_up_at timestamptz)),
      reading_positions as (select p.*, now() as updated_at, 0 as furthest
        from json_to_recordset(${JSON.stringify(positions)})
        as p (user_id uuid, story_id uuid, chapter_id uuid)),
      hidden_stories as (select * from json_to_recordset(${JSON.stringify(hidden)}) as h (user_id uuid, story_id uuid)),
      s as (select ${storyId}::uuid as id, ${author}::uuid as author_id, ${story.is_published}::boolean as is_published,
        case when ${story.is_deleted}::boolean then now() end as deleted_at, ${story.audience}::text as audience,
        ${story.tag_keys}::text[] as tag_keys, ${story.content_warnings}::text[] as content_warnings,
        ${exclusive.from}::integer as exclusive_from)
    select case when ${listed} is distinct from ${shown} then 'chapter and story differ'
      when ${chapter} is distinct from (${listed} and not ${isWithheld}) then 'text and title differ'
      when not ${listed} then 'hidden' when not ${chapter} then 'title' when ${isAhead} then 'ahead' else 'shown' end as visibility
    from s join chapters c on c.story_id = s.id where c.is_published order by c.published_number`.execute(
    site.ctx.db,
  );
  return rows.map((row) => {
    if (row.visibility !== 'ahead') return row.visibility;
    return isSpoilerFor(viewer, { isAhead: true, authorId: author, writerId: null }) ? 'folded' : 'shown';
  });
}

/** What the rules say about the same chapters, in the words of docs/product/labels.md#what-a-reader-sees. */
function byTheRules({ viewer, story, entry, chapters, exclusive }: Situation, place: Place): string[] {
  const isOwn = viewer?.id === author;
  const isReader = viewer?.id === reader;
  const contentFilter: ContentFilter = viewer?.contentFilter ?? everyone;
  const passes =
    (contentFilter.showsMature || story.audience !== 'mature') &&
    !story.tag_keys.some((key) => contentFilter.hiddenTags.includes(key)) &&
    !story.content_warnings.some((warning) => contentFilter.hiddenWarnings.includes(warning)) &&
    !(isReader && story.is_hidden);
  const isShown =
    !story.is_deleted &&
    (story.is_published || (place === 'link' && isOwn)) &&
    (place !== 'lists' || isOwn || passes);
  const furthest = chapters.findLastIndex(
    ({ is_published, is_opened }, index) => is_published && (is_opened || entry?.lastChapter === index),
  );
  return chapters.flatMap(({ is_published, day }, index) => {
    if (!is_published) return [];
    if (!isShown) return ['hidden'];
    const isExclusive = exclusive.from !== null && index + 1 >= exclusive.from;
    if (isExclusive && !isOwn && (viewer === null || !exclusive.isReadable)) return ['title'];
    const hasReached = isReader && (index <= furthest || (entry?.caughtUp != null && day <= entry.caughtUp));
    return [isOwn || hasReached ? 'shown' : 'folded'];
  });
}

test('what a viewer sees in lists, in a library and behind a link is what the rules say', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(situations, fc.constantFrom(...places), async (situation, place) => {
      // Visitors have no library.
      if (place === 'library' && situation.viewer === null) return;
      const expected = byTheRules(situation, place);
      for (const one of expected) seen.add(`${place} ${one}`);
      expect(await inDatabase(situation, place)).toEqual(expected);
    }),
    { numRuns: 450 },
  );
  expect(seen.size).toBe(12);
});

const chapter = { is_published: true, day: 5, is_opened: false };
const plain: Situation = {
  viewer: { id: reader, contentFilter: everyone },
  story: {
    is_published: true,
    is_deleted: false,
    audience: 'everyone',
    tag_keys: [],
    content_warnings: [],
    is_hidden: false,
  },
  chapters: [chapter],
  exclusive: { from: null, isReadable: false },
  entry: null,
};

test('a reader who is at chapter 3 sees chapters 1 to 3, and the rest stays folded', async () => {
  const chapters = [chapter, chapter, { ...chapter, is_opened: true }, chapter];
  const seen = await inDatabase({ ...plain, chapters }, 'lists');
  expect(seen).toEqual(['shown', 'shown', 'shown', 'folded']);
});

test('a chapter that is published after a reader had read everything stays folded', async () => {
  const chapters = [chapter, { ...chapter, day: 6 }];
  const entry = { lastChapter: null, caughtUp: 5 };
  expect(await inDatabase({ ...plain, chapters, entry }, 'lists')).toEqual(['shown', 'folded']);
});

test('authors see every published chapter of their own story, also of a mature one', async () => {
  const story = { ...plain.story, audience: 'mature' as const };
  const viewer = { id: author, contentFilter: everyone };
  expect(await inDatabase({ ...plain, story, viewer }, 'lists')).toEqual(['shown']);
  expect(await inDatabase({ ...plain, story, viewer: null }, 'lists')).toEqual(['hidden']);
});
