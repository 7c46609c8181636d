import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { type ChosenFile, readListFile } from './read-file.ts';

/** Longer texts are files that were pasted; storing them would take the device's space for drafts. */
const maxStored = 100_000;

interface Props {
  /** Where pasted titles are stored to survive a reload. */
  storageKey: string;
  /** Looks for the stories of a file or a list. */
  onChoose: (text: string) => Promise<void>;
}

const typedList = (text: string): ChosenFile =>
  text.trim() === '' ? { problem: 'Please choose a file or paste some titles.' } : { text };

/** Chooses a file, or takes pasted titles. */
export function ChooseList({ storageKey, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null);
  /** What was used last, next to which a problem is shown. */
  const [used, setUsed] = useState<'file' | 'list'>('list');
  const chosen = useRef<File | null>(null);
  const form = useCallForm({
    defaultValues: { text: readInput<{ text: string }>(storageKey)?.text ?? '' },
    fallback: 'We couldn’t search for your stories.',
    send: async ({ text }) => {
      const file = chosen.current;
      chosen.current = null;
      setUsed(file === null ? 'list' : 'file');
      const list = file === null ? typedList(text) : await readListFile(file);
      if ('problem' in list) form.setError('root', { message: list.problem });
      else await onChoose(list.text);
    },
  });
  const { busy } = form;
  const store = (text: string) =>
    storeInput(storageKey, text === '' || text.length > maxStored ? null : { text });
  const alert = <ErrorMessages messages={form.errorMessages} />;
  return (
    <form onSubmit={form.onSubmit} noValidate className="space-y-6">
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
            chosen.current = event.target.files?.[0] ?? null;
            if (chosen.current !== null) form.onSubmit(event);
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
          {...form.field('text', { onChange: ({ target }) => store(target.value) })}
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
        Ratings in a file aren’t imported: on Inkling you can rate a story once you’ve read a chapter of it.
      </p>
    </form>
  );
}
