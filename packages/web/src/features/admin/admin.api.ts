import { useMutation } from '@tanstack/react-query';
import type { Input } from '../../lib/api.ts';
import { download } from '../../lib/download.ts';
import { callQuery, useCall } from '../../lib/query.ts';

/** How the site does: what doctor finds, the versions, and failed requests. Fetched again soon. */
export const reportQuery = { ...callQuery('GET /admin/report', {}), staleTime: 10_000 };

/** The queues of background work, and how many emails were sent. */
export const queuesQuery = { ...callQuery('GET /admin/queues', {}, { tags: ['jobs'] }), staleTime: 10_000 };

export type JobsOf = 'emails' | 'others';

/** A page of the jobs that have failed or wait, of emails or of everything else. */
export const jobsQuery = (of: JobsOf, state: 'failed' | 'waiting', page: number) =>
  callQuery('GET /admin/jobs', { query: { of, state, page } }, { tags: ['jobs'] });

const changed = { fallback: 'Failed to change the job.', touches: ['jobs'] };

export const useRetryJob = () =>
  useCall('POST /admin/jobs/{id}/retry', { ...changed, success: 'It will run again in a moment.' });
export const useCancelJob = () =>
  useCall('POST /admin/jobs/{id}/cancel', { ...changed, success: 'Canceled.' });

export const personQuery = (id: string) =>
  callQuery('GET /admin/people/{id}', { params: { id } }, { tags: ['adminPerson'] });

/** Looks for people; errors are shown in the form. */
export const useFindPeople = () => useCall('POST /admin/people/find', { errors: 'inline' });

const onPerson = { errors: 'inline', touches: ['adminPerson'] } as const;

/** What admins do with an account; errors are shown in the forms. */
export const usePersonCalls = () => ({
  suspend: useCall('POST /admin/people/{id}/suspend', onPerson),
  endSessions: useCall('POST /admin/people/{id}/end-sessions', onPerson),
  remove: useCall('POST /admin/people/{id}/delete', onPerson),
  setModerator: useCall('POST /admin/people/{id}/moderator', onPerson),
});
export const useUnsuspend = () =>
  useCall('POST /admin/people/{id}/unsuspend', {
    fallback: 'Failed to lift the suspension.',
    success: 'Lifted.',
    touches: ['adminPerson'],
  });

/** Downloads everything stored about a person. */
export const useExportPerson = () =>
  useMutation({
    mutationFn: (input: Input<'POST /admin/people/{id}/export'>) =>
      download('POST /admin/people/{id}/export', input),
    meta: onPerson,
  });

/** The stories and chapters that are taken down, or of them one story with its chapters, or one chapter. */
export const takedownsQuery = (text?: string) =>
  callQuery('GET /admin/takedowns', { query: { text } }, { tags: ['takedowns'] });

/** Takes a story or chapter down; errors are shown in the form. */
export const useTakeDown = () =>
  useCall('PUT /admin/takedowns/{id}', { errors: 'inline', touches: ['takedowns'] });
export const useReinstate = () =>
  useCall('DELETE /admin/takedowns/{id}', {
    fallback: 'Failed to lift the takedown.',
    success: 'The takedown was lifted.',
    touches: ['takedowns'],
  });

const genresTouched = { errors: 'inline', touches: ['genres'] } as const;

/** What admins do with genres; errors are shown in the forms. */
export const useGenreCalls = () => ({
  create: useCall('POST /genres', genresTouched),
  update: useCall('PUT /genres/{id}', genresTouched),
  addSubgenre: useCall('POST /genres/{id}/subgenres', genresTouched),
});
export const useDeleteGenre = () =>
  useCall('DELETE /genres/{id}', { fallback: 'Failed to delete the genre.', touches: ['genres'] });
export const useDeleteSubgenre = () =>
  useCall('DELETE /genres/{id}/subgenres/{subgenreId}', {
    fallback: 'Failed to delete the subgenre.',
    touches: ['genres'],
  });

/** What images and the database take up. */
export const storageQuery = { ...callQuery('GET /admin/storage', {}), staleTime: 60_000 };
