import type { Story } from '@inkling/contract/stories';
import { Download } from 'lucide-react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

/** In the place of the button until its script, which knows what this device keeps, is loaded. */
const Pending = () => (
  <Button disabled aria-busy="true">
    <Download aria-hidden="true" className="size-5" />
    Keep offline
  </Button>
);

const KeepButton = lazyComponent(
  async () => (await import('../../features/offline/keep-button.tsx')).KeepButton,
  { fallback: <Pending /> },
);

/** Keeps the story on this device, where browsers allow it: on https sites and localhost. */
export const KeepOffline = ({ story }: { story: Story }) =>
  window.isSecureContext && <KeepButton story={story} />;
