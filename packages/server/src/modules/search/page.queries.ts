import { allRows, type Db, firstRow, sql } from '../../platform/db/db.ts';
import { visibleTo } from '../chapters/index.ts';
import { type CommunitySearch, type FoundRow, selectFound } from '../communities/index.ts';
import { countedStories, type ListViewer } from '../stories/index.ts';
import type { PersonRow } from '../users/index.ts';

export interface FoundChapterRow {
  id: string;
  title: string;
  number: number;
  story_id: string;
  story_title: string;
  language: string;
  username: string;
  display_name: string;
  views: number;
  version: number;
  author_id: string;
  is_ahead: boolean;
  /** The text of the piece that matched, if the viewer may see it. */
  text: string | null;
}

/**
 * Those of these chapters that are still public and shown to the viewer, in their order. Texts are those that the viewer
 * has reached or written, or all of them `anyway`.
 */
export const findChapterPage = async (
  db: Db,
  viewer: ListViewer,
  chapters: { id: string; piece: number }[],
  anyway = false,
): Promise<FoundChapterRow[]> => {
  if (chapters.length === 0) return [];
  const visible = visibleTo(viewer, 'lists');
  const viewerId = viewer?.id ?? null;
  return allRows<FoundChapterRow>(db)`
    select f.*, p.text from (
      select c.id, c.title, c.published_number as number, s.id as story_id, s.title as story_title, s.author_id, s.language,
        u.username, u.display_name, s.views, c.version, ${visible.isAhead} as is_ahead, i.piece, i.place
      from rows from (jsonb_to_recordset(${JSON.stringify(chapters)}::jsonb) as (id uuid, piece int))
        with ordinality as i (id, piece, place)
      join chapters c on c.id = i.id join ${countedStories} s on s.id = c.story_id join users u on u.id = s.author_id
      where ${visible.chapter} offset 0) f
    left join search_pieces p on (not f.is_ahead or f.author_id = ${viewerId} or ${sql.lit(anyway)})
      and p.story_id = f.story_id and p.chapter_id = f.id and p.piece = f.piece and p.version = f.version
    order by f.place`;
};

interface FoundPeople {
  people: PersonRow[];
  total: number;
}

/** Selects those of these people who are still shown to others: how many, and the ones on a page, in their order. */
const selectPeople = (
  viewerId: string | null,
  ids: string[],
  { page, limit }: { page: number; limit: number },
) => sql`
    with shown as (
      select u.*, i.place from unnest(${ids}::uuid[]) with ordinality as i (id, place) join users u on u.id = i.id
      where u.deletion_due_at is null and u.suspended_at is null)
    select (select count(*) from shown) as total, (
      select coalesce(json_agg(json_build_object('id', u.id, 'username', u.username, 'display_name', u.display_name,
        'avatar', u.avatar, 'bio', u.bio, 'followers_count', u.followers_count, 'is_following', exists (
          select from follows f where f.follower_id = ${viewerId} and f.followed_id = u.id)) order by u.place), '[]')
      from (select * from shown order by place limit ${limit} offset ${(page - 1) * limit}) u) as people`;

/** A page of the people who were found. */
export const findPeoplePage = async (
  db: Db,
  viewerId: string | null,
  ids: string[],
  page: { page: number; limit: number },
): Promise<FoundPeople> => {
  const found =
    ids.length === 0 ? undefined : await firstRow<FoundPeople>(db)`${selectPeople(viewerId, ids, page)}`;
  return found ?? { people: [], total: 0 };
};

interface FoundCommunities {
  communities: FoundRow[];
  communities_total: number;
}

/** A page of the communities that a search finds. */
export const findCommunityPage = async (db: Db, wanted: CommunitySearch): Promise<FoundCommunities> =>
  (await firstRow<FoundCommunities>(db)`${selectFound(wanted)}`) ?? { communities: [], communities_total: 0 };

/** Both, in one statement. */
export const findPeopleAndCommunities = async (
  db: Db,
  viewerId: string | null,
  ids: string[],
  page: { page: number; limit: number },
  wanted: CommunitySearch,
): Promise<FoundPeople & FoundCommunities> =>
  (await firstRow<FoundPeople & FoundCommunities>(db)`
    select p.people, p.total, g.communities, g.communities_total
    from (${selectPeople(viewerId, ids, page)}) p, (${selectFound(wanted)}) g`) ?? {
    people: [],
    total: 0,
    communities: [],
    communities_total: 0,
  };
