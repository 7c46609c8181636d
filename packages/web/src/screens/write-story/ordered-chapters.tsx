import type { OwnChapterSummary } from '@inkling/contract/chapters';
import { chaptersPerPage } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import type { Volume } from '@inkling/contract/volumes';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type OwnChapters, ownChaptersQuery } from '../../features/chapters/chapters.api.ts';
import { type Fold, foldSize, foldsOf, isInFold } from '../../features/chapters/list/folds.ts';
import { type ChapterAction, ChapterRow } from '../../features/chapters/own-list/chapter-row.tsx';
import { dropOf, type Move, stepOf, volumesAfter } from '../../features/chapters/own-list/moves.ts';
import { OwnFold } from '../../features/chapters/own-list/own-fold.tsx';
import { pageQuery, useOwnList } from '../../features/chapters/own-list/use-own-list.ts';
import { type VolumeDialog, VolumeMenu } from '../../features/chapters/own-list/volume-dialogs.tsx';
import { messageOf } from '../../lib/api.ts';
import { showError } from '../../lib/notify.ts';
import type { Selection } from '../../lib/use-selection.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

interface Props {
  story: Story;
  first: OwnChapters;
  newestFirst: boolean;
  /** The number of a chapter to open and focus. */
  jump: { number: number } | null;
  selection: Selection<OwnChapterSummary>;
  /** What else is said about a chapter. */
  note: (chapter: OwnChapterSummary) => ReactNode;
  onAction: (chapter: OwnChapterSummary, action: ChapterAction) => void;
  onVolume: (dialog: VolumeDialog) => void;
}

/** A fold of chapters, or a volume without any. */
type Item = { fold: Fold; empty: null } | { fold: null; empty: Volume };

/** Names a fold by its volume and its place in it, which stay when chapters move. */
const keyOf = ({ volume, first }: Fold): string =>
  `${volume?._id} ${Math.floor((first - (volume?.firstChapter ?? 1)) / foldSize)}`;

/** The folds in order, with the empty volumes among them. */
function itemsOf(total: number, volumes: readonly Volume[], newestFirst: boolean): Item[] {
  const folds = foldsOf(total, false, volumes);
  const ofVolume = (volume: Volume | null): Item[] =>
    folds.filter((fold) => fold.volume?._id === volume?._id).map((fold) => ({ fold, empty: null }));
  const items = [
    ...ofVolume(null),
    ...volumes.flatMap((volume): Item[] =>
      volume.chapterCount === 0 ? [{ fold: null, empty: volume }] : ofVolume(volume),
    ),
  ];
  return newestFirst ? items.reverse() : items;
}

/** All chapters in order, in folds by volume. They can be moved by dragging, with buttons, and through their menu. */
export function OrderedChapters({
  story,
  first,
  newestFirst,
  jump,
  selection,
  note,
  onAction,
  onVolume,
}: Props) {
  const client = useQueryClient();
  /** The folds that the author has opened or closed, by their keys. */
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const sought = useRef<number | null>(null);
  const all = first.pagination.total;
  // Of a long story the latest chapters are shown at first: these are worked on.
  const [latest] = useState(() => foldsOf(all, true, first.volumes).slice(0, 1).map(keyOf)[0]);
  const isOpen = (fold: Fold): boolean =>
    toggled.get(keyOf(fold)) ?? (all <= foldSize || keyOf(fold) === latest);
  const toggle = (fold: Fold, open: boolean) =>
    setToggled((before) => new Map(before).set(keyOf(fold), open));
  const list = useOwnList(story._id, first, foldsOf(all, false, first.volumes).filter(isOpen));
  const { total, volumes } = list;
  const items = itemsOf(total, volumes, newestFirst);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per jump
  useEffect(() => {
    if (jump === null) return;
    sought.current = jump.number;
    const fold = foldsOf(total, false, volumes).find((each) => isInFold(each, jump.number));
    if (fold) toggle(fold, true);
  }, [jump]);

  /** Moves a chapter. Its new fold opens; the focus, which stays within a list, follows it into another one. */
  const move = (step: Move, title: string) => {
    const foldAt = (number: number, of: readonly Volume[]) =>
      foldsOf(total, false, of).find((fold) => isInFold(fold, number));
    const [from, to] = [foldAt(step.from, volumes), foldAt(step.to, volumesAfter(volumes, total, [step]))];
    list.move(step, title);
    if (to === undefined || from === undefined || keyOf(from) === keyOf(to)) return;
    toggle(to, true);
    sought.current = step.to;
  };

  /** Selects the chapters from a number to another; those that are not loaded are fetched. */
  const selectRange = async (from: number, to: number): Promise<void> => {
    const chapters: OwnChapterSummary[] = [];
    try {
      for (let page = Math.ceil(from / chaptersPerPage); page <= Math.ceil(to / chaptersPerPage); page += 1) {
        const { data } = await client.fetchQuery(ownChaptersQuery(story._id, pageQuery(page)));
        chapters.push(...data.filter(({ order }) => from <= order && order <= to));
      }
      selection.add(chapters);
    } catch (error) {
      showError(messageOf(error, 'Failed to fetch chapters'));
    }
  };
  const menuOf = (volume: Volume) => (
    <VolumeMenu
      storyId={story._id}
      volume={volume}
      count={volumes.length}
      onDialog={onVolume}
      onSelect={() => {
        const { firstChapter, chapterCount } = volume;
        if (firstChapter !== null) void selectRange(firstChapter, firstChapter + chapterCount - 1);
      }}
    />
  );
  const row = (chapter: OwnChapterSummary, number: number) => {
    const step = (by: -1 | 1) => {
      const next = stepOf(volumes, total, { chapter: chapter._id, number, by });
      return next && (() => move(next, chapter.title));
    };
    return (
      <ChapterRow
        key={chapter._id}
        chapter={chapter}
        storyId={story._id}
        language={story.language}
        number={number}
        isLast={number === total}
        selected={selection.selected.has(chapter._id)}
        onSelect={(range) =>
          selection.toggle(chapter, number, range, (from, to) => void selectRange(from, to))
        }
        moves={{
          up: step(newestFirst ? 1 : -1),
          down: step(newestFirst ? -1 : 1),
          onDrop: (dragged, edge) => {
            const from = numberOf(list.at, total, dragged);
            if (from === null) return;
            const before = (edge === 'above') !== newestFirst;
            const place = {
              chapter: dragged,
              from,
              target: number,
              edge: before ? 'above' : 'below',
            } as const;
            const next = dropOf(volumes, total, place);
            const title = list.at(from)?.title ?? 'The chapter';
            if (next.to !== from || next.volume !== list.at(from)?.volume) move(next, title);
          },
        }}
        note={note(chapter)}
        onAction={onAction}
      />
    );
  };

  return (
    <>
      <p className="sr-only" role="status">
        {list.announcement}
      </p>
      {list.failed && (
        <ErrorState
          message={messageOf(list.failed.error, 'Failed to fetch chapters')}
          onRetry={() => void list.failed?.refetch()}
        />
      )}
      {total > 1 && (
        <Button variant="ghost" className="-ms-4 -mt-1" onClick={() => void selectRange(1, total)}>
          Select all
        </Button>
      )}
      {items.map(({ fold, empty }) =>
        fold === null ? (
          <EmptyVolume key={empty._id} volume={empty} language={story.language} actions={menuOf(empty)} />
        ) : (
          <OwnFold
            key={keyOf(fold)}
            fold={fold}
            newestFirst={newestFirst}
            language={story.language}
            open={isOpen(fold)}
            onToggle={(open) => {
              if (open !== isOpen(fold)) toggle(fold, open);
            }}
            only={items.length === 1 && fold.volume === null}
            sought={sought}
            at={list.at}
            actions={fold.volume?.firstChapter === fold.first ? menuOf(fold.volume) : null}
          >
            {row}
          </OwnFold>
        ),
      )}
    </>
  );
}

/** The number of a loaded chapter. */
function numberOf(
  at: (number: number) => OwnChapterSummary | undefined,
  total: number,
  id: string,
): number | null {
  for (let number = 1; number <= total; number += 1) if (at(number)?._id === id) return number;
  return null;
}

interface EmptyProps {
  volume: Volume;
  language: string;
  actions: ReactNode;
}

const EmptyVolume = ({ volume, language, actions }: EmptyProps) => (
  <div className="flex min-h-12 items-center gap-3 border-b border-line py-0.5 ps-10 first:border-t">
    <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-3">
      <bdi lang={language} className="font-serif text-lg font-semibold wrap-anywhere">
        {volume.title}
      </bdi>
      <span className="text-sm text-muted">No chapters yet</span>
    </p>
    {actions}
  </div>
);
