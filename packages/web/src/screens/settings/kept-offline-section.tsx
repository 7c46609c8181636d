import { lazyComponent } from '../../lib/lazy-component.tsx';

const KeptPanel = lazyComponent(
  async () => (await import('../../features/offline/kept-panel.tsx')).KeptPanel,
);

/** The stories on this device, and ways to free their room. */
export function KeptOfflineSection() {
  return (
    <div className="min-h-[6.2rem]">
      <KeptPanel
        empty={
          <p className="text-muted">
            Nothing is kept on this device. Choose ‘Keep offline’ on a story’s page to read it without a
            connection.
          </p>
        }
      />
    </div>
  );
}
