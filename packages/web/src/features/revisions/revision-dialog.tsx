import type { Revision } from '@inkling/contract/revisions';
import { useQuery } from '@tanstack/react-query';
import { QueryState } from '../../lib/query-state.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { chapterQuery } from '../chapters/chapters.api.ts';
import { ComparedTexts } from '../chapters/editor/compared-texts.tsx';

interface Props {
  chapterId: string;
  language: string;
  revision: Revision;
  onClose: () => void;
}

const textOf = (content: string) => ({ content, title: null, authorNotes: null, endNotes: null });

/** What has changed in a chapter since its reader finished it, with the author's note about it. */
export function RevisionDialog({ chapterId, language, revision, onClose }: Props) {
  const chapter = useQuery(chapterQuery(chapterId));
  return (
    <Dialog open onOpenChange={onClose} title="What has changed" wide>
      {revision.note !== '' && (
        <blockquote
          className="mb-4 border-s-4 border-line ps-4 whitespace-pre-line"
          lang={language}
          dir="auto"
        >
          {revision.note}
        </blockquote>
      )}
      {chapter.data ? (
        <ComparedTexts
          dated
          before={{ name: 'When you read it', input: textOf(revision.content) }}
          after={{ name: 'Now', input: textOf(chapter.data.data.content) }}
          language={language}
        />
      ) : (
        <QueryState
          query={chapter}
          fallback="The chapter couldn’t be loaded."
          pending={<TextSkeleton lines={5} />}
        />
      )}
    </Dialog>
  );
}
