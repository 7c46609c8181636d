import { useQuery } from '@tanstack/react-query';
import type { Input } from '../../lib/api.ts';
import { callQuery, useCall } from '../../lib/query.ts';

const schedulesQuery = (storyId: string) =>
  callQuery('GET /stories/{id}/schedules', { params: { id: storyId } }, { tags: ['schedules'] });

/** The chapters of all of the author's stories in a month as 2026-03; without one, in the present month. */
export const calendarQuery = (month?: string) =>
  callQuery(
    'GET /calendar',
    { query: month === undefined ? {} : { month } },
    { tags: ['schedules', 'ownChapters', 'myStories'] },
  );

/** The schedules of the author's story, by chapter. */
export function useSchedules(storyId: string, enabled = true) {
  const { data } = useQuery({ ...schedulesQuery(storyId), enabled });
  return new Map(data?.data.map((schedule) => [schedule.chapter, schedule]));
}

const touches = ['schedules', 'story', 'storyLists', 'ownChapters'] as const;

export const useSchedule = () =>
  useCall('PUT /chapters/{id}/schedule', {
    success: 'Chapter scheduled.',
    fallback: 'Failed to schedule.',
    errors: 'inline',
    touches,
  });

export const useUnschedule = () =>
  useCall('DELETE /chapters/{id}/schedule', {
    success: 'Schedule removed.',
    fallback: 'Failed to remove the schedule.',
    errors: 'inline',
    touches,
  });

export type ScheduleChange = Input<'PUT /stories/{id}/schedules'>['body'];

/** Pauses, resumes, shifts or stops all schedules of a story. The caller says what was done. */
export const useChangeSchedules = (errors: 'inline' | 'toast') =>
  useCall('PUT /stories/{id}/schedules', { fallback: 'The schedules couldn’t be changed.', errors, touches });

/** Schedules several chapters, or, with `preview`, finds out when each would be published. */
export const useScheduleSeveral = () =>
  useCall('POST /stories/{id}/schedules', { fallback: 'Failed to schedule.', errors: 'inline', touches });
