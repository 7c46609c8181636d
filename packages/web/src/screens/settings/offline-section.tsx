import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';

const OfflinePanel = lazyComponent(
  async () => (await import('../../features/offline/offline-panel.tsx')).OfflinePanel,
);

const empty = (
  <p className="text-muted">
    Nothing is kept on this device. Choose ‘Keep offline’ on a story’s page to read it without a connection.
  </p>
);

/** The stories on this device, and ways to free their room. */
export const OfflineSection = () => (
  <div className="min-h-[6.2rem]">{hasWorker() ? <OfflinePanel empty={empty} /> : empty}</div>
);
