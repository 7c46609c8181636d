import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { removedQuery } from './library-entries.api.ts';

const RemovedDialog = lazyComponent(async () => (await import('./removed-dialog.tsx')).RemovedDialog);

/** Opens the list of what was removed from the library in the last day; left out while there is nothing to restore. */
export function RecentlyRemoved() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(removedQuery);
  // An open list stays when its last story is restored.
  if (!isOpen && (data?.data ?? []).length === 0) return null;
  return (
    <p className="mt-10">
      <Button variant="subtle" className="-ms-3" onClick={() => setOpen(true)}>
        Recently removed
      </Button>
      {isOpen && <RemovedDialog onClose={() => setOpen(false)} />}
    </p>
  );
}
