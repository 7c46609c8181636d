import type { AnyAnnotation } from '@inkling/contract/annotations';
import { parseChapterText } from '@inkling/contract/chapter-text';
import type { Chapter } from '@inkling/contract/chapters';
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { deviceSettings } from '../../lib/device-settings.ts';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showNotice } from '../../lib/notify.ts';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { AnnotationEntry } from './annotation-entry.tsx';
import { maxShown } from './annotations.api.ts';
import { describe } from './describe.ts';
import { PendingEntry } from './pending-entry.tsx';
import { placeOnPage, whyUnplaced } from './place-on-page.ts';
import { useChapterAnnotations } from './use-chapter-annotations.ts';
import { useDeletion } from './use-deletion.ts';

const AnnotationDialog = lazyComponent(
  async () => (await import('./annotation-dialog.tsx')).AnnotationDialog,
);

const lineSettings = deviceSettings('highlight-lines', { on: false }, ({ on }) => ({ on: on === true }));

/** Whether each color of highlights also has a line of its own, for readers who cannot tell the colors apart. */
function useHighlightLines(): boolean {
  const { on } = lineSettings.use();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-highlight-lines', on);
    return () => document.documentElement.removeAttribute('data-highlight-lines');
  }, [on]);
  return on;
}

/** How many are shown before the reader asks for all. */
const shownAtFirst = 20;

interface Props {
  chapter: Chapter;
  language: string;
  text: RefObject<HTMLElement | null>;
  /** Called before the page moves to an annotation. */
  onJump: () => void;
}

/** The annotations of a chapter below its text, in its order; nothing without any. */
export function YourAnnotations({ chapter, language, text, onJump }: Props) {
  const { story: storyId, _id: chapterId, version } = chapter;
  const place = useMemo(() => ({ storyId, chapterId, version }), [storyId, chapterId, version]);
  const { saved, pending, highlights, bookmarks } = useChapterAnnotations(place);
  const [showsAll, setShowsAll] = useState(false);
  const [edited, setEdited] = useState<AnyAnnotation | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const lines = useHighlightLines();
  const heading = useRef<HTMLHeadingElement>(null);
  const failed = pending.list.filter(({ failure, hasFailed = false }) => failure !== '' || hasFailed);
  /** What keeps the focus when an entry goes: with the last one, this section goes too. */
  const rest = (): HTMLElement | null => {
    const end = text.current?.lastElementChild;
    if (saved.length + failed.length > 1 || !(end instanceof HTMLElement)) return heading.current;
    end.tabIndex = -1;
    return end;
  };
  const { remove, restored } = useDeletion(rest);
  const broken = [highlights, bookmarks].find(({ isLoadingError }) => isLoadingError);
  if (saved.length === 0 && failed.length === 0 && broken === undefined) return null;

  const jump = (annotation: AnyAnnotation) => {
    onJump();
    const place = placeOnPage(chapter, parseChapterText(chapter.content), annotation);
    if (place && text.current && jumpToPassage(text.current, chapter, place.from, place.to))
      setAnnouncement(`Moved to ${describe(annotation)}`);
    else showNotice(whyUnplaced(chapter, annotation));
  };
  const shown = showsAll ? saved : saved.slice(0, shownAtFirst);
  return (
    <section
      aria-labelledby="your-annotations"
      className="after-text mt-14 border-t border-line pt-6 print:hidden"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="your-annotations" ref={heading} tabIndex={-1} className="font-serif text-2xl outline-none">
          Your Annotations
        </h2>
        <Link to={paths.annotations(storyId)} className="link inline-flex min-h-11 items-center">
          All in this story
        </Link>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {broken !== undefined && <QueryState query={broken} fallback="Failed to fetch your annotations" />}
      <ul className="space-y-3">
        {failed.map((one) => (
          <li key={one._id}>
            <PendingEntry
              pending={one}
              language={language}
              onRetry={() => {
                heading.current?.focus({ preventScroll: true });
                pending.retry(one._id);
              }}
              onDiscard={() => {
                rest()?.focus({ preventScroll: true });
                pending.discard(one._id);
              }}
            />
          </li>
        ))}
        {shown.map((annotation) => (
          <li key={annotation._id}>
            <AnnotationEntry
              annotation={annotation}
              language={language}
              onEdit={() => setEdited(annotation)}
              onDelete={() => remove(annotation)}
              isRestored={annotation._id === restored}
            >
              {(quotation) =>
                annotation.isTextChanged ? (
                  quotation
                ) : (
                  <button
                    type="button"
                    className="card-link block w-full text-start"
                    aria-description="Shows the passage in the text"
                    onClick={() => jump(annotation)}
                  >
                    {quotation}
                  </button>
                )
              }
            </AnnotationEntry>
          </li>
        ))}
      </ul>
      {[highlights, bookmarks].some(({ data = [] }) => data.length >= maxShown) && (
        <p className="mt-4 text-muted">
          This chapter shows your first {maxShown.toLocaleString('en')} highlights and your first{' '}
          {maxShown.toLocaleString('en')} bookmarks. Find the rest in “All in this story”.
        </p>
      )}
      {shown.length < saved.length && (
        <Button className="mt-4" onClick={() => setShowsAll(true)}>
          Show all {pluralize(saved.length, 'annotation')}
        </Button>
      )}
      {saved.some(({ kind }) => kind === 'highlight') && (
        <label className="mt-4 flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="switch"
            checked={lines}
            onChange={({ target }) => lineSettings.change({ on: target.checked })}
          />
          Also tell colors apart by underline
        </label>
      )}
      {edited !== null && (
        <AnnotationDialog
          annotations={[edited]}
          language={language}
          onClose={() => setEdited(null)}
          onLoadFailed={() => setEdited(null)}
        />
      )}
    </section>
  );
}
