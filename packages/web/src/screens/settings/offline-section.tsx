import { lazyComponent } from '../../lib/lazy-component.tsx';

const OfflinePanel = lazyComponent(
  async () => (await import('../../features/offline/offline-panel.tsx')).OfflinePanel,
);

/** The stories kept on this device, and buttons that free their space. */
export function OfflineSection() {
  return (
    <div className="min-h-[6.2rem]">
      <OfflinePanel
        empty={
          <p className="text-muted">
            No stories are kept on this device. Choose ‘Keep offline’ on a story’s page to read it without a
            connection.
          </p>
        }
      />
    </div>
  );
}
