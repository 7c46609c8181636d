import * as calls from '@inkling/contract/reactions';
import { type Api, bind } from '../../platform/http/bind.ts';
import { withId } from '../../platform/http/handlers.ts';
import * as reactions from './reactions.service.ts';

const story = (id: string) => ({ kind: 'story', id });
const chapter = (id: string) => ({ kind: 'chapter', id });

export function reactionRoutes(api: Api): void {
  bind(api, calls.getStoryReactions, async (ctx, viewer, { params }) => ({
    data: await reactions.readReactions(ctx, viewer, story(params.id)),
  }));
  bind(api, calls.getChapterReactions, async (ctx, viewer, { params }) => ({
    data: await reactions.readReactions(ctx, viewer, chapter(params.id)),
  }));
  bind(api, calls.reactToStory, async (ctx, viewer, { params, body }) => ({
    data: await reactions.react(ctx, viewer, story(params.id), body.type),
  }));
  bind(api, calls.reactToChapter, async (ctx, viewer, { params, body }) => ({
    data: await reactions.react(ctx, viewer, chapter(params.id), body.type),
  }));
  bind(api, calls.removeReaction, withId(reactions.removeReaction));
}
