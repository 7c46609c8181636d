import type { BetaChapter, BetaComment, BetaContents } from '@inkling/contract/beta-links';
import { betaLinkLimits } from '@inkling/contract/limits';
import { MessageSquareText } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';
import { neighboringButton, useFocusAfter } from '../../ui/use-focus-after.ts';
import { highlightCss } from '../annotations/colors.ts';
import { type Mark, paint } from '../annotations/paint.ts';
import type { Passage } from '../annotations/passage.ts';
import { type TextMap, textMapOf } from '../annotations/text-map.ts';
import { useKeyboardSelection } from '../annotations/use-keyboard-selection.ts';
import { useSelectedPassage } from '../annotations/use-selected-passage.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { wholeParagraph } from '../comments/passage-comments.tsx';
import { BetaCommentEntry } from './beta-comment-entry.tsx';
import { betaAccess, useDeleteBetaComment } from './beta-links.api.ts';
import { placeInLine } from './place-in-line.ts';

const BetaCommentDialog = lazyComponent(
  async () => (await import('./beta-comment-dialog.tsx')).BetaCommentDialog,
);

export type BetaDraft = Extract<BetaChapter, { isPublished: false }>;

interface Props {
  token: string;
  contents: BetaContents;
  chapterId: string;
  chapter: BetaDraft;
  /** The chapter's text on the page. */
  text: RefObject<HTMLElement | null>;
}

/** The comments on a draft that its reader may see, in the order of the text, and what writes one on selected words. */
export function BetaChapterComments({ token, contents, chapterId, chapter, text }: Props) {
  const [comments, setComments] = useState(chapter.comments);
  const [name, setName] = useState(contents.name);
  const [about, setAbout] = useState<Passage | BetaComment | null>(null);
  const shown = { _id: chapterId, ...chapter };
  const map = useTextMap(text, shown);
  usePaintedComments(map, comments);
  const placeOf = ({ paragraph }: BetaComment) => {
    const at = chapter.paragraphIds.indexOf(paragraph);
    return at === -1 ? Number.POSITIVE_INFINITY : at;
  };
  const sorted = comments.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.createdAt < b.createdAt ? -1 : 1));
  const jump = ({ paragraph }: BetaComment) => {
    const place = wholeParagraph(shown, paragraph);
    if (place && text.current) jumpToPassage(text.current, shown, place.startOffset, place.endOffset);
  };
  const save = (saved: BetaComment, typed: string) => {
    setName(typed);
    setComments([
      // A name is that of all one's comments.
      ...comments
        .filter(({ _id }) => _id !== saved._id)
        .map((one) => (one.isOwn ? { ...one, reader: saved.reader } : one)),
      saved,
    ]);
    setAbout(null);
  };
  const canComment = contents.comments !== 'none';
  return (
    <>
      <style>{highlightCss}</style>
      {canComment && <SelectionBar map={map} language={contents.language} onComment={setAbout} />}
      <section aria-labelledby="beta-comments" className="mt-14 border-t border-line pt-6 pb-24">
        <h2 id="beta-comments" className="font-serif text-2xl">
          Comments
        </h2>
        {canComment && (
          <p className="mt-1 text-muted">
            Select words in the text to comment on them.{' '}
            {contents.comments === 'author'
              ? 'Only the author can see your comments.'
              : 'The author and other readers with this link can see your comments.'}
          </p>
        )}
        <ul className="mt-4 space-y-3">
          {sorted.map((comment) => (
            <Entry
              key={comment._id}
              token={token}
              comment={comment}
              language={contents.language}
              onJump={placeOf(comment) === Number.POSITIVE_INFINITY ? undefined : () => jump(comment)}
              onEdit={() => setAbout(comment)}
              onDeleted={() => setComments((before) => before.filter(({ _id }) => _id !== comment._id))}
            />
          ))}
        </ul>
      </section>
      {about !== null && (
        <BetaCommentDialog
          token={token}
          chapter={shown}
          language={contents.language}
          isShared={contents.comments === 'all'}
          name={name}
          about={about}
          onSaved={save}
          onClose={() => setAbout(null)}
          onLoadFailed={() => setAbout(null)}
        />
      )}
    </>
  );
}

type ShownDraft = BetaDraft & { _id: string };

/** Maps the draft on the page to its content; null until it is shown. */
function useTextMap(
  text: Props['text'],
  { _id, content, paragraphIds, version }: ShownDraft,
): TextMap | null {
  const [map, setMap] = useState<TextMap | null>(null);
  useEffect(() => {
    setMap(text.current && textMapOf(text.current, { _id, content, paragraphIds, version }));
  }, [text, _id, content, paragraphIds, version]);
  return map;
}

/** Marks the words that comments are about, where their paragraph has them. */
function usePaintedComments(map: TextMap | null, comments: readonly BetaComment[]): void {
  useEffect(() => {
    if (map === null) return;
    const marks = comments.flatMap(({ paragraph, quote }): Mark[] => {
      const block = map.blocks[map.chapter.paragraphIds.indexOf(paragraph)];
      const place = block && placeInLine(block, quote);
      return place ? [{ ...place, kind: 'highlight', color: 'yellow', isFailed: false }] : [];
    });
    return paint(map, marks);
  }, [map, comments]);
}

interface EntryProps {
  token: string;
  comment: BetaComment;
  language: string;
  /** Undefined if its paragraph is gone. */
  onJump: (() => void) | undefined;
  onEdit: () => void;
  onDeleted: () => void;
}

function Entry({ token, comment, language, onJump, onEdit, onDeleted }: EntryProps) {
  const remove = useDeleteBetaComment();
  const row = useFocusAfter<HTMLLIElement>(neighboringButton);
  return (
    <li ref={row} className="space-y-2 rounded-xl border border-line bg-raised p-4">
      <BetaCommentEntry
        comment={comment}
        language={language}
        passage={
          onJump === undefined ? (
            comment.quote
          ) : (
            <button type="button" className="min-h-6 text-start hover:underline" onClick={onJump}>
              {comment.quote}
            </button>
          )
        }
        more={onJump === undefined && <span>· this passage is no longer in the text</span>}
      >
        {comment.isOwn && (
          <div className="flex flex-wrap gap-3">
            <Button onClick={onEdit}>Edit</Button>
            <Button
              busy={remove.isPending}
              onClick={() =>
                remove.mutate(
                  { params: { id: comment._id }, body: betaAccess(token) },
                  { onSuccess: onDeleted },
                )
              }
            >
              Delete
            </Button>
          </div>
        )}
      </BetaCommentEntry>
    </li>
  );
}

interface BarProps {
  map: TextMap | null;
  language: string;
  onComment: (passage: Passage) => void;
}

/** At the lower edge of the window while words are selected: a button that comments on them, which Tab leads to. */
function SelectionBar({ map, language, onComment }: BarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const { selected, close } = useSelectedPassage(map, bar);
  useKeyboardSelection(map);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const button = bar.current?.querySelector('button');
      if (event.key !== 'Tab' || event.shiftKey || !button || document.activeElement === button) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      button.focus({ preventScroll: true });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const isLong = selected !== null && selected.selectedText.length > betaLinkLimits.quote;
  return (
    <>
      <p role="status" className="sr-only">
        {selected !== null && 'Text selected. Press Tab to comment on it.'}
      </p>
      {selected !== null && (
        <div
          ref={bar}
          role="toolbar"
          aria-label="Selected text"
          className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex max-w-md items-center justify-between gap-4 rounded-xl border border-line bg-raised p-2 ps-4 shadow-lg lg:bottom-4"
          // Pressing the button must not end the selection.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
        >
          {isLong ? (
            <p>You can comment on up to {betaLinkLimits.quote} characters at a time.</p>
          ) : (
            <>
              <span lang={language} dir="auto" className="min-w-0 truncate font-serif text-muted">
                {selected.selectedText}
              </span>
              <Button
                variant="primary"
                className="shrink-0"
                onClick={() => {
                  const { startOffset, endOffset, selectedText } = selected;
                  close(true);
                  onComment({ startOffset, endOffset, selectedText });
                }}
              >
                <MessageSquareText aria-hidden="true" className="size-5" />
                Comment
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
}
