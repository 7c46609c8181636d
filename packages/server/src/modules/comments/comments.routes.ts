import * as calls from '@inkling/contract/comments';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as lists from './comment-lists.ts';
import { closeComments } from './comment-subjects.ts';
import * as comments from './comments.service.ts';
import { postComment } from './post-comment.ts';

export function commentRoutes(api: Api): void {
  bind(api, calls.listComments, (ctx, viewer, { query }) => lists.readComments(ctx, viewer, query));
  bind(api, calls.listStoryComments, (ctx, viewer, { params, query }) =>
    lists.readComments(ctx, viewer, { ...query, story: params.id }),
  );
  bind(api, calls.listChapterComments, (ctx, viewer, { params, query }) =>
    lists.readComments(ctx, viewer, { ...query, chapter: params.id }),
  );
  bind(api, calls.getComment, async (ctx, viewer, { params }) => ({
    data: await lists.readComment(ctx, viewer, params.id),
  }));
  bind(api, calls.listReplies, (ctx, viewer, { params, query }) =>
    lists.readReplies(ctx, viewer, params.id, query),
  );
  bind(api, calls.postComment, async (ctx, viewer, { body }) => ({
    data: await postComment(ctx, viewer, body),
  }));
  bind(api, calls.editComment, async (ctx, viewer, { params, body }) => ({
    data: await comments.editComment(ctx, viewer, params.id, body.content),
  }));
  bind(api, calls.deleteComment, async (ctx, viewer, { params }) => {
    await comments.deleteComment(ctx, viewer, params.id);
    return { message: 'Comment deleted' };
  });
  bind(api, calls.likeComment, (ctx, viewer, { params }) => comments.likeComment(ctx, viewer, params.id));
  bind(api, calls.unlikeComment, (ctx, viewer, { params }) => comments.unlikeComment(ctx, viewer, params.id));
  bind(api, calls.pinComment, async (ctx, viewer, { params }) => ({
    data: await comments.pinComment(ctx, viewer, params.id),
  }));
  bind(api, calls.unpinComment, async (ctx, viewer, { params }) => {
    await comments.unpinComment(ctx, viewer, params.id);
    return { message: 'Comment unpinned' };
  });
  bind(api, calls.closeStoryComments, (ctx, viewer, { params, body }) =>
    closeComments(ctx, viewer, 'story', params.id, body.isClosed),
  );
  bind(api, calls.closeChapterComments, (ctx, viewer, { params, body }) =>
    closeComments(ctx, viewer, 'chapter', params.id, body.isClosed),
  );
  bind(api, calls.countParagraphComments, async (ctx, viewer, { params, query }) => ({
    data: await lists.countOnParagraphs(ctx, viewer, params.id, query.paragraphs),
  }));
}
