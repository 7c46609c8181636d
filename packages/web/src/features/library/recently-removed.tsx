import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

const RemovedDialog = lazyComponent(async () => (await import('./removed-dialog.tsx')).RemovedDialog);

/** Opens the list of what was removed from the library in the last day. */
export function RecentlyRemoved() {
  const [isOpen, setOpen] = useState(false);
  return (
    <p className="mt-10">
      <Button variant="ghost" className="-ms-4 text-muted" onClick={() => setOpen(true)}>
        Recently removed
      </Button>
      {isOpen && <RemovedDialog onClose={() => setOpen(false)} onLoadFailed={() => setOpen(false)} />}
    </p>
  );
}
