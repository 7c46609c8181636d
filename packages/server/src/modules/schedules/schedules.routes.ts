import * as calls from '@inkling/contract/schedules';
import { type Api, bind } from '../../platform/http/bind.ts';
import { data, message, withId, withIdAndBody } from '../../platform/http/handlers.ts';
import { publishDue } from './schedules.listeners.ts';
import * as schedules from './schedules.service.ts';

export function scheduleRoutes(api: Api): void {
  const { ctx, http } = api;
  // What was due while the server was down; the job would do it up to a minute later.
  const stopping = new AbortController();
  let missed: Promise<void> = Promise.resolve();
  http.addHook('onReady', async () => {
    missed = publishDue(ctx, stopping.signal).catch((err) =>
      ctx.log.error({ err }, 'scheduled chapters were not published'),
    );
  });
  http.addHook('onClose', () => {
    stopping.abort();
    return missed;
  });
  bind(api, calls.getCalendar, async (request, viewer, { query }) => ({
    data: await schedules.getCalendar(request, viewer, query.month),
  }));
  bind(api, calls.listSchedules, data(withId(schedules.listSchedules)));
  bind(api, calls.scheduleChapter, data(withIdAndBody(schedules.scheduleChapter)));
  bind(api, calls.unscheduleChapter, message('Schedule removed', withId(schedules.unscheduleChapter)));
  bind(api, calls.scheduleSeveral, data(withIdAndBody(schedules.scheduleSeveral)));
  bind(api, calls.changeSchedules, data(withIdAndBody(schedules.changeSchedules)));
}
