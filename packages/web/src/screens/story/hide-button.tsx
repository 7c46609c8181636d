import type { Story } from '@inkling/contract/stories';
import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

const HideDialog = lazyComponent(
  async () => (await import('../../features/stories/labels/hide-dialog.tsx')).HideDialog,
);

/** A button that opens the dialog for hiding, which is loaded on first use. */
export function HideButton({ story }: { story: Story }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <EyeOff aria-hidden="true" className="size-5" />
        Hide
      </Button>
      {open && <HideDialog story={story} onClose={() => setOpen(false)} />}
    </>
  );
}
