import { minWordsToPublish } from '@inkling/contract/words';
import { History, SpellCheck } from 'lucide-react';
import type { RefObject } from 'react';
import { AnnounceField } from '../../features/chapters/announce-field.tsx';
import { AutosaveLine } from '../../features/chapters/editor/autosave-line.tsx';
import { useEditorSettings } from '../../features/chapters/editor/editor-settings.ts';
import type { useChapterEditor } from '../../features/chapters/editor/use-chapter-editor.ts';
import { leaveFocusMode } from '../../features/chapters/editor/use-focus-mode.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  editor: ReturnType<typeof useChapterEditor>;
  words: number;
  /** The id of the word count, which describes the text field. */
  wordsId: string;
  /** Undefined for a new chapter, which has no versions. */
  onVersions: (() => void) | undefined;
  onAssistant: () => void;
  onCancel: () => void;
  /** The published switch, which the editor reads with the other fields. */
  isPublished: RefObject<HTMLInputElement | null>;
  initiallyPublished: boolean;
  /** The switch for telling followers; null if publishing is no news. */
  announce: RefObject<HTMLInputElement | null> | null;
  onInput: () => void;
  /** Words added today. */
  today: number;
  isFocusMode: boolean;
}

/**
 * A sticky bar with the save status, word count, autosave status, published switch and buttons, above an on-screen
 * keyboard. Messages appear above the buttons, so that the buttons do not move.
 */
export function EditorBar(props: Props) {
  const {
    editor,
    words,
    wordsId,
    onVersions,
    onAssistant,
    onCancel,
    isPublished,
    initiallyPublished,
    announce,
    onInput,
  } = props;
  const { today, isFocusMode } = props;
  const { dailyGoal } = useEditorSettings();
  const { saveState, autosaveView, autosave } = editor;
  return (
    <div className="bottom-(--keyboard-inset) z-10 -mx-4 space-y-2 border-t border-line bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 [@media(min-height:18rem)]:sticky">
      <div aria-live="assertive">
        {saveState.kind === 'failed' && <Alert>{saveState.message}</Alert>}
        {saveState.kind === 'saved' && (
          <p className="rounded-md border border-success bg-raised px-4 py-3 text-text">
            {saveState.message}
          </p>
        )}
        {saveState.kind === 'conflict' && !saveState.comparing && (
          <Alert>
            This chapter was saved elsewhere{autosave.dirty && ', and your text isn’t saved yet'}.{' '}
            <button type="button" className="link" onClick={() => editor.compare(true)}>
              Compare and decide
            </button>
          </Alert>
        )}
      </div>
      <div className="gap-x-4 gap-y-2 max-md:space-y-2 md:flex md:items-center">
        <div className="flex flex-1 items-center justify-between gap-x-4">
          <div className="flex min-w-0 flex-wrap gap-x-4 text-sm text-muted">
            <p id={wordsId} className="tabular-nums">
              {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'}
              {words < minWordsToPublish && ` · ${minWordsToPublish - words} more to publish`}
            </p>
            {dailyGoal !== null && (
              <p className="tabular-nums">
                Today {today.toLocaleString('en')} of {dailyGoal.toLocaleString('en')} words
              </p>
            )}
            <AutosaveLine
              view={autosaveView}
              editedElsewhere={editor.editedElsewhere}
              isNew={onVersions === undefined}
            />
          </div>
          <div className="group not-in-focus shrink-0 gap-x-4 sm:flex">
            <label className="flex min-h-11 items-center gap-3">
              <input
                ref={isPublished}
                type="checkbox"
                name="isPublished"
                defaultChecked={initiallyPublished}
                className="size-5 accent-(--accent)"
                onChange={onInput}
              />
              <span>
                Published<span className="sr-only"> (visible to readers once the story is published)</span>
              </span>
            </label>
            {announce && (
              <div className="hidden group-has-[[name=isPublished]:checked]:block">
                <AnnounceField ref={announce} label="Tell followers" defaultChecked />
              </div>
            )}
          </div>
        </div>
        <div className="flex shrink-0 justify-end gap-2">
          <Button variant="ghost" className="not-in-focus max-md:-ms-2" onClick={onAssistant}>
            <SpellCheck aria-hidden="true" className="size-5" />
            <span className="max-sm:sr-only">Assistant</span>
          </Button>
          {onVersions && (
            <Button variant="ghost" className="not-in-focus max-md:-ms-2" onClick={onVersions}>
              <History aria-hidden="true" className="size-5" />
              <span className="max-[24rem]:sr-only">Versions</span>
            </Button>
          )}
          <Button className="not-in-focus max-md:ms-auto" onClick={onCancel}>
            Cancel
          </Button>
          {isFocusMode && <Button onClick={leaveFocusMode}>Leave focus mode</Button>}
          <Button type="submit" variant="primary" className="min-w-24" busy={saveState.kind === 'saving'}>
            {saveState.kind === 'saving' ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </div>
  );
}
