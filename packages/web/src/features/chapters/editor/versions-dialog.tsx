import type { Chapter, ChapterVersion } from '@inkling/contract/chapters';
import { chapterLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { localMoment } from '../../../lib/moments.ts';
import { QueryState } from '../../../lib/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextField } from '../../../ui/field.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { useCallForm } from '../../forms/use-call-form.ts';
import { useNameVersion, versionQuery, versionsQuery } from '../own-chapters.api.ts';
import type { ChapterInput } from './chapter-input.ts';
import { ComparedTexts } from './compared-texts.tsx';

/** Names a version; an empty field removes the name. */
function VersionNameForm({ id, version }: { id: string; version: ChapterVersion }) {
  const naming = useNameVersion();
  const form = useCallForm({
    defaultValues: { name: version.name ?? '' },
    fallback: 'Failed to save the name.',
    send: (body) => naming.mutateAsync({ params: { id, version: String(version.version) }, body }),
  });
  return (
    <form onSubmit={form.onSubmit} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 grow basis-60">
        <TextField
          label="Name of this version"
          autoComplete="off"
          dir="auto"
          maxLength={chapterLimits.versionName}
          {...form.field('name')}
          error={form.failure}
        />
      </div>
      <Button type="submit" disabled={form.busy || form.watch('name').trim() === (version.name ?? '')}>
        Save name
      </Button>
    </form>
  );
}

type Restored = Partial<Pick<ChapterInput, 'title' | 'content' | 'authorNotes' | 'endNotes'>>;

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chapter: Chapter;
  language: string;
  /** What is on the page. */
  page: ChapterInput;
  onRestore: (restored: Restored) => void;
  /** Shown below the list. */
  children?: ReactNode;
}

/** Lists the saved versions of a chapter, names them, compares them with the page and restores them. */
export function VersionsDialog({ open, onOpenChange, chapter, language, page, onRestore, children }: Props) {
  const versions = useQuery({ ...versionsQuery(chapter._id), enabled: open });
  const [selected, setSelected] = useState<number | null>(null);
  const chosen = versions.data?.data.find(({ version }) => version === selected);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Versions"
      description="Each save creates a version; draft saves within ten minutes share one, unless it has a name. Restoring puts a version in the editor; save to keep it."
      wide
    >
      {versions.isPending && <TextSkeleton lines={4} />}
      {versions.isError && (
        <ErrorState message="The versions couldn’t be loaded." onRetry={() => versions.refetch()} />
      )}
      {versions.data && (
        <ul aria-label="Versions" className="mb-4 max-h-40 space-y-1 overflow-y-auto">
          {versions.data.data.map((version) => (
            <li key={version.version}>
              <VersionButton
                version={version}
                current={version.version === chapter.version}
                selected={selected === version.version}
                onSelect={() => setSelected(version.version)}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
      {chosen !== undefined && (
        <div key={chosen.version} className="space-y-4">
          <VersionNameForm id={chapter._id} version={chosen} />
          <VersionPreview
            id={chapter._id}
            version={chosen}
            language={language}
            page={page}
            onRestore={(restored) => {
              onRestore(restored);
              onOpenChange(false);
            }}
          />
        </div>
      )}
    </Dialog>
  );
}

interface VersionButtonProps {
  version: ChapterVersion;
  current: boolean;
  selected: boolean;
  onSelect: () => void;
}

function VersionButton({ version, current, selected, onSelect }: VersionButtonProps) {
  const { name, wordCount, createdAt } = version;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-md px-3 py-1 text-start hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold"
    >
      <span className="min-w-0 wrap-anywhere">
        Version {version.version}, {localMoment(createdAt)}
        {current && ' · current'}
        {name !== null && (
          <span dir="auto" className="block font-semibold">
            {name}
          </span>
        )}
      </span>
      <span className="text-sm text-muted">{wordCount.toLocaleString('en')} words</span>
    </button>
  );
}

interface VersionPreviewProps {
  id: string;
  version: ChapterVersion;
  language: string;
  page: ChapterInput;
  onRestore: (restored: Restored) => void;
}

function VersionPreview({ id, version, language, page, onRestore }: VersionPreviewProps) {
  const query = useQuery(versionQuery(id, version.version));
  if (!query.isSuccess) {
    const pending = <TextSkeleton lines={5} />;
    return <QueryState query={query} fallback="This version couldn’t be loaded." pending={pending} />;
  }
  const { content, title, authorNotes, endNotes } = query.data.data;
  const stored = title !== null && authorNotes !== null && endNotes !== null;
  return (
    <>
      <ComparedTexts
        dated
        before={{
          name: version.name ?? `Version ${version.version}`,
          input: { content, title, authorNotes, endNotes },
        }}
        after={{ name: 'On this page', input: page }}
        language={language}
      />
      <div className="mt-5 flex flex-wrap items-center justify-end gap-3">
        {!stored && <p className="text-sm text-muted">The title and notes of this version weren’t stored.</p>}
        <Button
          variant="primary"
          onClick={() => onRestore(stored ? { content, title, authorNotes, endNotes } : { content })}
        >
          Restore this version
        </Button>
      </div>
    </>
  );
}
