import * as calls from '@inkling/contract/comments';
import { type Api, bind } from '../../platform/http/bind.ts';
import { message, withBody, withId, withIdAndQuery, withQuery } from '../../platform/http/handlers.ts';
import * as lists from './comment-lists.ts';
import { closeComments } from './comment-subjects.ts';
import * as comments from './comments.service.ts';
import { postComment } from './post-comment.ts';

export function commentRoutes(api: Api): void {
  bind(api, calls.listComments, withQuery(lists.readComments));
  bind(api, calls.listStoryComments, (ctx, viewer, { params, query }) =>
    lists.readComments(ctx, viewer, { ...query, story: params.id }),
  );
  bind(api, calls.listChapterComments, (ctx, viewer, { params, query }) =>
    lists.readComments(ctx, viewer, { ...query, chapter: params.id }),
  );
  bind(api, calls.getComment, withId(lists.readComment));
  bind(api, calls.listReplies, withIdAndQuery(lists.readReplies));
  bind(api, calls.postComment, withBody(postComment));
  bind(api, calls.editComment, (ctx, viewer, { params, body }) =>
    comments.editComment(ctx, viewer, params.id, body.content),
  );
  bind(api, calls.deleteComment, message('Comment deleted', withId(comments.deleteComment)));
  bind(api, calls.likeComment, (ctx, viewer, { params }) =>
    comments.changeLike(ctx, viewer, params.id, 'add'),
  );
  bind(api, calls.unlikeComment, (ctx, viewer, { params }) =>
    comments.changeLike(ctx, viewer, params.id, 'remove'),
  );
  bind(api, calls.pinComment, async (ctx, viewer, { params }) => {
    await comments.changePin(ctx, viewer, params.id, true);
    return lists.readComment(ctx, viewer, params.id);
  });
  bind(api, calls.unpinComment, async (ctx, viewer, { params }) => {
    await comments.changePin(ctx, viewer, params.id, false);
    return { message: 'Comment unpinned' };
  });
  bind(api, calls.closeStoryComments, (ctx, viewer, { params, body }) =>
    closeComments(ctx, viewer, 'story', params.id, body.isClosed),
  );
  bind(api, calls.closeChapterComments, (ctx, viewer, { params, body }) =>
    closeComments(ctx, viewer, 'chapter', params.id, body.isClosed),
  );
  bind(api, calls.countParagraphComments, (ctx, viewer, { params, query }) =>
    lists.countOnParagraphs(ctx, viewer, params.id, query.paragraphs),
  );
}
