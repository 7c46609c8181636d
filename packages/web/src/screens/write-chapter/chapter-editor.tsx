import type { Chapter } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { countWords, minWordsToPublish } from '@inkling/contract/words';
import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { useLocation, useNavigate } from 'react-router';
import { preloadChecker } from '../../features/assistant/checker/checker.ts';
import {
  ChapterFields,
  type FieldProblem,
  type Fields,
  problemFields,
  readFields,
  writeFields,
} from '../../features/chapters/editor/chapter-fields.tsx';
import { type ChapterInput, emptyChapter, isSameText } from '../../features/chapters/editor/chapter-input.ts';
import { ContinuedDraft } from '../../features/chapters/editor/continued-draft.tsx';
import { showPassage } from '../../features/chapters/editor/show-passage.ts';
import { afterDialogs } from '../../features/chapters/editor/text-tools.ts';
import { useChapterEditor } from '../../features/chapters/editor/use-chapter-editor.ts';
import { leaveFocusMode, useFocusMode } from '../../features/chapters/editor/use-focus-mode.ts';
import { useKeyboardInset } from '../../features/chapters/editor/use-keyboard-inset.ts';
import { useWordsToday } from '../../features/chapters/editor/use-words-today.ts';
import { ScheduleLine } from '../../features/schedules/schedule-line.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { EditorBar } from './editor-bar.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { SplitDialog, type SplitPlace } from './split-dialog.tsx';

// A conflict is a response of the server, so its dialog can be loaded then.
const ConflictDialog = lazyComponent(
  async () => (await import('../../features/chapters/editor/conflict-dialog.tsx')).ConflictDialog,
);
const DraftOffers = lazyComponent(
  async () => (await import('../../features/chapters/editor/draft-offers.tsx')).DraftOffers,
);
const AssistantPanel = lazyComponent(
  async () => (await import('../../features/assistant/assistant-panel.tsx')).AssistantPanel,
);
const VersionsDialog = lazyComponent(
  async () => (await import('../../features/chapters/editor/versions-dialog.tsx')).VersionsDialog,
);

const RevisionSettings = lazyComponent(
  async () => (await import('../../features/revisions/revision-settings.tsx')).RevisionSettings,
);

interface Props {
  userId: string;
  story: Story;
  /** The saved chapter; null for a new one. Later changes to this prop are ignored. */
  chapter: Chapter | null;
  onCreated: (chapterId: string) => void;
  /** Receives a function that stores the draft immediately, called before another tab takes over. */
  flushDraft: RefObject<(() => void) | null>;
}

const leaveDelayMs = 1500;

/** Why the chapter cannot be saved; null if it can. */
function problemOf({ title, content, isPublished }: ChapterInput): FieldProblem | null {
  if (title.trim() === '' || content.trim() === '') {
    const field = title.trim() === '' ? 'title' : 'content';
    return { field, message: 'Please provide a title and content for the chapter.' };
  }
  const words = countWords(content);
  if (!isPublished || words >= minWordsToPublish) return null;
  const message = `Chapter must have at least ${minWordsToPublish} words to be published. Current word count: ${words}`;
  return { field: 'content', message };
}

/** The chapter editor: fields, draft autosave, saving and leaving. */
export function ChapterEditor({ userId, story, chapter, onCreated, flushDraft }: Props) {
  const navigate = useNavigate();
  const { state: opening } = useLocation();
  const [initial] = useState<ChapterInput>(() => chapter ?? emptyChapter);
  const fields: Fields = {
    title: useRef(null),
    content: useRef(null),
    authorNotes: useRef(null),
    endNotes: useRef(null),
    isPublished: useRef(null),
  };
  const [fieldRefs] = useState(fields);
  const announce = useRef<HTMLInputElement>(null);
  const page = useMemo(
    () => ({
      read: () => readFields(fieldRefs),
      put: (text: ChapterInput) => writeFields(fieldRefs, text),
      announces: () => announce.current?.checked !== false,
    }),
    [fieldRefs],
  );
  const [words, setWords] = useState(() => countWords(initial.content));
  const { today, counter } = useWordsToday(userId, chapter?._id ?? `${story._id}/new`, words);
  const editor = useChapterEditor({
    userId,
    storyId: story._id,
    chapter,
    page,
    onCreated: (id) => {
      counter.moveTo(id);
      onCreated(id);
    },
  });
  useEffect(() => {
    const view = fieldRefs.content.current?.view();
    if (opening?.passage !== undefined && view !== undefined) showPassage(view, opening.passage);
  }, [fieldRefs, opening?.passage]);
  const isFocusMode = useFocusMode(fieldRefs.content);
  useKeyboardInset();
  const { autosave, autosaveView, saveState } = editor;
  useEffect(() => {
    flushDraft.current = () => autosave.flush(true);
  }, [flushDraft, autosave]);
  const wordsId = useId();
  const [problem, setProblem] = useState<FieldProblem | null>(null);
  const [dialog, setDialog] = useState<'leave' | 'versions' | null>(null);
  const [splitAt, setSplitAt] = useState<SplitPlace | null>(null);
  const [isAssistantOpen, setIsAssistantOpen] = useState(false);
  useEffect(() => (/^en(?:-|$)/i.test(story.language) ? preloadChecker() : undefined), [story.language]);
  const closeAssistant = useCallback(() => setIsAssistantOpen(false), []);
  const back = useCallback(() => void navigate(paths.writeStory(story._id)), [navigate, story._id]);

  const now = page.read() ?? initial;
  /** When the text on the page was last changed, as far as it is known. */
  const changedAt = (): string =>
    isSameText(page.read() ?? initial, initial)
      ? (chapter?.updatedAt ?? story.createdAt)
      : (autosaveView.continued ?? new Date().toISOString());
  const onInput = () => {
    autosave.onInput();
    setWords(fieldRefs.content.current?.words() ?? 0);
    if (saveState.kind === 'failed') editor.setError(null);
    setProblem(null);
  };
  const showProblem = (shown: FieldProblem) => {
    setProblem(shown);
    // Focus mode hides the other fields, which cannot have the focus before they are shown again.
    if (shown.field !== 'content') flushSync(leaveFocusMode);
    fieldRefs[shown.field].current?.focus();
  };
  const latestShow = useRef(showProblem);
  latestShow.current = showProblem;
  useEffect(() => {
    const wrong = saveState.kind === 'failed' ? saveState.fields?.[0] : undefined;
    const field = problemFields.find((name) => name === wrong?.path);
    if (wrong !== undefined && field !== undefined) latestShow.current({ field, message: wrong.message });
  }, [saveState]);
  const saveChapter = (leave: boolean) => {
    const problem = problemOf(page.read() ?? initial);
    setProblem(null);
    if (problem !== null) {
      showProblem(problem);
      return editor.setError(problem.message);
    }
    void editor.saveChapter(leave);
  };
  const openSplit = () => {
    const place = fieldRefs.content.current?.caret();
    if (place === undefined) return;
    // The server splits what is saved.
    if (autosave.dirty) return editor.setError('Save the chapter before you split it.');
    if (place.paragraphs === 0)
      return editor.setError('Put the cursor in the paragraph where the new chapter begins.');
    setSplitAt(place);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saveChapter(true);
  };

  const latestSave = useRef(saveChapter);
  latestSave.current = saveChapter;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || event.altKey) return;
      event.preventDefault();
      latestSave.current(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // Drafts survive leaving the page; only warn when the browser cannot store them.
  useEffect(() => {
    if (autosaveView.state !== 'not-stored') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [autosaveView.state]);

  const leaving = saveState.kind === 'saved' && saveState.leaving;
  useEffect(() => {
    if (!leaving) return;
    // Stay if the author has continued typing.
    const timer = setTimeout(() => !autosave.dirty && back(), leaveDelayMs);
    return () => clearTimeout(timer);
  }, [leaving, autosave, back]);

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <ContinuedDraft from={autosaveView.continued} onDiscard={autosave.discardContinued} />
      {autosaveView.offers.length > 0 && (
        <DraftOffers
          offers={autosaveView.offers}
          chosen={opening?.draft}
          isEdited={autosave.isEdited}
          language={story.language}
          page={() => page.read() ?? initial}
          changedAt={changedAt}
          onRestore={editor.restore}
          onDiscard={(offer) => void autosave.discard(offer)}
        />
      )}
      <ChapterFields
        fields={fieldRefs}
        initial={initial}
        language={story.language}
        describedBy={wordsId}
        problem={problem}
        onInput={onInput}
        onSplit={chapter === null ? undefined : openSplit}
      />
      {chapter?.isPublished === false && (
        <div className="not-in-focus">
          <ScheduleLine chapter={chapter} />
        </div>
      )}
      <EditorBar
        editor={editor}
        words={words}
        wordsId={wordsId}
        isPublished={fieldRefs.isPublished}
        initiallyPublished={initial.isPublished}
        announce={story.isPublished && (chapter?.publishedAt ?? null) === null ? announce : null}
        onInput={onInput}
        today={today}
        isFocusMode={isFocusMode}
        onVersions={chapter === null ? undefined : () => setDialog('versions')}
        onAssistant={() => setIsAssistantOpen(!isAssistantOpen)}
        onCancel={() => {
          if (autosave.dirty) return setDialog('leave');
          back();
        }}
      />

      {isAssistantOpen && (
        <AssistantPanel
          view={fieldRefs.content.current?.view()}
          userId={userId}
          story={story}
          onClose={closeAssistant}
          onLoadFailed={closeAssistant}
        />
      )}
      <LeaveDialog
        open={dialog === 'leave'}
        onOpenChange={() => setDialog(null)}
        onKeep={back}
        onDiscard={() => {
          counter.count(countWords(autosave.saved.content));
          void autosave.discardAll().then(back);
        }}
      />
      {chapter !== null && dialog === 'versions' && (
        <VersionsDialog
          open
          onOpenChange={() => setDialog(null)}
          onLoadFailed={() => setDialog(null)}
          chapter={chapter}
          language={story.language}
          page={now}
          onRestore={(restored) => afterDialogs(() => page.put({ ...(page.read() ?? initial), ...restored }))}
        >
          {chapter.isPublished && <RevisionSettings storyId={story._id} chapterId={chapter._id} />}
        </VersionsDialog>
      )}
      {chapter !== null && splitAt !== null && (
        <SplitDialog
          chapter={{ ...chapter, title: autosave.saved.title }}
          baseVersion={autosave.baseVersion ?? chapter.version}
          place={splitAt}
          language={story.language}
          leaveWith={editor.leaveWith}
          close={() => setSplitAt(null)}
        />
      )}
      {saveState.kind === 'conflict' && (
        <ConflictDialog
          open={saveState.comparing}
          onOpenChange={editor.compare}
          language={story.language}
          mine={now}
          theirs={saveState.theirs}
          onChoose={(choice) => void editor.resolveConflict(choice)}
        />
      )}
    </form>
  );
}
