import { FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { readListFile } from './read-file.ts';

/** Longer texts are files that were pasted; storing them would take the device's space for drafts. */
const maxStored = 100_000;

interface Props {
  /** Where pasted titles are stored to survive a reload. */
  storageKey: string;
  busy: boolean;
  error: string | null;
  onChoose: (text: string) => void;
}

/** Chooses a file, or takes pasted titles. */
export function ChooseList({ storageKey, busy, error, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [pasted, setPasted] = useState(() => readInput<{ text: string }>(storageKey)?.text ?? '');
  const [problem, setProblem] = useState<string | null>(null);
  /** What was used last, next to which a problem is shown. */
  const [used, setUsed] = useState<'file' | 'list'>('list');
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setUsed('file');
    const chosen = await readListFile(file);
    setProblem('problem' in chosen ? chosen.problem : null);
    if ('text' in chosen) onChoose(chosen.text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setUsed('list');
    const isEmpty = pasted.trim() === '';
    setProblem(isEmpty ? 'Please choose a file or paste some titles.' : null);
    if (!isEmpty) onChoose(pasted);
  };
  const change = (text: string) => {
    setPasted(text);
    storeInput(storageKey, text === '' || text.length > maxStored ? null : { text });
  };
  const message = problem ?? error;
  const alert = message !== null && <Alert>{message}</Alert>;
  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      <div>
        <h2 className="font-serif text-2xl">From Goodreads</h2>
        <p className="mt-1 mb-3 max-w-prose text-muted">
          On Goodreads, open “My Books”, then “Import and export”, and choose “Export Library”. Files from The
          StoryGraph and Inkling work too.
        </p>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          tabIndex={-1}
          aria-label="CSV or text file"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file can be chosen again after a change.
            event.target.value = '';
          }}
        />
        <Button busy={busy} onClick={() => input.current?.click()}>
          <FileUp aria-hidden="true" className="size-5" />
          {busy && used === 'file' ? 'Looking for your stories…' : 'Choose a file'}
        </Button>
        {used === 'file' && <div className="mt-3">{alert}</div>}
      </div>
      <div>
        <h2 className="mb-3 font-serif text-2xl">From a list</h2>
        <TextArea
          label="Titles"
          hint="One title per line. If you know the author, add it: Emma by Jane Austen."
          rows={8}
          value={pasted}
          readOnly={busy}
          onChange={(event) => change(event.target.value)}
        />
      </div>
      {used === 'list' && alert}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" variant="primary" busy={busy}>
          {busy && used === 'list' ? 'Looking for your stories…' : 'Find stories'}
        </Button>
        <p className="text-muted">Nothing is added until you confirm.</p>
      </div>
      <p className="max-w-prose text-sm text-muted">
        Ratings in a file aren’t imported: on Inkling you can rate a story once you have read a chapter of it.
      </p>
    </form>
  );
}
