import type { Story } from '@inkling/contract/stories';
import { Library } from 'lucide-react';
import { useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

const AddToCollectionDialog = lazyComponent(
  async () => (await import('./add-to-collection-dialog.tsx')).AddToCollectionDialog,
);

/** A button that opens the dialog for collections, which is loaded on first use. */
export function AddToCollectionButton({ story }: { story: Pick<Story, '_id' | 'title' | 'language'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Library aria-hidden="true" className="size-5" />
        Add to collection
      </Button>
      {open && <AddToCollectionDialog story={story} onClose={() => setOpen(false)} />}
    </>
  );
}
