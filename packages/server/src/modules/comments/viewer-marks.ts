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

const none: ReadonlySet<string> = new Set();

/** The marks of a viewer who likes nothing, where no one is mentioned. */
const plainMarks = (viewer: Viewer | null, place: PlaceState): ViewerMarks => ({
  viewerId: viewer?.id ?? null,
  liked: none,
  people: none,
  isFolded: (row) => isFolded(viewer, place, row),
});

/** Which of these comments and first replies the viewer likes, which are folded for them, and who is mentioned. */
export async function marksOf(
  db: Db,
  viewer: Viewer | null,
  place: PlaceState,
  comments: Row[],
  names = mentionedIn(comments),
): Promise<ViewerMarks> {
  const marks = plainMarks(viewer, place);
  const mayLike = viewer !== null && place.has_likes;
  if (!mayLike && names.length === 0) return marks;
  const ids = () => comments.flatMap(withReplies).map(({ id }) => id);
  const [liked, people] = await Promise.all([
    mayLike ? findLikes(db, place.story_id, viewer.id, ids()) : none,
    names.length > 0 ? findPeople(db, names) : none,
  ]);
  return { ...marks, liked, people };
}

/** The keys of the names that these comments and their first replies mention. */
export const mentionedIn = (comments: Row[]): string[] => [
  ...new Set(
    comments
      .flatMap(withReplies)
      .flatMap(({ content }) => (content?.includes('@') ? namesIn(content).map(usernameKey) : [])),
  ),
];
