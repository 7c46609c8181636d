import type { ParsedInput } from '@inkling/contract/call';
import type { InboxItem, listInbox as listCall } from '@inkling/contract/inbox';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { paginateByPosition } from '../../platform/list-position.ts';
import { readerOf } from '../chapters/index.ts';
import { commentPresenter } from '../comments/index.ts';
import { presentReview, type ReviewRow } from '../ratings/index.ts';
import { type ItemRow, listItems } from './inbox.queries.ts';

const dateOf = (value: Date | string) => new Date(value);

/** A review whose row was JSON. Its story's author sees it unfolded and marks none as helpful. */
const reviewOf = (row: ReviewRow) =>
  presentReview(
    {
      ...row,
      written_at: dateOf(row.written_at),
      edited_at: row.edited_at && dateOf(row.edited_at),
      replied_at: row.replied_at && dateOf(row.replied_at),
    },
    { isFolded: false, isHelpful: false, hidesReply: false },
  );

const positionOf = (item: InboxItem) => [
  item.kind === 'review' ? item.review.createdAt : item.comment.createdAt,
  item._id,
];

/** One page of what people wrote to the viewer, the newest first (docs/product/inbox.md). */
export async function listInbox(
  ctx: RequestContext,
  viewer: Viewer,
  query: ParsedInput<typeof listCall>['query'],
) {
  const { db } = ctx;
  const asOf = ctx.clock.now().toISOString();
  const { items, total, newCount } = await listItems(db, readerOf(ctx, viewer), query);
  const comments = items.flatMap(({ comment }) => comment ?? []);
  const presentComment = await commentPresenter(db, comments);
  const present = (row: ItemRow): InboxItem[] => {
    const { kind, _id, story, chapter, is_new, is_answered, is_closed, is_ahead, comment, review } = row;
    const item = { _id, isNew: is_new, isAnswered: is_answered, story };
    if (kind === 'review') return review === null ? [] : [{ ...item, kind, review: reviewOf(review) }];
    if (comment === null) return [];
    const subject = {
      kind: chapter === null ? 'story' : 'chapter',
      id: chapter?._id ?? story._id,
      parent_id: chapter && story._id,
      owner_id: story.author,
      is_ahead,
    };
    return [
      { ...item, kind, chapter, isClosed: is_closed, comment: presentComment(comment, { viewer, subject }) },
    ];
  };
  const data = items.flatMap(present);
  return { data, pagination: paginateByPosition(query, data, total, positionOf), newCount, asOf };
}
