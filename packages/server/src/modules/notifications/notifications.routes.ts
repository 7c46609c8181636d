import * as calls from '@inkling/contract/notifications';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as notifications from './notifications.service.ts';

export function notificationRoutes(api: Api): void {
  bind(api, calls.listNotifications, (ctx, viewer, { query }) =>
    notifications.listNotifications(ctx, viewer, query),
  );
  bind(api, calls.readNotifications, (ctx, viewer, { body }) =>
    notifications.readNotifications(ctx, viewer, body),
  );
  bind(api, calls.getNotificationSettings, async (ctx, viewer) => ({
    data: await notifications.getSettings(ctx, viewer),
  }));
  bind(api, calls.setNotificationSettings, async (ctx, viewer, { body }) => ({
    data: await notifications.setSettings(ctx, viewer, body),
  }));
  bind(api, calls.muteStory, (ctx, viewer, { params }) =>
    notifications.muteStory(ctx, viewer, params.storyId),
  );
  bind(api, calls.unmuteStory, (ctx, viewer, { params }) =>
    notifications.unmuteStory(ctx, viewer, params.storyId),
  );
}
