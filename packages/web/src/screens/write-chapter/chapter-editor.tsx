import type { Chapter } from '@inkling/contract/chapters';
import type { Story } from '@inkling/contract/stories';
import { countWords } from '@inkling/contract/words';
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
import { useNavigate } from 'react-router';
import {
  ChapterFields,
  type Fields,
  putFields,
  readFields,
} from '../../features/chapters/editor/chapter-fields.tsx';
import { type ChapterInput, emptyChapter } from '../../features/chapters/editor/chapter-input.ts';
import { ChoiceDialog } from '../../features/chapters/editor/choice-dialog.tsx';
import { DraftOffers } from '../../features/chapters/editor/draft-offers.tsx';
import { afterDialogs } from '../../features/chapters/editor/text-tools.ts';
import { useChapterEditor } from '../../features/chapters/editor/use-chapter-editor.ts';
import { useLiveWords } from '../../features/chapters/editor/use-live-words.ts';
import { VersionsDialog } from '../../features/chapters/editor/versions-dialog.tsx';
import { paths } from '../../lib/paths.ts';
import { EditorBar } from './editor-bar.tsx';
import { LeaveDialog } from './leave-dialog.tsx';

interface Props {
  userId: string;
  story: Story;
  /** What is saved; null for a new chapter. Changes of it while the editor is open are not followed. */
  chapter: Chapter | null;
  onCreated: (chapterId: string) => void;
  /** Set to what keeps the text at once, before another tab takes over. */
  keepNow: RefObject<(() => void) | null>;
}

const leaveAfter = 1500;

/** What must be put right before a chapter can be saved; null when nothing. */
function problemOf({ title, content, isPublished }: ChapterInput): string | null {
  if (title.trim() === '' || content.trim() === '') {
    return 'Please provide a title and content for the chapter.';
  }
  const words = countWords(content);
  if (!isPublished || words >= 200) return null;
  return `Chapter must have at least 200 words to be published. Current word count: ${words}`;
}

/** Writes one chapter: its fields, what is kept of them, saving, and the way back. */
export function ChapterEditor({ userId, story, chapter, onCreated, keepNow }: Props) {
  const navigate = useNavigate();
  const [initial] = useState<ChapterInput>(() => chapter ?? emptyChapter);
  const fields: Fields = {
    title: useRef(null),
    content: useRef(null),
    authorNotes: useRef(null),
    isPublished: useRef(null),
  };
  const [fieldRefs] = useState(fields);
  const page = useMemo(
    () => ({
      read: () => readFields(fieldRefs),
      put: (text: ChapterInput) => putFields(fieldRefs, text),
    }),
    [fieldRefs],
  );
  const editor = useChapterEditor({ userId, storyId: story._id, chapter, page, onCreated });
  const { keeper, kept, save } = editor;
  useEffect(() => {
    keepNow.current = () => keeper.flush(true);
  }, [keepNow, keeper]);
  const wordsId = useId();
  const { words, count } = useLiveWords(initial.content);
  const [asked, setAsked] = useState<'leave' | 'versions' | null>(null);
  const back = useCallback(() => void navigate(paths.writeStory(story._id)), [navigate, story._id]);

  const now = page.read() ?? initial;
  const typed = () => {
    keeper.typed();
    count(page.read()?.content ?? '');
    if (save.kind === 'failed') editor.setProblem(null);
  };
  const store = (leave: boolean) => {
    const problem = problemOf(page.read() ?? initial);
    if (problem !== null) return editor.setProblem(problem);
    void editor.store(leave);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    store(true);
  };

  const latest = useRef(store);
  latest.current = store;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's' || event.altKey) return;
      event.preventDefault();
      latest.current(false);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  // Nothing else is lost by leaving: it is kept. Where the browser keeps nothing, it asks.
  useEffect(() => {
    if (kept.state !== 'nowhere') return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [kept.state]);

  const leaving = save.kind === 'saved' && save.leaving;
  useEffect(() => {
    if (!leaving) return;
    // Whoever goes on typing stays.
    const timer = setTimeout(() => !keeper.dirty && back(), leaveAfter);
    return () => clearTimeout(timer);
  }, [leaving, keeper, back]);

  return (
    <form onSubmit={submit} noValidate className="space-y-5">
      <DraftOffers
        offers={kept.offers}
        language={story.language}
        text={() => (page.read() ?? initial).content}
        onRestore={editor.restore}
        onDiscard={(offer) => void editor.discard(offer)}
      />
      <ChapterFields
        fields={fieldRefs}
        initial={initial}
        language={story.language}
        describedBy={wordsId}
        onTyped={typed}
      />
      <EditorBar
        editor={editor}
        words={words}
        wordsId={wordsId}
        onVersions={chapter === null ? undefined : () => setAsked('versions')}
        onCancel={() => {
          if (keeper.dirty) return setAsked('leave');
          editor.forgetSent();
          back();
        }}
      />

      <LeaveDialog
        open={asked === 'leave'}
        onOpenChange={() => setAsked(null)}
        onKeep={back}
        onForget={() => void editor.forget().then(back)}
      />
      {chapter !== null && asked === 'versions' && (
        <VersionsDialog
          open
          onOpenChange={() => setAsked(null)}
          chapter={chapter}
          language={story.language}
          text={now.content}
          onRestore={(content) => afterDialogs(() => page.put({ ...(page.read() ?? initial), content }))}
        />
      )}
      {save.kind === 'conflict' && (
        <ChoiceDialog
          open={save.comparing}
          onOpenChange={editor.compare}
          title="This chapter was saved elsewhere"
          description="Another tab or device has saved it since you opened it here. Nothing has been overwritten or lost: you’ll still find the text you don’t choose among the versions or as unsaved changes."
          language={story.language}
          mine={now}
          theirs={save.theirs}
          theirsName="Saved elsewhere"
          keepMine="Save mine"
          takeTheirs="Use the other version"
          onChoose={(choice) => void editor.settle(choice)}
        />
      )}
      {kept.clash !== null && (
        <ChoiceDialog
          open
          onOpenChange={() => editor.settleDrafts('mine')}
          title="You’re also editing this chapter on another device"
          description="Both texts are unsaved drafts. Choose the one to continue with here."
          language={story.language}
          mine={now}
          theirs={kept.clash}
          theirsName="On the other device"
          keepMine="Keep this version"
          takeTheirs="Use the other version"
          onChoose={editor.settleDrafts}
        />
      )}
    </form>
  );
}
