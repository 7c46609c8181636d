import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

/** As high as the list with one story. */
const pending = (
  <div className="min-h-50">
    <TextSkeleton lines={5} />
  </div>
);

const OfflinePanel = lazyComponent(
  async () => (await import('../../features/offline/offline-panel.tsx')).OfflinePanel,
  { fallback: pending },
);

const empty = (
  <p className="text-muted">
    No stories are kept on this device. Choose “Keep offline” on a story’s page to read it without a
    connection.
  </p>
);

/** The stories kept on this device, and buttons that free their space. */
export const OfflineSection = () => (hasWorker() ? <OfflinePanel empty={empty} pending={pending} /> : empty);
