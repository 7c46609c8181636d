import { defineModule } from '../../platform/module.ts';
import { counters, eraseComments } from './comment-counts.queries.ts';
import { commentListener, commentSockets } from './comments.listeners.ts';
import { notifyCommentPages } from './comments.live.ts';
import { reportableComment } from './comments.queries.ts';
import { commentRoutes } from './comments.routes.ts';
import { personalPart } from './personal-data.queries.ts';
import { restoreComments } from './restore-comments.ts';

export const comments = defineModule({
  name: 'comments',
  routes: commentRoutes,
  sockets: commentSockets,
  live: notifyCommentPages,
  listeners: [commentListener],
  personalData: personalPart,
  counters,
  erasures: [eraseComments],
  restorations: [restoreComments],
  reportable: [reportableComment],
});

export { eraseComments, lockCommentsOf, withholdComments } from './comment-counts.queries.ts';
export { columnsFor, type ReplyRow } from './comment-lists.queries.ts';
export { readComments } from './comment-lists.ts';
export { requireKind } from './comment-subjects.ts';
export { commentAdded, commentRemoved } from './comments.events.ts';
export { commentPresenter } from './comments.present.ts';
export { changeLike, deleteComment, editComment } from './comments.service.ts';
export { findMentions, mentionedIn, mentionedPeople } from './mentions.queries.ts';
export { postComment } from './post-comment.ts';
