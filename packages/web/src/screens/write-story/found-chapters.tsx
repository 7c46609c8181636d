import type { OwnChapterSummary } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { type ReactNode, useDeferredValue, useRef } from 'react';
import { ownChaptersQuery } from '../../features/chapters/chapters.api.ts';
import { type ChapterAction, ChapterRow } from '../../features/chapters/own-list/chapter-row.tsx';
import type { ListView } from '../../features/chapters/own-list/filter-bar.tsx';
import { ShowMore } from '../../features/stories/show-more.tsx';
import { itemsOf, useList } from '../../features/stories/use-list.ts';
import { QueryState } from '../../lib/query-state.tsx';
import type { Selection } from '../../lib/use-selection.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';

const pageSize = 50;

interface Props {
  story: Story;
  view: ListView;
  selection: Selection<OwnChapterSummary>;
  /** What else is said about a chapter. */
  note: (chapter: OwnChapterSummary) => ReactNode;
  onAction: (chapter: OwnChapterSummary, action: ChapterAction) => void;
  onShowAll: () => void;
}

/** The chapters that a filter finds. */
export function FoundChapters(props: Props) {
  const { filter, title, sort } = useDeferredValue(props.view);
  // A new filter begins with its first page.
  return <Found key={`${filter} ${title} ${sort}`} {...props} view={{ filter, title, sort }} />;
}

function Found({ story, view, selection, note, onAction, onShowAll }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const pageOf = (page: number) =>
    ownChaptersQuery(story._id, {
      page,
      limit: pageSize,
      filter: view.filter,
      title: view.title.trim() || undefined,
      sort: view.sort,
    });
  const { first, all, pages } = useList(pageOf(1), (_, page) => pageOf(page));
  if (first.data === undefined) {
    return (
      <QueryState query={first} fallback="Failed to fetch chapters" pending={<TextSkeleton lines={6} />} />
    );
  }
  const chapters = itemsOf(all);
  const { total } = first.data.pagination;
  if (total === 0) {
    return (
      <EmptyState title="No chapters match" action={<Button onClick={onShowAll}>Show all chapters</Button>}>
        Try another title or filter.
      </EmptyState>
    );
  }
  return (
    <>
      <p className="mb-2 flex flex-wrap items-center gap-x-4">
        <span role="status" className="text-muted tabular-nums">
          {total.toLocaleString('en')} found
        </span>
        <Button variant="ghost" onClick={() => selection.add(chapters)}>
          {chapters.length === total ? 'Select all' : `Select these ${chapters.length}`}
        </Button>
      </p>
      <ol ref={list} className="border-t border-line">
        {chapters.map((chapter, index) => (
          <ChapterRow
            key={chapter._id}
            chapter={chapter}
            storyId={story._id}
            language={story.language}
            number={chapter.order}
            selected={selection.selected.has(chapter._id)}
            onSelect={(range) =>
              selection.toggle(chapter, index, range, (from, to) =>
                selection.add(chapters.slice(from, to + 1)),
              )
            }
            moves={null}
            note={note(chapter)}
            onAction={onAction}
          />
        ))}
      </ol>
      <ShowMore list={list} shown={chapters.length} total={total} pages={pages} />
    </>
  );
}
