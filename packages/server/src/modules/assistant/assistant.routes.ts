import * as calls from '@inkling/contract/assistant';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody, withId } from '../../platform/http/handlers.ts';
import * as assistant from './assistant.service.ts';
import { storyAssistant } from './assistant.service.ts';
import { modelState, setConsent } from './model.service.ts';

export function assistantRoutes(api: Api): void {
  bind(api, calls.getFeedback, data(withBody(assistant.feedbackOn)));
  bind(api, calls.getStoryIdeas, data(withBody(assistant.storyIdeas)));
  bind(api, calls.checkGrammar, data(withBody(assistant.grammarOf)));
  bind(api, calls.getStoryAssistant, data(withId(storyAssistant)));
  bind(api, calls.getModelConsent, data(modelState));
  bind(api, calls.giveModelConsent, async (ctx, viewer, { body }) => ({
    data: await setConsent(ctx, viewer, body.host),
  }));
  bind(api, calls.withdrawModelConsent, async (ctx, viewer) => ({
    data: await setConsent(ctx, viewer, null),
  }));
}
