import { foldText } from '@inkling/contract/fold-text';
import type { GlossaryEntry } from '@inkling/contract/glossary';
import type { BibleEntry } from '@inkling/contract/story-bible';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useParams } from 'react-router';
import { kindNames } from '../../features/glossary/entry-text.tsx';
import { glossaryQuery } from '../../features/glossary/glossary.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import {
  bibleQuery,
  useDeleteBibleEntry,
  useSaveBibleEntry,
} from '../../features/story-bible/story-bible.api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ListToolbar } from '../../ui/list-toolbar.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

const EntryDialog = lazyComponent(
  async () => (await import('../../features/story-bible/entry-dialog.tsx')).BibleEntryDialog,
);
const GlossaryForm = lazyComponent(
  async () => (await import('../../features/glossary/entry-form.tsx')).EntryForm,
);

type OpenDialog =
  | { kind: 'add' }
  | { kind: 'edit'; entry: BibleEntry }
  | { kind: 'glossary'; entry: GlossaryEntry };

/** The author's private notes about a story, to search, add, change and delete. */
export default function StoryBible() {
  const { storyId = '' } = useParams();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [search, setSearch] = useState('');
  const close = () => setDialog(null);
  const story = useQuery(ownStoryQuery(storyId)).data?.data;
  const list = useQuery(bibleQuery(storyId));
  const glossary = useQuery(glossaryQuery(storyId)).data?.data ?? [];
  const all = list.data?.data ?? [];
  const wanted = foldText(search.trim());
  const matches = (...texts: string[]) => texts.some((text) => foldText(text).includes(wanted));
  const entries = all.filter(({ title, text }) => matches(title, text));
  const people = glossary.filter(({ names, notes }) => matches(...names, ...notes.map(({ text }) => text)));
  const add = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
      <Plus aria-hidden="true" className="size-5" /> Add Entry
    </Button>
  );
  return (
    <>
      <title>{pageTitle('Story Bible')}</title>
      <BackLink to={paths.writeStory(storyId)}>
        {story ? `Back to “${titleOf(story)}”` : 'Back to the story'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">Story Bible</h1>
      <QueryState
        query={list}
        fallback="Failed to fetch the story bible"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data && all.length === 0 && (
        <EmptyState title="No entries yet" action={add}>
          Keep notes about your story here: timelines, rules of magic, what comes next. Only you can read
          them.
        </EmptyState>
      )}
      {all.length > 0 && (
        <div className="max-w-3xl">
          <ListToolbar
            label="Search the story bible"
            placeholder="Search"
            maxLength={100}
            text={search}
            onText={setSearch}
            width="sm:w-72"
          >
            <div className="col-span-2">{add}</div>
          </ListToolbar>
          <p role="status" className="mb-4 text-muted">
            {wanted === ''
              ? 'Only you can read these notes.'
              : `${entries.length === 1 ? '1 entry matches' : `${entries.length} entries match`} your search.`}
          </p>
          <Entries
            storyId={storyId}
            entries={entries}
            onEdit={(entry) => setDialog({ kind: 'edit', entry })}
          />
        </div>
      )}
      {list.data && people.length > 0 && (
        <section aria-labelledby="glossary" className="mt-8 max-w-3xl">
          <h2 id="glossary" className="font-serif text-2xl">
            People and places
          </h2>
          <p className="mt-1 text-muted">Readers see these, as far as they’ve read.</p>
          <ul className="mt-3 flex flex-wrap gap-3">
            {people.map((entry) => (
              <li key={entry._id} className="max-w-full">
                <Button className="max-w-full" onClick={() => setDialog({ kind: 'glossary', entry })}>
                  <bdi className="min-w-0 wrap-anywhere">{entry.names[0]}</bdi>
                  <Badge>{kindNames[entry.kind]}</Badge>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <EntryDialog storyId={storyId} entry={dialog.kind === 'edit' ? dialog.entry : null} onClose={close} />
      )}
      {dialog?.kind === 'glossary' && <GlossaryForm storyId={storyId} entry={dialog.entry} onClose={close} />}
    </>
  );
}

interface EntriesProps {
  storyId: string;
  entries: BibleEntry[];
  onEdit: (entry: BibleEntry) => void;
}

function Entries({ storyId, entries, onEdit }: EntriesProps) {
  const section = useFocusAfter<HTMLUListElement>(neighboringButton);
  return (
    <ul ref={section} className="space-y-3">
      {entries.map((entry) => (
        <Entry key={entry._id} storyId={storyId} entry={entry} onEdit={() => onEdit(entry)} />
      ))}
    </ul>
  );
}

function Entry({ storyId, entry, onEdit }: { storyId: string; entry: BibleEntry; onEdit: () => void }) {
  const { _id, title, text, version } = entry;
  const params = { id: storyId, entryId: _id };
  const restore = useSaveBibleEntry('toast');
  const remove = useDeleteBibleEntry(() =>
    restore.mutate({ params, body: { title, text, baseVersion: version } }),
  );
  return (
    <li className="rounded-xl border border-line bg-raised p-4">
      <h2 className="font-serif text-xl wrap-anywhere" dir="auto">
        {title}
      </h2>
      <p className="mt-1 wrap-anywhere whitespace-pre-line" dir="auto">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button aria-label={`Edit ${title}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          aria-label={`Delete ${title}`}
          busy={remove.isPending}
          onClick={() => remove.mutate({ params, body: { baseVersion: version } })}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}
