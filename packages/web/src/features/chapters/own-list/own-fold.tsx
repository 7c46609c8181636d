import type { OwnChapterSummary } from '@inkling/contract/chapters';
import type { ReactNode, RefObject } from 'react';
import { FoldDetails, useSought } from '../list/chapter-fold.tsx';
import type { Fold } from '../list/folds.ts';

interface Props {
  fold: Fold;
  newestFirst: boolean;
  language: string;
  open: boolean;
  onToggle: (open: boolean) => void;
  /** The story has no volumes and one fold, which cannot be closed. */
  only: boolean;
  /** The number of the chapter to focus once it is loaded. */
  sought: RefObject<number | null>;
  at: (number: number) => OwnChapterSummary | undefined;
  /** The actions of the volume, beside its title. */
  actions: ReactNode;
  children: (chapter: OwnChapterSummary, number: number) => ReactNode;
}

/** Up to 50 consecutive chapters of an author's list. */
export function OwnFold(props: Props) {
  if (props.only) return <Rows {...props} />;
  return <FoldDetails {...props}>{props.open && <Rows {...props} />}</FoldDetails>;
}

function Rows({ fold, newestFirst, sought, at, children }: Props) {
  const list = useSought(fold, sought, true);
  const numbers = Array.from({ length: fold.last - fold.first + 1 }, (_, index) => fold.first + index);
  return (
    <ol ref={list} className="border-t border-line">
      {(newestFirst ? numbers.reverse() : numbers).map((number) => {
        const chapter = at(number);
        if (chapter !== undefined) return children(chapter, number);
        return (
          <li key={number} className="h-18 animate-pulse border-b border-line bg-sunken" aria-busy="true">
            <span className="sr-only">Loading…</span>
          </li>
        );
      })}
    </ol>
  );
}
