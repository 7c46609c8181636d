import { chapterName } from '@inkling/contract/chapter-title';
import type { GlossaryEntry, GlossaryKind } from '@inkling/contract/glossary';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

export const kindNames: Record<GlossaryKind, string> = { person: 'Person', place: 'Place', term: 'Term' };

interface Props {
  storyId: string;
  language: string | undefined;
  entry: GlossaryEntry;
  /** Where its chapters lead: to reading them, or to the author's editor, which has drafts too. */
  chapterPath?: (storyId: string, chapterId: string) => string;
}

/** What a reader knows of an entry: its further names, and each description with the chapter that it comes from. */
export function EntryText({
  storyId,
  language,
  entry: { names, notes },
  chapterPath = paths.reading,
}: Props) {
  return (
    <>
      {names.length > 1 && (
        <p className="text-sm text-muted">
          Also:{' '}
          <bdi lang={language} className="wrap-anywhere">
            {names.slice(1).join(', ')}
          </bdi>
        </p>
      )}
      {notes.map(({ chapter, text }) => (
        <div key={chapter._id} className="mt-2">
          <p dir="auto" lang={language} className="whitespace-pre-line wrap-anywhere">
            {text}
          </p>
          <p className="text-sm text-muted">
            From{' '}
            <Link to={chapterPath(storyId, chapter._id)} className="link" dir="auto">
              {chapterName(chapter)}
            </Link>
          </p>
        </div>
      ))}
    </>
  );
}
