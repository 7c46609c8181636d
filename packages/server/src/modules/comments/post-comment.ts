import type { Comment } from '@inkling/contract/comments';
import { AppError } from '../../platform/app-error.ts';
import type { RequestContext, Viewer } from '../../platform/context.ts';
import { createOnce } from '../../platform/create-once.ts';
import type { Db } from '../../platform/db/db.ts';
import { loader } from '../../platform/db/loader.ts';
import { writeBatcher } from '../../platform/db/write-batcher.ts';
import { perInstance } from '../../platform/per-instance.ts';
import { readComment, readPlace } from './comment-lists.ts';
import { requireOpen } from './comments.policy.ts';
import { presentComment } from './comments.present.ts';
import { findPassage, type SentPassage } from './passages.ts';
import { findSame, type SameLookup } from './posting.queries.ts';
import { type Posted, type Posting, storePostings } from './posting.ts';
import { marksOf } from './viewer-marks.ts';

export interface CommentInput {
  _id?: string | undefined;
  content: string;
  story?: string | undefined;
  chapter?: string | undefined;
  parent?: string | undefined;
  passage?: SentPassage | undefined;
}

const badInput = (path: string, message: string) =>
  new AppError('BAD_INPUT', message, { fields: [{ path, message }] });

const sameComments = perInstance((db: Db) => loader((lookups: SameLookup[]) => findSame(db, lookups)));

/** Comments that are posted at the same moment share a commit; those of one person are posted one after the other. */
const writers = perInstance((db: Db) =>
  writeBatcher<Posting, Posted | AppError | undefined>({
    keyOf: ({ viewer }) => viewer.id,
    writeTogether: (postings) => storePostings(db, postings),
    writeAlone: async (posting) => (await storePostings(db, [posting]))[0],
  }),
);

/** The passage that a comment is about, found before anything is locked, since a long text takes a while. */
async function passageOf(ctx: RequestContext, viewer: Viewer, { chapter, parent, passage }: CommentInput) {
  if (passage === undefined) return null;
  if (chapter === undefined || parent !== undefined)
    throw badInput('passage', 'Please name the chapter of the passage, and no comment to reply to.');
  const place = await readPlace(ctx.db, viewer, { storyId: null, chapterId: chapter });
  requireOpen(viewer, place);
  return findPassage(ctx, { id: chapter, story_id: place.story_id }, passage);
}

/**
 * Comments on a story, a chapter or a passage, or replies to a comment; a repeated request makes one comment. Throws
 * NOT_FOUND for what the viewer cannot read, BAD_INPUT for a reply to a comment elsewhere, NOT_ALLOWED where comments are closed, TOO_MANY_REQUESTS beyond the rates,
 * QUOTA_REACHED, and TEXT_CHANGED for a passage that is no longer there (docs/product/comments.md#who-comments).
 */
export async function postComment(
  ctx: RequestContext,
  viewer: Viewer,
  input: CommentInput,
): Promise<Comment> {
  const { story, chapter, parent, content } = input;
  if (story === undefined && chapter === undefined && parent === undefined)
    throw badInput('story', 'Please name a story, a chapter or a comment.');
  const target = {
    userId: viewer.id,
    storyId: story ?? null,
    chapterId: chapter ?? null,
    parentId: parent ?? null,
  };
  let posted: Posted | undefined;
  const id = await createOnce(ctx, input._id, {
    isSame: (id) => sameComments(ctx.db)({ ...target, id }),
    create: async () => {
      const passage = await passageOf(ctx, viewer, input);
      const result = await writers(ctx.db)({ ctx, viewer, target, id: input._id, content, passage });
      if (result instanceof AppError) throw result;
      posted = result;
      return posted?.row.id;
    },
  });
  if (posted === undefined) return readComment(ctx.db, viewer, id);
  const { row, place } = posted;
  return presentComment(row, await marksOf(ctx.db, viewer, { ...place, has_likes: false }, [row]));
}
