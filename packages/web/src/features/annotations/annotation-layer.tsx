import type { AnnotationKind, AnyAnnotation } from '@inkling/contract/annotations';
import type { Chapter } from '@inkling/contract/chapters';
import { annotationLimits, commentLimits } from '@inkling/contract/limits';
import type { Story } from '@inkling/contract/stories';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { showError, showNotice } from '../../lib/notify.ts';
import { useMe } from '../../lib/session.ts';
import { inputKey } from '../../lib/stored-input.ts';
import { jumpToPassage } from '../chapters/reader/jump-to-passage.ts';
import { PassageComments, paragraphAt } from '../comments/passage-comments.tsx';
import { sharePassage } from '../sharing/share-passage.ts';
import { siteQuery } from '../site/site.api.ts';
import { AnnotationStop } from './annotation-stop.tsx';
import { useUpdateHighlight } from './annotations.api.ts';
import { type HighlightColor, highlightCss } from './colors.ts';
import { describe, shortened } from './describe.ts';
import { NoteSigns } from './note-signs.tsx';
import type { Passage } from './passage.ts';
import { placeOnPage, whyUnplaced } from './place-on-page.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { type TextMap, textMapOf } from './text-map.ts';
import { type ChapterAnnotations, useChapterAnnotations } from './use-chapter-annotations.ts';
import { useKeyboardSelection } from './use-keyboard-selection.ts';
import { useOpenByClick } from './use-open-by-click.ts';
import { usePaintedMarks } from './use-painted-marks.ts';
import { useSelectedPassage } from './use-selected-passage.ts';

/** Jumps once to the annotation that the address names, as links from the page of all annotations do. */
function useAnnotationInAddress(
  map: TextMap | null,
  { saved, isLoading }: Pick<ChapterAnnotations, 'saved' | 'isLoading'>,
  announce: (text: string) => void,
): void {
  const [search, setSearch] = useSearchParams();
  const id = search.get('annotation');
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (id === null || map === null || isLoading || done.current === id) return;
    const annotation = saved.find(({ _id }) => _id === id);
    const place = annotation && placeOnPage(map.chapter, map.blocks, annotation);
    done.current = id;
    if (annotation && place && jumpToPassage(map.element, map.chapter, place.from, place.to))
      announce(describe(annotation));
    else showNotice(annotation ? whyUnplaced(map.chapter, annotation) : 'This annotation couldn’t be found.');
    // A reload should open the chapter where the reader is then.
    setSearch(
      (before) => {
        before.delete('annotation');
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [id, map, saved, isLoading, announce, setSearch]);
}

/** Maps a chapter's text on the page to its content; null until it is shown. */
function useTextMap(
  text: RefObject<HTMLElement | null>,
  { _id, content, paragraphIds, version }: Pick<Chapter, '_id' | 'content' | 'paragraphIds' | 'version'>,
): TextMap | null {
  const [map, setMap] = useState<TextMap | null>(null);
  useEffect(() => {
    setMap(text.current && textMapOf(text.current, { _id, content, paragraphIds, version }));
  }, [text, _id, content, paragraphIds, version]);
  return map;
}

/** The maximum number of characters in an address; many sites refuse more. */
const maxText = 500;

/** The address of another site with the selected words in it; undefined without one. */
export const outsideAddress = (address: string | null | undefined, text: string): string | undefined =>
  // A surrogate without its other half can't be in an address.
  address?.replace('{text}', () =>
    encodeURIComponent(text.slice(0, maxText).replace(/\s+/g, ' ').toWellFormed().trim()),
  );

const AnnotationDialog = lazyComponent(
  async () => (await import('./annotation-dialog.tsx')).AnnotationDialog,
);
const SuggestFixDialog = lazyComponent(
  async () => (await import('../fixes/suggest-fix-dialog.tsx')).SuggestFixDialog,
);
const loadNoteDialog = async () => (await import('./note-dialog.tsx')).NoteDialog;
const NoteDialog = lazyComponent(loadNoteDialog);

interface Props {
  chapter: Chapter;
  story: Pick<Story, 'title' | 'language' | 'author' | 'isPublished'>;
  text: RefObject<HTMLElement | null>;
}

type PassageInVersion = Passage & { version: number; paragraph: number | undefined };

const tooLong = `This selection is too long. Select at most ${annotationLimits.selection.toLocaleString('en')} characters.`;

/** The selection menu and the annotations in a chapter's text. Loaded after the text is shown. */
export function AnnotationLayer({ chapter, story, text }: Props) {
  const { story: storyId, _id: chapterId, version } = chapter;
  const place = useMemo(() => ({ storyId, chapterId, version }), [storyId, chapterId, version]);
  const me = useMe();
  const map = useTextMap(text, chapter);
  const annotations = useChapterAnnotations(place);
  const { saved, pending } = annotations;
  const marks = usePaintedMarks(map, saved, pending.list);
  const menu = useRef<HTMLDivElement>(null);
  // What is made is stored under the reader's id.
  const { selected, close } = useSelectedPassage(me === undefined ? null : map, menu);
  const [opened, setOpened] = useState<AnyAnnotation[] | null>(null);
  const [noted, setNoted] = useState<Passage | null>(null);
  /** With version and paragraph, since the author may save another text while it is open. */
  const [commented, setCommented] = useState<PassageInVersion | null>(null);
  const [fixed, setFixed] = useState<PassageInVersion | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const update = useUpdateHighlight();
  useOpenByClick(map, marks, setOpened);
  useKeyboardSelection(map);
  useAnnotationInAddress(map, annotations, setAnnouncement);
  const hasSelected = selected !== null;
  const outside = useQuery({ ...siteQuery, enabled: hasSelected }).data?.data.selection;
  // So that a note can be written even if the connection is lost later.
  useEffect(() => {
    if (hasSelected) loadNoteDialog().catch(() => undefined);
  }, [hasSelected]);

  /** Ends the selection. The focus returns from the menu to the paragraph. */
  const finish = useCallback(
    (clear: boolean) => {
      const wasInside = menu.current?.contains(document.activeElement) === true;
      const from = selected?.startOffset ?? 0;
      const paragraph = map?.lines.find(({ to }) => to >= from)?.element;
      close(clear);
      if (!wasInside || !(paragraph instanceof HTMLElement)) return;
      paragraph.tabIndex = -1;
      paragraph.focus({ preventScroll: true });
    },
    [selected, map, close],
  );
  const savedAt = (kind: AnnotationKind, { startOffset, endOffset }: Passage) =>
    saved.find(
      (one) =>
        one.kind === kind &&
        one.version === version &&
        one.startOffset === startOffset &&
        one.endOffset === endOffset,
    );
  /** A highlight of the same words keeps its note: it is opened to be edited. */
  const note = (passage: Passage) => {
    const same = savedAt('highlight', passage);
    if (same === undefined) setNoted(passage);
    else setOpened([same]);
  };
  const add = async (kind: AnnotationKind, passage: Passage, color: HighlightColor, note: string) => {
    const { startOffset, endOffset, selectedText } = passage;
    const same = savedAt(kind, passage);
    setAnnouncement(kind === 'highlight' ? `Highlighted in ${color}.` : 'Bookmarked.');
    if (same?.kind === 'highlight') {
      const body = { color, ...(note !== '' && { note }) };
      await update
        .mutateAsync({ params: { id: same._id }, body })
        .catch(() => showError('Failed to save the highlight.'));
      return;
    }
    const failure = await pending.add({ ...place, kind, startOffset, endOffset, selectedText, color, note });
    // It is listed with 'Try again', and saved by itself when the connection returns.
    if (failure !== null) showError(`Your ${kind} isn’t saved yet. ${failure}`);
  };
  const inVersion = (passage: Passage): PassageInVersion => ({
    ...passage,
    version,
    paragraph: paragraphAt(chapter, passage.startOffset),
  });
  const copy = (words: string) =>
    navigator.clipboard.writeText(words).then(
      () => showNotice('Copied.'),
      () => showError('The text couldn’t be copied. Use your browser’s own Copy command.'),
    );
  const share = ({ startOffset, endOffset, selectedText }: Passage) =>
    void sharePassage({ ...place, startOffset, endOffset, text: selectedText, title: story.title });
  // An author reads unpublished chapters here too.
  const isPublic = story.isPublished && chapter.isPublished;
  const act = (run: (passage: Passage) => void) => () => {
    if (selected === null) return;
    const { startOffset, endOffset, selectedText } = selected;
    finish(true);
    run({ startOffset, endOffset, selectedText });
  };

  return (
    <>
      <style>{highlightCss}</style>
      <p role="status" className="sr-only print:hidden">
        {selected === null ? announcement : 'Text selected. Press Tab for actions.'}
      </p>
      <AnnotationStop map={map} marks={marks} onOpen={(annotation) => setOpened([annotation])} />
      <NoteSigns map={map} marks={marks} />
      {selected !== null && (
        <SelectionMenu
          ref={menu}
          layout={selected.layout}
          refusal={selected.selectedText.length > annotationLimits.selection ? tooLong : undefined}
          onClose={() => finish(false)}
          onHighlight={(color) => act((passage) => void add('highlight', passage, color, ''))()}
          onBookmark={act((passage) => void add('bookmark', passage, 'yellow', ''))}
          onNote={act(note)}
          lookUp={outsideAddress(outside?.lookUp, selected.selectedText)}
          translate={outsideAddress(outside?.translate, selected.selectedText)}
          onCopy={act(({ selectedText }) => void copy(selectedText))}
          onShare={isPublic ? act(share) : undefined}
          onComment={isPublic ? act((passage) => setCommented(inVersion(passage))) : undefined}
          onFix={
            isPublic && story.author._id !== me?._id
              ? act((passage) => setFixed(inVersion(passage)))
              : undefined
          }
        />
      )}
      {noted !== null && me !== undefined && (
        <NoteDialog
          text={noted.selectedText}
          language={story.language}
          storageKey={inputKey(me._id, `note/${chapterId}/${noted.startOffset}-${noted.endOffset}`)}
          onClose={() => setNoted(null)}
          onLoadFailed={() => setNoted(null)}
          onSave={(note, color) => {
            setNoted(null);
            void add('highlight', noted, color, note);
          }}
        />
      )}
      {fixed !== null && me !== undefined && (
        <SuggestFixDialog
          userId={me._id}
          storyId={storyId}
          chapterId={chapterId}
          language={story.language}
          passage={fixed}
          onClose={() => setFixed(null)}
          onLoadFailed={() => setFixed(null)}
        />
      )}
      {commented !== null && (
        <PassageComments
          chapter={chapter}
          author={story.author}
          passage={{ ...commented, quote: shortened(commented.selectedText, commentLimits.quote) }}
          takesFocus
          onClose={() => setCommented(null)}
          onLoadFailed={() => setCommented(null)}
        />
      )}
      {opened !== null && (
        <AnnotationDialog
          annotations={opened}
          language={story.language}
          onClose={() => setOpened(null)}
          onLoadFailed={() => setOpened(null)}
        />
      )}
    </>
  );
}
