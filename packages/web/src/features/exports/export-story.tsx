import type { Story } from '@inkling/contract/stories';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ExportForm } from './export-form.tsx';

/** The button that opens the export of a story. */
export function ExportStory({ story }: { story: Pick<Story, '_id' | 'title' | 'isPublished'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-5" />
        Export…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Export story"
        description="Save the whole story as a file: to read it in an app, print it, or send it to an editor."
      >
        <ExportForm story={story} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
