import type { Story } from '@inkling/contract/stories';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { hasWorker } from '../../lib/has-worker.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useConnection } from '../../lib/use-connection.ts';
import { Button } from '../../ui/button.tsx';

/** The button until its script, which knows what this device keeps, is loaded. */
const PlainButton = ({ onClick }: { onClick?: () => void }) => (
  <Button busy={onClick === undefined} disabled={useConnection() !== 'online'} onClick={onClick}>
    <Download aria-hidden="true" className="size-5" />
    Keep offline
  </Button>
);

const KeepButton = lazyComponent(
  async () => (await import('../../features/offline/keep-button.tsx')).KeepButton,
  { fallback: <PlainButton /> },
);

/**
 * Keeps the story on this device, where browsers allow it: on https sites and localhost. The script of the button is
 * loaded when it is used, or where something is kept already.
 */
export function KeepOffline({ story }: { story: Story }) {
  const [isUsed, setUsed] = useState(false);
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return null;
  if (!isUsed && !hasWorker()) return <PlainButton onClick={() => setUsed(true)} />;
  return <KeepButton story={story} startsAtOnce={isUsed} onLoadFailed={() => setUsed(false)} />;
}
