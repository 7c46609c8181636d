import { type GlossaryEntry, type GlossaryKind, saveGlossaryEntry } from '@inkling/contract/glossary';
import { glossaryLimits } from '@inkling/contract/limits';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { ownChaptersQuery } from '../chapters/chapters.api.ts';
import { ConflictNotice, DialogButtons, FormFailure } from '../forms/form-footer.tsx';
import { useDraftOnce } from '../forms/use-draft-once.ts';
import { useSavedForm } from '../forms/use-saved-form.ts';
import { kindNames } from './entry-text.tsx';
import { useSaveEntry } from './glossary.api.ts';

/** The chapter of a story with a number, for its author. */
const chapterQuery = (storyId: string, number: number) =>
  ownChaptersQuery(storyId, { page: number, limit: 1 });

interface Note {
  number: number;
  text: string;
  /** The chapter that it is stored for; null for a new one. */
  stored: GlossaryEntry['notes'][number]['chapter'] | null;
}

interface Values {
  kind: GlossaryKind;
  /** Separated by commas. */
  names: string;
  notes: Note[];
}

/** The chapter that a note keeps, although its number may be another by now; null if the author has entered a number. */
const keptBy = ({ stored, number }: Note) => (stored?.chapterNumber === number ? stored : null);

interface Props {
  storyId: string;
  /** The entry to change; null adds one. */
  entry: GlossaryEntry | null;
  onClose: () => void;
}

/** Adds an entry to a glossary or changes it: its names, and what readers learn from which chapter on.
 * What is typed is stored until it has been saved or cancelled. */
export function EntryForm({ storyId, entry, onClose }: Props) {
  const creation = useDraftOnce<Values>(`glossary-entry-${storyId}`);
  const me = useMe();
  const client = useQueryClient();
  const saving = useSaveEntry();
  const chapterOf = async (number: number): Promise<string> => {
    const { data } = await client.fetchQuery({ ...chapterQuery(storyId, number), staleTime: 0 });
    const [found] = data;
    if (found === undefined) throw new Error(`There’s no chapter ${number}. Please choose another.`);
    return found._id;
  };
  const form = useSavedForm<Values>({
    storageKey: inputKey(
      me?._id ?? '',
      entry === null ? `new-glossary-entry-${storyId}` : `glossary-entry-${entry._id}`,
    ),
    // The server checks the rest, which is written in another way here.
    schema: saveGlossaryEntry.body.pick({ kind: true }).partial(),
    saved: {
      kind: entry?.kind ?? 'person',
      names: entry?.names.join(', ') ?? '',
      notes: entry?.notes.map(({ chapter, text }) => ({
        number: chapter.chapterNumber,
        text,
        stored: chapter,
      })) ?? [{ number: 1, text: '', stored: null }],
    },
    fallback: 'Failed to save the entry.',
    describe: (error, fallback) => (error instanceof Error ? error.message : fallback),
    send: async (_changes, values) => {
      const { kind, names, notes } = values;
      const chapters = await Promise.all(notes.map((note) => keptBy(note)?._id ?? chapterOf(note.number)));
      const body = {
        kind,
        names: names.split(',').flatMap((name) => name.trim() || []),
        notes: notes.map(({ text }, index) => ({ chapter: chapters[index] ?? '', text })),
      };
      const save = (entryId: string) => saving.mutateAsync({ params: { id: storyId, entryId }, body });
      await (entry === null ? creation.create(values, save) : save(entry._id));
      onClose();
    },
  });
  const cancel = () => {
    form.discard();
    if (entry === null) creation.clear();
    onClose();
  };
  const { notes } = form.values;
  const setNotes = (next: Values['notes']) => form.setValue('notes', next, { shouldDirty: true });
  const last = notes.at(-1)?.number ?? 0;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={entry === null ? 'Add an entry' : `Edit “${entry.names[0]}”`}
      initialFocus="field"
      headStays
    >
      <form onSubmit={form.onSubmit} className="space-y-4">
        <SelectField label="Kind" {...form.register('kind')}>
          {Object.entries(kindNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Names"
          hint="As written in the text, separated by commas. The first is the title. If a name is a secret at first, give it its own entry."
          dir="auto"
          autoComplete="off"
          {...form.field('names')}
        />
        {notes.map((note, index) => (
          <fieldset
            // biome-ignore lint/suspicious/noArrayIndexKey: the fields are registered by their place
            key={index}
            className="space-y-2 rounded-xl border border-line p-3"
          >
            <legend className="sr-only">Description {index + 1}</legend>
            <TextField
              label="From chapter"
              type="number"
              inputMode="numeric"
              min={1}
              className="max-w-28"
              hint={<ChapterTitle storyId={storyId} number={note.number} kept={keptBy(note)} />}
              {...form.register(`notes.${index}.number`, { valueAsNumber: true })}
            />
            <TextArea
              label={index === 0 ? 'What readers know' : 'What else they learn'}
              rows={3}
              maxLength={glossaryLimits.note}
              {...form.register(`notes.${index}.text`)}
            />
            {notes.length > 1 && (
              <Button
                variant="subtle"
                onClick={() => setNotes(form.getValues('notes').filter((_, at) => at !== index))}
              >
                Remove
              </Button>
            )}
          </fieldset>
        ))}
        {notes.length < glossaryLimits.notes && (
          <Button
            onClick={() =>
              setNotes([...form.getValues('notes'), { number: last + 1, text: '', stored: null }])
            }
          >
            <Plus aria-hidden="true" className="size-4" /> Add what a later chapter reveals
          </Button>
        )}
        <FormFailure message={form.failure} />
        <ConflictNotice conflicts={form.conflicts} discard="cancel" />
        <div className="flex flex-wrap justify-end gap-3">
          <DialogButtons label="Save" busy={form.busy} onCancel={cancel} />
        </div>
      </form>
    </Dialog>
  );
}

interface TitleProps {
  storyId: string;
  number: number;
  kept: Note['stored'];
}

/** The title of the chapter that is kept, or that has the number which is being entered. */
function ChapterTitle({ storyId, number, kept }: TitleProps) {
  const isNumber = Number.isInteger(number) && number >= 1;
  const { data } = useQuery({ ...chapterQuery(storyId, isNumber ? number : 1), enabled: isNumber });
  if (!isNumber || data === undefined) return <>&nbsp;</>;
  const [found] = data.data;
  const chapter = kept === null || kept._id === found?._id ? found : kept;
  return chapter === undefined ? (
    'There’s no chapter with this number.'
  ) : (
    <bdi className="wrap-anywhere">
      {chapter.title}
      {chapter === found && !found.isPublished && ' (draft)'}
    </bdi>
  );
}
