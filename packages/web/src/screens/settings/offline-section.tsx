import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';

const OfflinePanel = lazyComponent(
  async () => (await import('../../features/offline/offline-panel.tsx')).OfflinePanel,
);

const empty = (
  <p className="text-muted">
    No stories are kept on this device. Choose ‘Keep offline’ on a story’s page to read it without a
    connection.
  </p>
);

/** The stories kept on this device, and buttons that free their space. */
export const OfflineSection = () => (
  <div className="min-h-[6.2rem]">{hasWorker() ? <OfflinePanel empty={empty} /> : empty}</div>
);
