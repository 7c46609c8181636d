import type { Comment, CommentRefusal, CommentSort, Reply } from '@inkling/contract/comments';
import { type Pagination, paginate } from '@inkling/contract/page';
import { AppError, notFound } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { keyedLoader } from '../../platform/db/loader.ts';
import { type PrebuiltJson, prebuiltJson } from '../../platform/http/prebuilt-json.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { revisionCache } from '../../platform/revision-cache.ts';
import * as queries from './comment-lists.queries.ts';
import { commentRefusal, isFoldedPlace, requireReadablePlace } from './comments.policy.ts';
import { presentComment, presentReply } from './comments.present.ts';
import { decodePosition, encodePosition } from './list-position.ts';
import { findPlaces, type PlaceLookup, type PlaceState } from './places.queries.ts';
import { marksOf, mentionedIn } from './viewer-marks.ts';

const cacheBytes = 8 * 1024 * 1024;

/** A page as stored, the same for all viewers. */
interface Page {
  rows: queries.CommentRow[];
  pinned: queries.CommentRow | undefined;
  total: number;
  /** The keys of the names that it mentions. */
  names: string[];
}

const bytesOfReply = ({ content, quote }: queries.ReplyRow): number =>
  1_000 + 2 * ((content?.length ?? 0) + (quote?.length ?? 0));
const bytesOf = ({ rows, pinned, names }: Page): number =>
  [...rows, ...(pinned ? [pinned] : [])]
    .flatMap((row) => [row, ...row.first_replies])
    .reduce((sum, row) => sum + bytesOfReply(row), 500 + 100 * names.length);

const keyOf = ({ storyId, chapterId, viewerId }: PlaceLookup): string =>
  [storyId, chapterId, viewerId].map((id) => id ?? '').join(' ');
const lookupOf = (key: string): PlaceLookup => {
  const [storyId = null, chapterId = null, viewerId = null] = key.split(' ').map((id) => id || null);
  return { storyId, chapterId, viewerId };
};

/** A place's state for a viewer. Concurrent requests share one statement; visitors also share a row of it. */
const places = perInstance((db: Db) =>
  keyedLoader<string, PlaceState>(async (keys) => {
    const found = await findPlaces(db, keys.map(lookupOf));
    return new Map(keys.flatMap((key, index) => (found[index] ? [[key, found[index]]] : [])));
  }),
);
const pages = perInstance((_db: Db) => revisionCache(cacheBytes, bytesOf));
const responses = perInstance((_db: Db) => revisionCache(cacheBytes, ({ size }: PrebuiltJson) => size));

/** The story or chapter of a request, as its viewer may read it. Throws NOT_FOUND. */
export async function readPlace(
  db: Db,
  viewer: Viewer | null,
  { storyId, chapterId }: Omit<PlaceLookup, 'viewerId'>,
): Promise<PlaceState> {
  const found = await places(db)(keyOf({ storyId, chapterId, viewerId: viewer?.id ?? null }));
  return requireReadablePlace(viewer, found, chapterId === null ? 'Story' : 'Chapter');
}

type PagePosition = Pagination & { next?: string };

/** The pagination of a page. After a position, only a full page tells that there may be more. */
function positionOf(
  order: CommentSort | 'replies',
  { page, limit, after }: { page: number; limit: number; after: unknown },
  rows: queries.ReplyRow[],
  total: number,
): PagePosition {
  const pagination = paginate(page, limit, total);
  const last = rows.length === limit ? rows.at(-1) : undefined;
  const hasMore = after === null ? pagination.hasMore : last !== undefined;
  return { ...pagination, hasMore, ...(hasMore && last && { next: encodePosition(order, last) }) };
}

export interface ListQuery {
  story?: string | undefined;
  chapter?: string | undefined;
  paragraph?: number | undefined;
  sort: CommentSort;
  page: number;
  limit: number;
  after?: string | undefined;
}

interface CommentResponse {
  data: Comment[];
  pagination: PagePosition;
  commentsCount: number;
  pinned: Comment | null;
  isClosed: boolean;
  refusal: CommentRefusal | null;
}

const badInput = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

async function loadPage(db: Db, list: queries.CommentList, place: PlaceState): Promise<Page> {
  if (list.paragraph !== null) {
    const [rows, total] = [await queries.listComments(db, list), await queries.countOnParagraph(db, list)];
    return { rows, pinned: undefined, total, names: mentionedIn(rows) };
  }
  if (place.shown === 0) return { rows: [], pinned: undefined, total: 0, names: [] };
  const rows = place.listed === 0 ? [] : await queries.listComments(db, list);
  const pinned = await queries.findPinned(db, list);
  return { rows, pinned, total: place.listed, names: mentionedIn(pinned ? [pinned, ...rows] : rows) };
}

/**
 * One page of the comments on a story, a chapter or a paragraph. Every request queries access, the revision of the
 * comments, how far the viewer has read, what they like and who is mentioned; the page comes from the cache where the
 * revision is current, and viewers who like nothing on it get the same response.
 */
export async function readComments(
  { db }: RequestContext,
  viewer: Viewer | null,
  { story, chapter, paragraph, sort, page, limit, after }: ListQuery,
): Promise<PrebuiltJson | CommentResponse> {
  if (story === undefined && chapter === undefined)
    throw badInput('story', 'Please name a story or a chapter.');
  if (paragraph !== undefined && chapter === undefined)
    throw badInput('chapter', 'Please name the chapter of the paragraph.');
  const place = await readPlace(db, viewer, { storyId: story ?? null, chapterId: chapter ?? null });
  const list: queries.CommentList = {
    storyId: place.story_id,
    chapterId: place.chapter_id,
    paragraph: paragraph ?? null,
    sort,
    page,
    limit,
    after: decodePosition(sort, after),
  };
  const key = JSON.stringify(list);
  const found = await pages(db).load(key, place.revision, () => loadPage(db, list, place));
  const { rows, pinned, total, names } = found;
  const all = pinned ? [pinned, ...rows] : rows;
  const marks = await marksOf(db, viewer, place, all, names);
  const refusal = commentRefusal(viewer, place);
  const present = (): CommentResponse => ({
    data: rows.map((row) => presentComment(row, marks)),
    pagination: positionOf(sort, list, rows, total),
    commentsCount: place.shown,
    pinned: pinned ? presentComment(pinned, marks) : null,
    isClosed: place.is_closed,
    refusal,
  });
  // On a folded page, the viewer's own comments stay open.
  const folds = isFoldedPlace(viewer, place);
  const isShared = marks.liked.size === 0 && !(folds && viewer !== null && isOnPage(all, viewer.id));
  if (!isShared) return present();
  const variant = [folds, place.is_closed, refusal, ...[...marks.people].sort()].join(' ');
  return responses(db).load(`${key} ${variant}`, place.revision, async () => prebuiltJson(present()));
}

const isOnPage = (rows: queries.CommentRow[], userId: string): boolean =>
  rows.some((row) => row.user_id === userId || row.first_replies.some(({ user_id }) => user_id === userId));

/** A comment or reply and its place. Throws NOT_FOUND for one that the viewer cannot read. */
export async function findReadable(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<{ row: queries.CommentRow; place: PlaceState }> {
  const row = await queries.findComment(db, id);
  if (row === undefined) throw notFound('Comment');
  const lookup = { storyId: row.story_id, chapterId: row.chapter_id, viewerId: viewer?.id ?? null };
  const [found] = await findPlaces(db, [lookup]);
  return { row, place: requireReadablePlace(viewer, found, 'Comment') };
}

/** One comment with its text, also for a viewer to whom the list shows it folded. */
export async function readComment(db: Db, viewer: Viewer | null, id: string): Promise<Comment> {
  const { row, place } = await findReadable(db, viewer, id);
  const marks = await marksOf(db, viewer, place, [row]);
  return presentComment(row, { ...marks, isFolded: (one) => one.id !== row.id && marks.isFolded(one) });
}

/** A page of the replies to a comment, the oldest first. */
export async function readReplies(
  { db }: RequestContext,
  viewer: Viewer | null,
  id: string,
  { page, limit, after }: { page: number; limit: number; after?: string | undefined },
): Promise<{ data: Reply[]; pagination: PagePosition }> {
  const { row, place } = await findReadable(db, viewer, id);
  const position = { page, limit, after: decodePosition('replies', after) };
  const rows = await queries.listReplies(db, row.id, position);
  const marks = await marksOf(db, viewer, place, rows);
  return {
    data: rows.map((reply) => presentReply(reply, marks)),
    pagination: positionOf('replies', position, rows, row.replies),
  };
}
