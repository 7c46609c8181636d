import { annotationLimits } from '@inkling/contract/limits';
import { useState } from 'react';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { footerClass } from '../../ui/dialog-footer.ts';
import { TextArea } from '../../ui/field.tsx';
import { ColorField } from './color-field.tsx';
import type { HighlightColor } from './colors.ts';
import { Quote } from './quote.tsx';

interface Props {
  text: string;
  language: string;
  /** Where what is typed is stored until it is saved. */
  storageKey: string;
  onSave: (note: string, color: HighlightColor) => void;
  onClose: () => void;
}

/** Writes a note about the selected text, which is thereby highlighted. What is typed survives a reload. */
export function NoteDialog({ text, language, storageKey, onSave, onClose }: Props) {
  const [note, setNote] = useState(() => String(readInput<{ note: string }>(storageKey)?.note ?? ''));
  const [color, setColor] = useState<HighlightColor>('yellow');
  const type = (typed: string) => {
    setNote(typed);
    storeInput(storageKey, typed === '' ? null : { note: typed });
  };
  const save = () => {
    storeInput(storageKey, null);
    onSave(note.trim(), color);
  };
  return (
    <Dialog open onOpenChange={onClose} title="Add a note" sheet initialFocus="field">
      <form
        method="post"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Quote
          text={text}
          language={language}
          className="max-h-40 overflow-y-auto border-s-4 border-line ps-3"
        />
        <TextArea
          label="Note"
          hint="Only you can see this note."
          rows={4}
          maxLength={annotationLimits.note}
          value={note}
          onChange={({ target }) => type(target.value)}
        />
        <ColorField value={color} onChange={setColor} />
        <div className={`${footerClass} flex flex-wrap gap-3`}>
          <Button type="submit" variant="primary">
            Save note
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
