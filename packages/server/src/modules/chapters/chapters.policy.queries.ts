import type { AppContext } from '../../platform/context.ts';
import { sql } from '../../platform/db/db.ts';
import { holdsRight } from '../plans/index.ts';
import { isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';

/** Who sees a chapter. The aliases are `c` and `s`. A deleted chapter is never published. */

/** A person's id, or an SQL expression for it where one statement serves several people. */
type ViewerId = string | ReturnType<typeof sql>;
type Rule = ReturnType<typeof sql<boolean>>;

/**
 * Whether the chapter `c` is one of those that its author has marked for readers with a plan
 * (docs/product/exclusive-chapters.md#marking).
 */
export const isExclusive = (): Rule => sql`((c.position >= s.exclusive_from) is true)`;

/** Whether everyone sees that a chapter is there: its title and its number, but nothing of its text. */
export const isListedChapter = (): Rule => sql`(c.is_published and ${isPublicStory()})`;

/** Whether everyone who is signed in may read a chapter: an exclusive one is for some only. */
export const isPublicChapter = (): Rule => sql`(${isListedChapter()} and not ${isExclusive()})`;

/**
 * Whether readers can have seen a version of the published chapter `c`: it is current, or was while chapter and story were
 * public. Any other version is treated as one that does not exist, since comparing it with the current text would tell
 * what it says.
 */
export const wasPublic = (version: ReturnType<typeof sql>): Rule =>
  sql`(${version} = c.version or ${version} <@ c.public_versions)`;

/** Whether the position `p` was saved; one without a place only counts the time of a reading session. */
export const isOpened = sql<boolean>`(p.updated_at is not null or p.furthest > 0)`;

/**
 * Whether a person has opened the published chapter `c` or a later one, or had read everything since it was published.
 * Drafts have no number, so they count for nothing. Progress in percent does not count, since the story may have grown.
 */
const hasReached = (viewerId: ViewerId, storyId: ViewerId) => sql`((
  exists (select from library_entries e left join chapters o on o.id = e.last_chapter_id
    where e.user_id = ${viewerId} and e.story_id = ${storyId}
      and (c.published_at <= e.caught_up_at or c.published_number <= o.published_number))
  or c.published_number <= (select max(o.published_number)
    from reading_positions p join chapters o on o.id = p.chapter_id
    where p.user_id = ${viewerId} and p.story_id = ${storyId} and ${isOpened})) is true)`;

/**
 * Where a viewer may see something: in lists, searches and excerpts; in their own library; or behind a link that they
 * open, which includes reading.
 */
export type Place = 'lists' | 'library' | 'link';

/** Whether a viewer may read exclusive chapters of others; not unless given (`readerOf`), so that forgetting it hides them. */
interface Rights {
  readsExclusive?: Rule;
}

/** Who sees something at each place. In a library, what a reader hides makes no difference. */
interface Viewers {
  lists: (NonNullable<ListViewer> & Rights) | null;
  library: { id: ViewerId } & Rights;
  link: ({ id: ViewerId } & Rights) | null;
}

/** A person who reads. */
export type Reader = { id: string } & Rights;

/** A person as these rules see them, with their right to exclusive chapters. */
export const readerOf = <Person extends { id: ViewerId }>(
  site: Pick<AppContext, 'config' | 'clock'>,
  person: Person,
) => ({ ...person, readsExclusive: holdsRight(site, person.id, 'exclusiveChapters') });

const isOpenTo = (viewer: ({ id: ViewerId } & Rights) | null): Rule =>
  viewer === null
    ? sql`not ${isExclusive()}`
    : sql`(not ${isExclusive()} or s.author_id = ${viewer.id} or ${viewer.readsExclusive ?? sql`false`})`;

const rules: { [P in Place]: (viewer: Viewers[P]) => { story: Rule; listed: Rule } } = {
  lists: (viewer) => ({
    story: isShownTo(viewer),
    listed: sql`(c.is_published and ${isShownTo(viewer)})`,
  }),
  library: () => ({ story: isPublicStory(), listed: isListedChapter() }),
  link: (viewer) => {
    if (viewer === null) return { story: isPublicStory(), listed: isListedChapter() };
    const own = sql`s.author_id = ${viewer.id} and s.deleted_at is null`;
    return {
      story: sql`(${isPublicStory()} or (${own}))`,
      listed: sql`(${isListedChapter()} or (${own} and c.deleted_at is null))`,
    };
  },
};

/**
 * Whether a person, an SQL expression, has finished the story `s` as it is now: completed in their library, and read to
 * the end what was published since (docs/product/library.md#continue-reading).
 */
export const isFinished = (viewerId: ReturnType<typeof sql>) => sql<boolean>`exists (
  select from library_entries e
  where e.user_id = ${viewerId} and e.story_id = s.id and e.status = 'completed'
    and not exists (
      select from chapters n left join reading_positions p on p.user_id = e.user_id and p.chapter_id = n.id
      where n.story_id = s.id and n.is_published and n.published_at > e.caught_up_at
        and coalesce(p.furthest, 0) < 100))`;

/**
 * What a viewer sees of the story `s` and its chapter `c`: the one rule of lists, searches, excerpts, libraries and
 * reading (docs/product/labels.md#what-a-reader-sees).
 *
 * - `story`: whether it is shown at this place.
 * - `chapter`: whether its text, and all that is said or made of it, may be shown.
 * - `listed`: whether its title and number may be shown: also those of an exclusive chapter (docs/product/exclusive-chapters.md).
 * - `isWithheld`: it is exclusive, and not for this viewer, published or not.
 * - `isAhead`: the viewer has not reached a chapter that is shown; `isSpoilerFor` says whether a text about it is folded.
 *
 * Where all chapters are of one story, its id as `storyId` lets the database look the viewer's place up once, not for each.
 */
export function visibleTo<P extends Place>(
  viewer: Viewers[P],
  place: P,
  storyId: ViewerId = sql`c.story_id`,
) {
  const isAhead: Rule = viewer === null ? sql`true` : sql`(not ${hasReached(viewer.id, storyId)})`;
  const { story, listed } = rules[place](viewer);
  const isOpen = isOpenTo(viewer);
  return {
    story,
    listed,
    chapter: sql<boolean>`(${listed} and ${isOpen})`,
    isWithheld: sql<boolean>`(not ${isOpen})`,
    isAhead,
  };
}
