import * as calls from '@inkling/contract/schedules';
import { type Api, bind } from '../../platform/http/bind.ts';
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
  bind(api, calls.listSchedules, async (request, viewer, { params }) => ({
    data: await schedules.listSchedules(request, viewer, params.id),
  }));
  bind(api, calls.scheduleChapter, async (request, viewer, { params, body }) => ({
    data: await schedules.scheduleChapter(request, viewer, params.id, body),
  }));
  bind(api, calls.unscheduleChapter, async (request, viewer, { params }) => {
    await schedules.unscheduleChapter(request, viewer, params.id);
    return { message: 'Schedule removed' };
  });
  bind(api, calls.scheduleSeveral, async (request, viewer, { params, body }) => ({
    data: await schedules.scheduleSeveral(request, viewer, params.id, body),
  }));
  bind(api, calls.changeSchedules, async (request, viewer, { params, body }) => ({
    data: await schedules.changeSchedules(request, viewer, params.id, body),
  }));
}
