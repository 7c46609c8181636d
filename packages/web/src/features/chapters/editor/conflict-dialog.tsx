import { useState } from 'react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChapterInput } from './chapter-input.ts';
import type { CombinedText } from './differences.ts';

// Loaded when texts are compared: it needs a library for that.
const CombinedTexts = lazyComponent(async () => (await import('./combined-texts.tsx')).CombinedTexts);

/** One of the texts, or one that has paragraphs of both. */
export type ConflictChoice = 'mine' | 'theirs' | CombinedText;

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  language: string;
  mine: ChapterInput;
  theirs: ChapterInput;
  onChoose: (choice: ConflictChoice) => void;
}

/** Shows the text on the page and the one that was saved elsewhere, from which the author chooses one, or parts of both. */
export function ConflictDialog({ open, onOpenChange, language, mine, theirs, onChoose }: Props) {
  // Remains while the dialog is closed.
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="This chapter was saved elsewhere"
      description="Another tab or device has saved it since you opened it here. Nothing has been overwritten or lost: you’ll still find the text you don’t choose among the versions or as unsaved changes."
      wide
    >
      <CombinedTexts
        mine={mine}
        theirs={theirs}
        language={language}
        taken={taken}
        onTaken={setTaken}
        onSave={onChoose}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => onChoose('theirs')}>Use the other version</Button>
        <Button variant={taken.size === 0 ? 'primary' : 'quiet'} onClick={() => onChoose('mine')}>
          Save mine
        </Button>
      </div>
    </Dialog>
  );
}
