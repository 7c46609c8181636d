import type { Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { usernameKey } from '../users/index.ts';
import { type CommentRow, findLikes, findPeople, type ReplyRow } from './comment-lists.queries.ts';
import { isFolded } from './comments.policy.ts';
import type { ViewerMarks } from './comments.present.ts';
import { namesIn } from './mentions.ts';
import type { PlaceState } from './places.queries.ts';

type Row = ReplyRow | CommentRow;

const withReplies = (row: Row): ReplyRow[] => ('first_replies' in row ? [row, ...row.first_replies] : [row]);

/** What the viewer likes of these comments and their first replies, what is folded to them, and who is mentioned. */
export async function marksOf(
  db: Db,
  viewer: Viewer | null,
  place: PlaceState,
  comments: Row[],
  names = mentionedIn(comments),
): Promise<ViewerMarks> {
  const viewerId = viewer?.id ?? null;
  const [liked, people] = await Promise.all([
    viewerId !== null && place.has_likes
      ? findLikes(
          db,
          place.story_id,
          viewerId,
          comments.flatMap(withReplies).map(({ id }) => id),
        )
      : new Set<string>(),
    findPeople(db, names),
  ]);
  return { viewerId, liked, people, isFolded: (row) => isFolded(viewer, place, row) };
}

/** The keys of the names that these comments and their first replies mention. */
export const mentionedIn = (comments: Row[]): string[] => [
  ...new Set(
    comments
      .flatMap(withReplies)
      .flatMap(({ content }) => (content?.includes('@') ? namesIn(content).map(usernameKey) : [])),
  ),
];
