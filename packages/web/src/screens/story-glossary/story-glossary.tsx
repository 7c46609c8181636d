import type { GlossaryEntry } from '@inkling/contract/glossary';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { EntryText, kindNames } from '../../features/glossary/entry-text.tsx';
import { glossaryQuery, useDeleteEntry } from '../../features/glossary/glossary.api.ts';
import { BackLink } from '../../features/layout/back-link.tsx';
import { ownStoryQuery } from '../../features/stories/stories.api.ts';
import { titleOf } from '../../features/stories/story-text.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { pageTitle } from '../../lib/titles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ResultsSkeleton } from '../../ui/skeleton.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';

const EntryForm = lazyComponent(
  async () => (await import('../../features/glossary/entry-form.tsx')).EntryForm,
);

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; entry: GlossaryEntry };

/** The people, places and terms of one of the author's stories, to add, change and delete. */
export default function StoryGlossary() {
  const { storyId = '' } = useParams();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  const story = useQuery(ownStoryQuery(storyId)).data?.data;
  const list = useQuery(glossaryQuery(storyId));
  const remove = useDeleteEntry();
  const section = useFocusAfter<HTMLUListElement>(neighboringButton);
  const entries = list.data?.data ?? [];
  const add = (
    <Button variant="primary" onClick={() => setDialog({ kind: 'add' })}>
      <Plus aria-hidden="true" className="size-5" /> Add Entry
    </Button>
  );
  return (
    <>
      <title>{pageTitle('People and Places')}</title>
      <BackLink to={paths.writeStory(storyId)}>
        {story ? `Back to “${titleOf(story)}”` : 'Back to the story'}
      </BackLink>
      <h1 className="mb-4 font-serif text-3xl sm:text-4xl">People and Places</h1>
      <QueryState
        query={list}
        fallback="Failed to fetch people and places"
        pending={<ResultsSkeleton titled={false} />}
      />
      {list.data && entries.length === 0 && (
        <EmptyState title="No entries yet" action={add}>
          Describe the people, places and terms in your story. Readers can tap a name in the text to see what
          they know so far, without spoilers.
        </EmptyState>
      )}
      {entries.length > 0 && (
        <div className="max-w-3xl space-y-6">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 text-muted">
              Readers see each description once they’ve opened its chapter.{' '}
              <Link to={paths.people(storyId)} className="link">
                View as a reader
              </Link>
            </p>
            {add}
          </div>
          <ul ref={section} className="space-y-3">
            {entries.map((entry) => (
              <li key={entry._id} className="rounded-xl border border-line bg-raised p-4">
                <div className="flex flex-wrap items-center gap-2">
                  <h2 className="font-serif text-xl wrap-anywhere" dir="auto" lang={story?.language}>
                    {entry.names[0]}
                  </h2>
                  <Badge>{kindNames[entry.kind]}</Badge>
                </div>
                <EntryText
                  storyId={storyId}
                  language={story?.language}
                  entry={entry}
                  chapterPath={paths.writeChapter}
                />
                {entry.notes.length === 0 && (
                  <p className="text-muted">Its chapters are in the trash, so readers can’t see it.</p>
                )}
                <div className="mt-3 flex flex-wrap gap-3">
                  <Button
                    aria-label={`Edit ${entry.names[0]}`}
                    onClick={() => setDialog({ kind: 'edit', entry })}
                  >
                    Edit
                  </Button>
                  <Button
                    aria-label={`Delete ${entry.names[0]}`}
                    onClick={() => setDialog({ kind: 'delete', entry })}
                  >
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
        <EntryForm storyId={storyId} entry={dialog.kind === 'edit' ? dialog.entry : null} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={`Delete “${dialog.entry.names[0]}”?`}
          confirm="Delete"
          danger
          busy={remove.isPending}
          onConfirm={() =>
            remove.mutate({ params: { id: storyId, entryId: dialog.entry._id } }, { onSettled: close })
          }
        >
          <p>Readers will no longer see it, and it can’t be restored.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
