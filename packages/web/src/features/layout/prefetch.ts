import { fetchToasts } from '../../lib/notify.ts';
import { startOfflineSync } from '../../lib/offline/start-sync.ts';
import { onNetworkIdle } from '../../lib/on-network-idle.ts';
import { fetchPage } from '../../lib/page-scripts.ts';
import { paths } from '../../lib/paths.ts';
import { getQueryClient } from '../../lib/query.ts';
import { savesData } from '../../lib/saves-data.ts';
import { onTokenChange, readToken } from '../../lib/session-store.ts';
import { startSendingAnnotations } from '../annotations/start-sending.ts';
import { loadMemberLayout } from './lazy-member-layout.tsx';
import { wantSearchBox } from './search-box.ts';

/** The likely next pages: those of the bottom bar, a story, its text, and the landing page after signing out. */
const prefetchedPaths = [
  paths.landing,
  paths.home,
  paths.discover,
  paths.library,
  paths.write,
  paths.profile,
  paths.story('any'),
  paths.reading('any'),
];

async function prefetchForMembers(): Promise<void> {
  if (readToken() === null || savesData()) return;
  await loadMemberLayout();
  wantSearchBox();
  await import('../../ui/dialog.tsx');
  for (const path of prefetchedPaths) await fetchPage(path);
}

/** Saves the places that could not be saved because their session had ended. */
const sendPlaces = (): void =>
  void import('../library/library.api.ts')
    .then(({ sendStoredPlaces }) => sendStoredPlaces(getQueryClient()))
    .catch(() => undefined);

/**
 * Loads the scripts that must be available offline: the toasts that show errors and, for signed-in users, the pages they
 * visit most. Call it once the network is idle.
 */
export async function prefetchScripts(): Promise<void> {
  const prefetch = () => void prefetchForMembers().catch(() => undefined);
  onTokenChange(() => onNetworkIdle(prefetch));
  await fetchToasts();
  prefetch();
  startOfflineSync();
  startSendingAnnotations();
  sendPlaces();
  onTokenChange(sendPlaces);
}
