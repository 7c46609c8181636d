import type { Chapter } from '@inkling/contract/chapters';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { QueryState } from '../../../lib/query-state.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { TextSkeleton } from '../../../ui/skeleton.tsx';
import { versionQuery, versionsQuery } from '../chapters.api.ts';
import { ComparedTexts } from './compared-texts.tsx';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  chapter: Chapter;
  language: string;
  /** The text on the page. */
  text: string;
  onRestore: (content: string) => void;
}

const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Lists the saved versions of a chapter, compares them with the page and restores them. */
export function VersionsDialog({ open, onOpenChange, chapter, language, text, onRestore }: Props) {
  const versions = useQuery({ ...versionsQuery(chapter._id), enabled: open });
  const [selected, setSelected] = useState<number | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Versions"
      description="Each save creates a version; draft saves within ten minutes share one. Restoring puts a version in the editor; save to keep it."
      wide
    >
      {versions.isPending && <TextSkeleton lines={4} />}
      {versions.isError && (
        <ErrorState message="The versions could not be loaded." onRetry={() => versions.refetch()} />
      )}
      {versions.data && (
        <ul aria-label="Versions" className="mb-4 max-h-40 space-y-1 overflow-y-auto">
          {versions.data.data.map(({ version, wordCount, createdAt }) => (
            <li key={version}>
              <button
                type="button"
                aria-pressed={selected === version}
                onClick={() => setSelected(version)}
                className="flex min-h-11 w-full flex-wrap items-center justify-between gap-x-4 rounded-md px-3 text-start hover:bg-sunken aria-pressed:bg-sunken aria-pressed:font-semibold"
              >
                <span>
                  Version {version}, {dateTime.format(new Date(createdAt))}
                  {version === chapter.version && ' · current'}
                </span>
                <span className="text-sm text-muted">{wordCount.toLocaleString()} words</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {selected !== null && (
        <VersionPreview
          id={chapter._id}
          version={selected}
          language={language}
          text={text}
          onRestore={(content) => {
            onRestore(content);
            onOpenChange(false);
          }}
        />
      )}
    </Dialog>
  );
}

interface VersionPreviewProps {
  id: string;
  version: number;
  language: string;
  text: string;
  onRestore: (content: string) => void;
}

function VersionPreview({ id, version, language, text, onRestore }: VersionPreviewProps) {
  const query = useQuery(versionQuery(id, version));
  if (!query.isSuccess) {
    const pending = <TextSkeleton lines={5} />;
    return <QueryState query={query} fallback="This version could not be loaded." pending={pending} />;
  }
  const { content } = query.data.data;
  return (
    <>
      <ComparedTexts
        left={{ name: `Version ${version}`, text: content }}
        right={{ name: 'On this page', text }}
        language={language}
      />
      <div className="mt-5 flex justify-end">
        <Button variant="primary" onClick={() => onRestore(content)}>
          Restore this version
        </Button>
      </div>
    </>
  );
}
