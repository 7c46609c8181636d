import { libraryLimits } from '@inkling/contract/limits';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';

/** The text of a chosen file, or why it cannot be imported. */
type ChosenFile = { text: string } | { problem: string };

const tooLarge = 'This file is larger than 1 MB. Please split it, and import the parts one after the other.';

/** Whether a file is a zip, as those of Excel and other office programs are. */
const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Older spreadsheet programs.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Reads a CSV file or a list: UTF-8, UTF-16 with a byte order mark, or else Windows-1252. */
export async function readListFile(file: File): Promise<ChosenFile> {
  // UTF-16 has two bytes a character.
  if (file.size > 2 * libraryLimits.importBytes) return { problem: tooLarge };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { problem: 'This file can’t be read. Please choose it again.' };
  }
  if (isZip(bytes))
    return {
      problem: 'This is a spreadsheet or a zip file. Please save it as CSV and choose that file.',
    };
  const text = decode(bytes);
  if (text.includes('\0')) return { problem: 'This file isn’t a list. Please choose a CSV or text file.' };
  if (text.trim() === '') return { problem: 'This file is empty. Please choose another one.' };
  return text.length > libraryLimits.importBytes ? { problem: tooLarge } : { text };
}

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
