import * as calls from '@inkling/contract/chat';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withBody, withId, withQuery } from '../../platform/http/handlers.ts';
import * as chat from './chat.service.ts';
import * as controls from './chat-controls.ts';
import { followPresence, stopPresence } from './presence.ts';

export function chatRoutes(api: Api): void {
  bind(api, calls.listMessages, (ctx, viewer, { query }) => {
    const { storyId, chapterId = null, anyway, ...range } = query;
    return chat.readMessages(ctx, viewer, { storyId, chapterId }, { ...range, anyway: anyway === 'true' });
  });
  bind(api, calls.postMessage, data(withBody(chat.postMessage)));
  bind(api, calls.removeMessage, message('Message removed', withId(chat.removeMessage)));
  bind(api, calls.closeChat, (ctx, viewer, { params, body }) =>
    controls.closeChat(ctx, viewer, params.id, body.isClosed),
  );
  bind(api, calls.listMutes, withQuery(controls.listMutes));
  bind(api, calls.mutePerson, async (ctx, viewer, { params, body }) => ({
    data: await controls.mutePerson(ctx, viewer, params.userId, body.for),
  }));
  bind(api, calls.unmutePerson, async (ctx, viewer, { params }) => {
    await controls.unmutePerson(ctx, viewer, params.userId);
    return { message: 'This person can write again' };
  });
  followPresence(api.ctx);
  api.http.addHook('onClose', () => stopPresence(api.ctx));
}
