import { isRightToLeft } from '@inkling/contract/language';
import { ArrowLeft, Settings2 } from 'lucide-react';
import { type ComponentProps, type RefObject, useMemo, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { type Preview, usePreview } from '../../features/chapters/preview/use-preview.ts';
import { AuthorsNote, ChapterTitle } from '../../features/chapters/reader/chapter-head.tsx';
import { ChapterText } from '../../features/chapters/reader/chapter-text.tsx';
import { ProgressLine } from '../../features/chapters/reader/progress-line.tsx';
import { readingAttributes } from '../../features/chapters/reader/reading-attributes.ts';
import { useReadingSettings } from '../../features/chapters/reader/reading-settings.ts';
import { useReadingTheme } from '../../features/chapters/reader/use-reading-theme.ts';
import { SessionLost } from '../../features/layout/session-lost.tsx';
import type { TriedTheme } from '../../features/reading-comfort/text-settings.tsx';
import { titleOf } from '../../features/stories/story-text.ts';
import { messageOf } from '../../lib/api.ts';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { paths } from '../../lib/paths.ts';
import { pageTitle } from '../../lib/titles.ts';
import { buttonClass } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { SkipLink } from '../../ui/skip-link.tsx';

const SettingsPanel = lazyComponent(
  async () => (await import('../../features/reading-comfort/settings-panel.tsx')).SettingsPanel,
);

interface Props {
  editor: string;
  text: RefObject<HTMLElement | null>;
  unsaved: boolean;
  turnsLeft: boolean;
  tried: TriedTheme;
}

/** Says that this is a preview, with the reading settings and the way back to the editor. */
function PreviewHeader({ editor, text, unsaved, turnsLeft, tried }: Props) {
  const [settingsOpen, setSettingsOpen] = useState(false);
  const settings = useRef<HTMLButtonElement>(null);
  return (
    <div className="sticky top-(--notice-height) z-20 bg-surface">
      <SkipLink />
      <header className="reader-bar flex items-center gap-x-1 px-1 py-1 sm:gap-x-2 sm:px-3">
        <Link
          to={editor}
          aria-label="Back to the editor"
          title="Back to the editor"
          className="grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <ArrowLeft aria-hidden="true" className="size-5 rtl:rotate-180" />
        </Link>
        <p className="min-w-0 flex-1 text-sm leading-snug">
          <strong className="font-semibold">Preview. Only you can see this.</strong>
          {unsaved && <span className="block text-muted">With your unsaved changes.</span>}
        </p>
        <IconButton
          icon={Settings2}
          ref={settings}
          label="Reading settings"
          aria-expanded={settingsOpen}
          onClick={() => setSettingsOpen(!settingsOpen)}
        />
      </header>
      {settingsOpen && <SettingsPanel opener={settings} tried={tried} />}
      <ProgressLine text={text} turnsLeft={turnsLeft} />
    </div>
  );
}

/** A chapter as its readers will see it, for its author alone, with text that is not saved yet. Counts nothing. */
export default function PreviewChapter() {
  const { storyId = '', chapterId = 'new' } = useParams();
  const settings = useReadingSettings();
  const [theme, setTheme] = useState<TriedTheme['theme']>(null);
  useReadingTheme(theme);
  const { preview, denied, error, refetch } = usePreview(storyId, chapterId);
  const text = useRef<HTMLDivElement>(null);
  const editor = denied ? paths.write : paths.writeChapter(storyId, chapterId);
  return (
    <div {...readingAttributes({ ...settings, layout: 'scroll' })} className="reading-screen">
      <title>{pageTitle(preview === undefined ? 'Preview' : `Preview: ${nameOf(preview)}`)}</title>
      <SessionLost />
      <PreviewHeader
        editor={editor}
        text={text}
        unsaved={preview?.unsaved ?? false}
        turnsLeft={isRightToLeft(preview?.story.language ?? '')}
        tried={{ theme, onChange: setTheme }}
      />
      <main
        id="main"
        tabIndex={-1}
        className="mx-auto max-w-(--measure) px-4 pt-8 pb-16 outline-none sm:px-6"
      >
        {denied && <Problem message="This isn’t one of your chapters, or it has been deleted." />}
        {!denied && error !== null && (
          <Problem message={messageOf(error, 'Failed to fetch chapter')} onRetry={refetch} />
        )}
        {!denied && error === null && preview === undefined && <TextSkeleton lines={14} />}
        {preview !== undefined && (
          <>
            <PreviewedChapter preview={preview} text={text} />
            <p className="mt-14 border-t border-line pt-6">
              <Link to={editor} className={buttonClass('primary')}>
                Back to the editor
              </Link>
            </p>
          </>
        )}
      </main>
    </div>
  );
}

/** The chapter and its story, for the tab. */
const nameOf = ({ story, text }: Preview): string =>
  `${text?.title.trim() || 'Untitled chapter'} · ${titleOf(story)}`;

const Problem = (props: ComponentProps<typeof ErrorState>) => (
  <>
    <h1 className="text-center font-serif text-3xl">Preview</h1>
    <ErrorState {...props} />
  </>
);

interface PreviewedProps {
  preview: Preview;
  text: RefObject<HTMLDivElement | null>;
}

function PreviewedChapter({ preview: { story, chapter, text: input }, text }: PreviewedProps) {
  const content = input?.content ?? '';
  const shown = useMemo(() => ({ content, paragraphIds: lineIds(content) }), [content]);
  if (input === null) {
    return (
      <>
        <h1 className="font-serif text-3xl">Nothing to preview yet</h1>
        <p className="mt-3 text-muted">
          What you write in the editor is shown here as your readers will see it.
        </p>
      </>
    );
  }
  const { title, authorNotes, endNotes } = input;
  const { language } = story;
  return (
    <>
      <ChapterTitle
        number={chapter?.order ?? story.chapterCount + 1}
        title={title.trim() || 'Untitled chapter'}
        language={language}
      />
      {authorNotes.trim() !== '' && <AuthorsNote text={authorNotes} language={language} />}
      <ChapterText ref={text} chapter={shown} language={language} />
      {endNotes.trim() !== '' && <AuthorsNote atEnd text={endNotes} language={language} />}
    </>
  );
}

/** Ids for lines that have none from the server yet. */
const lineIds = (content: string): (number | null)[] =>
  content.split('\n').map((line, index) => (line.trim() === '' ? null : index + 1));
