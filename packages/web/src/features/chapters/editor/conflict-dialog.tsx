import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChapterInput } from './chapter-input.ts';

// Loaded when texts are compared: it needs a library for that.
const ComparedTexts = lazyComponent(async () => (await import('./compared-texts.tsx')).ComparedTexts);

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  language: string;
  mine: ChapterInput;
  theirs: ChapterInput;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** Shows the text on the page and the one that was saved elsewhere, from which the author chooses. */
export function ConflictDialog({ open, onOpenChange, language, mine, theirs, onChoose }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="This chapter was saved elsewhere"
      description="Another tab or device has saved it since you opened it here. Nothing has been overwritten or lost: you’ll still find the text you don’t choose among the versions or as unsaved changes."
      wide
    >
      <ComparedTexts
        before={{ name: 'Saved elsewhere', input: theirs }}
        after={{ name: 'On this page', input: mine }}
        language={language}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onChoose('theirs')}>Use the other version</Button>
        <Button variant="primary" onClick={() => onChoose('mine')}>
          Save mine
        </Button>
      </div>
    </Dialog>
  );
}
