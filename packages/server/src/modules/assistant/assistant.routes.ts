import * as calls from '@inkling/contract/assistant';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as assistant from './assistant.service.ts';
import { storyAssistant } from './assistant.service.ts';
import { modelState, setConsent } from './model.service.ts';

export function assistantRoutes(api: Api): void {
  bind(api, calls.getFeedback, async (ctx, viewer, { body }) => ({
    data: await assistant.feedbackOn(ctx, viewer, body),
  }));
  bind(api, calls.getStoryIdeas, async (ctx, viewer, { body }) => ({
    data: await assistant.storyIdeas(ctx, viewer, body),
  }));
  bind(api, calls.checkGrammar, async (ctx, viewer, { body }) => ({
    data: await assistant.grammarOf(ctx, viewer, body),
  }));
  bind(api, calls.getStoryAssistant, async (ctx, viewer, { params }) => ({
    data: await storyAssistant(ctx, viewer, params.id),
  }));
  bind(api, calls.getModelConsent, async (ctx, viewer) => ({ data: await modelState(ctx, viewer) }));
  bind(api, calls.giveModelConsent, async (ctx, viewer, { body }) => ({
    data: await setConsent(ctx, viewer, body.host),
  }));
  bind(api, calls.withdrawModelConsent, async (ctx, viewer) => ({
    data: await setConsent(ctx, viewer, null),
  }));
}
