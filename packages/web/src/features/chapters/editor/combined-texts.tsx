import { Button } from '../../../ui/button.tsx';
import type { ChapterInput } from './chapter-input.ts';
import { ComparedTexts } from './compared-texts.tsx';
import { type CombinedText, combineInputs } from './differences.ts';

interface Props {
  mine: ChapterInput;
  theirs: ChapterInput;
  language: string;
  /** The keys of the differences that are taken from `theirs`. */
  taken: ReadonlySet<string>;
  onTaken: (taken: ReadonlySet<string>) => void;
  onSave: (text: CombinedText) => void;
}

/** Two texts of a chapter, from which the author can combine paragraphs into one. */
export function CombinedTexts({ mine, theirs, language, taken, onTaken, onSave }: Props) {
  return (
    <ComparedTexts
      before={{ name: 'Saved elsewhere', input: theirs }}
      after={{ name: 'On this page', input: mine }}
      language={language}
      choices={{
        taken,
        onTaken,
        children: (compared) => {
          const count = compared.flatMap(({ rows }) => rows ?? []).filter(({ key }) => taken.has(key)).length;
          if (count === 0) return null;
          return (
            <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
              <p role="status" className="text-sm text-muted">
                {count} {count === 1 ? 'change' : 'changes'} from the other version.
              </p>
              <Button variant="primary" onClick={() => onSave(combineInputs(theirs, mine, compared, taken))}>
                Save combined text
              </Button>
            </div>
          );
        },
      }}
    />
  );
}
