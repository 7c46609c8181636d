import type { Story } from '@inkling/contract/stories';
import { Dialog } from '../../ui/dialog.tsx';
import { ExportForm } from './export-form.tsx';

interface Props {
  story: Pick<Story, '_id' | 'title' | 'isPublished'>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Exports a story as a file. */
export const ExportDialog = ({ story, open, onOpenChange }: Props) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title="Export story"
    description="Save the whole story as a file: to read it in an app, print it, or send it to an editor."
  >
    <ExportForm story={story} close={() => onOpenChange(false)} />
  </Dialog>
);
