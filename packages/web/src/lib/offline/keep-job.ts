import type { Me } from '@inkling/contract/account';
import { call, messageOf } from '../api.ts';
import { listenerSet } from '../listeners.ts';
import { showError, showSuccess } from '../notify.ts';
import { keepStory } from './keep-story.ts';
import { claim } from './offline-stories.ts';
import { KeepRefused } from './refusals.ts';
import { installWorker } from './registration.ts';

interface Job {
  /** The share that is kept, 0 to 100. */
  percent: number;
  abort: AbortController;
}

/** The stories that are being kept by this page. */
const jobs = new Map<string, Job>();
/** Called with whether a job has ended. */
const changed = listenerSet<[isOver: boolean]>();

function change(storyId: string, job: Job | null): void {
  if (job === null) jobs.delete(storyId);
  else jobs.set(storyId, job);
  changed.notify(job === null);
}

export const jobOf = (storyId: string): Job | undefined => jobs.get(storyId);
export const onJobsChange = changed.subscribe;

/** Fetches the first pages of the library's lists once, by the addresses that the library uses, and the account, which the service worker keeps. */
async function keepLists(): Promise<void> {
  for (const filter of ['reading', 'completed'] as const)
    await call('GET /stories/library/me', { query: { filter, page: 1 } }).catch(() => undefined);
  await call('GET /stories/bookmarks', { query: { page: 1 } }).catch(() => undefined);
  await call('GET /auth/me', {}).catch(() => undefined);
}

/** Installs the service worker and keeps a story on this device. A toast says whether that worked. */
export async function keepOnDevice(me: Me, storyId: string): Promise<void> {
  if (jobs.has(storyId)) return;
  const abort = new AbortController();
  change(storyId, { percent: 0, abort });
  try {
    await installWorker();
    await claim(me._id);
    await navigator.storage?.persist?.().catch(() => false);
    await keepStory(me, storyId, (percent) => change(storyId, { percent, abort }), abort.signal);
    await keepLists();
    showSuccess('Kept offline. You can read this story without a connection.');
  } catch (error) {
    if (!abort.signal.aborted)
      showError(
        error instanceof KeepRefused ? error.message : messageOf(error, 'Failed to keep the story offline.'),
      );
  } finally {
    change(storyId, null);
  }
}
