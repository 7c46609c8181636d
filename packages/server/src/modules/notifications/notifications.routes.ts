import * as calls from '@inkling/contract/notifications';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, withBody, withParam, withQuery } from '../../platform/http/handlers.ts';
import * as notifications from './notifications.service.ts';

export function notificationRoutes(api: Api): void {
  bind(api, calls.listNotifications, withQuery(notifications.listNotifications));
  bind(api, calls.readNotifications, withBody(notifications.readNotifications));
  bind(api, calls.getNotificationSettings, data(notifications.getSettings));
  bind(api, calls.setNotificationSettings, data(withBody(notifications.setSettings)));
  bind(api, calls.muteStory, withParam('storyId', notifications.muteStory));
  bind(api, calls.unmuteStory, withParam('storyId', notifications.unmuteStory));
}
