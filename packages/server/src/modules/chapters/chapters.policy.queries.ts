import { sql } from '../../platform/db/db.ts';
import { isPublicStory, isShownTo, type ListViewer } from '../stories/index.ts';

/** Who sees a chapter. The aliases are `c` and `s`. A deleted chapter is never published. */

/** A person's id, or an SQL expression for it where one statement serves several people. */
type ViewerId = string | ReturnType<typeof sql>;
type Rule = ReturnType<typeof sql<boolean>>;

/** Whether everyone who is signed in may read a chapter. */
export const isPublicChapter = (): Rule => sql`(c.is_published and ${isPublicStory()})`;

/**
 * Whether readers can have seen a version of the published chapter `c`: it is current, or was while chapter and story were
 * public. Any other version is treated as one that does not exist, since comparing it with the current text would tell
 * what it says.
 */
export const wasPublic = (version: ReturnType<typeof sql>): Rule => sql`(${version} <@ c.public_versions
  or (${version} = c.version and exists (select from stories s where s.id = c.story_id and s.is_published)))`;

/**
 * Whether a person has opened the published chapter `c` or a later one, or had read everything since it was published.
 * Progress in percent does not count, since the story may have grown.
 */
const hasReached = (viewerId: ViewerId) => sql`(
  exists (select from reading_positions p where p.user_id = ${viewerId} and p.chapter_id = c.id)
  or exists (select from library_entries e left join chapters o on o.id = e.last_chapter_id and o.is_published
    where e.user_id = ${viewerId} and e.story_id = c.story_id
      and (c.published_at <= e.caught_up_at or c.published_number <= o.published_number))
  or exists (select from reading_positions p join chapters o on o.id = p.chapter_id
    where p.user_id = ${viewerId} and p.story_id = c.story_id and o.is_published
      and o.published_number >= c.published_number))`;

/**
 * Where a viewer may see something: in lists, searches and excerpts; in their own library; or behind a link that they
 * open, which includes reading.
 */
export type Place = 'lists' | 'library' | 'link';

/** Who sees something at each place. In a library, what a reader hides makes no difference. */
interface Viewers {
  lists: ListViewer;
  library: { id: ViewerId };
  link: { id: ViewerId } | null;
}

const rules: { [P in Place]: (viewer: Viewers[P]) => { story: Rule; chapter: Rule } } = {
  lists: (viewer) => ({
    story: isShownTo(viewer),
    chapter: sql`(c.is_published and ${isShownTo(viewer)})`,
  }),
  library: () => ({ story: isPublicStory(), chapter: isPublicChapter() }),
  link: (viewer) => {
    if (viewer === null) return { story: isPublicStory(), chapter: isPublicChapter() };
    const own = sql`s.author_id = ${viewer.id} and s.deleted_at is null`;
    return {
      story: sql`(${isPublicStory()} or (${own}))`,
      chapter: sql`(${isPublicChapter()} or (${own} and c.deleted_at is null))`,
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
 * - `story`, `chapter`: whether they are shown at this place.
 * - `isAhead`: the viewer has not reached a chapter that is shown; `isSpoilerFor` says whether a text about it is folded.
 */
export function visibleTo<P extends Place>(viewer: Viewers[P], place: P) {
  const isAhead: Rule = viewer === null ? sql`true` : sql`(not ${hasReached(viewer.id)})`;
  return { ...rules[place](viewer), isAhead };
}
