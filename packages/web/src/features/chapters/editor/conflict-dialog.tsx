import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { ChapterInput } from './chapter-input.ts';

// Loaded when texts are compared: it needs a library for that.
const ComparedTexts = lazyComponent(async () => (await import('./compared-texts.tsx')).ComparedTexts);

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  language: string;
  mine: ChapterInput;
  theirs: ChapterInput;
  theirsName: string;
  mineLabel: string;
  theirsLabel: string;
  onChoose: (choice: 'mine' | 'theirs') => void;
}

/** Shows two texts of one chapter, from which the author chooses. The page decides what closing the dialog means. */
export function ConflictDialog(props: Props) {
  const { open, onOpenChange, title, description, language, mine, theirs, theirsName } = props;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} description={description} wide>
      <ComparedTexts
        before={{ name: theirsName, input: theirs }}
        after={{ name: 'On this page', input: mine }}
        language={language}
      />
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        <Button onClick={() => props.onChoose('theirs')}>{props.theirsLabel}</Button>
        <Button variant="primary" onClick={() => props.onChoose('mine')}>
          {props.mineLabel}
        </Button>
      </div>
    </Dialog>
  );
}
