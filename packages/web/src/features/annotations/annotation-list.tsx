import type { AnyAnnotation } from '@inkling/contract/annotations';
import { numberedTitle } from '@inkling/contract/chapter-title';
import { type RefObject, useRef, useState } from 'react';
import { Link } from 'react-router';
import { pluralize } from '../../lib/format.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { LocalDate } from '../../lib/local-date.tsx';
import { paths } from '../../lib/paths.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { useSelection } from '../../lib/use-selection.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ShowMore } from '../stories/show-more.tsx';
import { itemsOf, useList } from '../stories/use-list.ts';
import { AnnotationEntry } from './annotation-entry.tsx';
import { type AnnotationView, filterOf, isFiltered } from './annotation-view.ts';
import { annotationsQuery } from './annotations.api.ts';
import { useDeletion } from './use-deletion.ts';

const AnnotationDialog = lazyComponent(
  async () => (await import('./annotation-dialog.tsx')).AnnotationDialog,
);

const SelectedBar = lazyComponent(async () => (await import('./selected-bar.tsx')).SelectedBar);

interface Props {
  view: AnnotationView;
  onReset: () => void;
  /** Gets the focus when the entry or button that had it goes. */
  heading: RefObject<HTMLElement | null>;
}

/** The annotations of a view: those of one story by chapter and place, those of all the latest first. */
export function AnnotationList({ view, onReset, heading }: Props) {
  const filter = filterOf(view);
  const { first, all, pages } = useList(annotationsQuery(filter, 1), (_, page) =>
    annotationsQuery(filter, page),
  );
  const list = useRef<HTMLUListElement>(null);
  const selection = useSelection<AnyAnnotation>();
  const [edited, setEdited] = useState<AnyAnnotation | null>(null);
  const { remove, restored } = useDeletion(() => heading.current);
  const annotations = first.data && itemsOf(all);
  const total = first.data?.pagination.total ?? 0;
  // What was deleted, or is not shown any more, is not selected.
  const selected = annotations?.filter(({ _id }) => selection.selected.has(_id)) ?? [];
  return (
    <>
      <p role="status" className="sr-only">
        {first.data !== undefined && !first.isPlaceholderData && pluralize(total, 'annotation')}
      </p>
      <QueryState
        query={first}
        fallback="Failed to fetch your annotations"
        pending={
          <div className="max-w-3xl">
            <TextSkeleton lines={8} />
          </div>
        }
      />
      {annotations?.length === 0 && (
        <NoAnnotations
          isFiltered={isFiltered(view)}
          onReset={() => {
            heading.current?.focus({ preventScroll: true });
            onReset();
          }}
        />
      )}
      {annotations !== undefined && annotations.length > 0 && (
        <div aria-busy={first.isPlaceholderData || undefined} className="max-w-3xl aria-busy:opacity-60">
          <ul ref={list} className="space-y-3">
            {annotations.map((annotation, index) => (
              <li key={annotation._id}>
                {annotation.chapterId !== annotations[index - 1]?.chapterId && (
                  <ChapterHeading annotation={annotation} withStory={view.storyId === ''} />
                )}
                <AnnotationEntry
                  annotation={annotation}
                  language={annotation.story?.language}
                  origin={<LocalDate iso={annotation.createdAt} />}
                  onEdit={() => setEdited(annotation)}
                  onDelete={() => remove(annotation)}
                  selection={{
                    selected: selection.selected.has(annotation._id),
                    onSelect: (range) =>
                      selection.toggle(annotation, index, range, (from, to) =>
                        selection.add(annotations.slice(from, to + 1)),
                      ),
                  }}
                  isRestored={annotation._id === restored}
                >
                  {(quotation) =>
                    annotation.story === null || annotation.chapter === null ? (
                      quotation
                    ) : (
                      <Link
                        to={paths.reading(annotation.storyId, annotation.chapterId, annotation._id)}
                        aria-description="Opens the chapter at this passage"
                        className="card-link block"
                      >
                        {quotation}
                      </Link>
                    )
                  }
                </AnnotationEntry>
              </li>
            ))}
          </ul>
          <ShowMore list={list} items="annotations" shown={annotations.length} total={total} pages={pages} />
          {selected.length > 0 && (
            <SelectedBar
              selected={selected}
              shown={annotations.length}
              onAll={() => selection.add(annotations)}
              onClear={selection.clear}
            />
          )}
        </div>
      )}
      {edited !== null && (
        <AnnotationDialog
          annotations={[edited]}
          language={edited.story?.language}
          onClose={() => setEdited(null)}
          onLoadFailed={() => setEdited(null)}
        />
      )}
    </>
  );
}

interface HeadingProps {
  annotation: AnyAnnotation;
  /** Among annotations of several stories. */
  withStory: boolean;
}

/** Above the first of annotations of a chapter that follow each other. */
function ChapterHeading({ annotation: { story, chapter }, withStory }: HeadingProps) {
  if (story === null) return <h2 className={headingClass}>No longer available</h2>;
  const name = chapter === null ? 'No longer available' : numberedTitle(chapter);
  return (
    <h2 className={headingClass}>
      <bdi lang={story.language}>{withStory ? `${story.title} · ${name}` : name}</bdi>
    </h2>
  );
}

const headingClass = 'mt-6 mb-2 font-serif text-xl wrap-anywhere';

function NoAnnotations({ isFiltered, onReset }: { isFiltered: boolean; onReset: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        title="No annotations found"
        action={
          <Button variant="primary" onClick={onReset}>
            Show all
          </Button>
        }
      >
        Try other words, or fewer filters.
      </EmptyState>
    );
  return (
    <EmptyState
      title="No annotations yet"
      action={
        <Link to={paths.library} className="link">
          Go to your library
        </Link>
      }
    >
      Select text while you read to highlight it, bookmark it or write a note. You’ll find it all here.
    </EmptyState>
  );
}
