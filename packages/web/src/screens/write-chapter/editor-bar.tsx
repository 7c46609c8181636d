import { minWordsToPublish } from '@inkling/contract/words';
import { History } from 'lucide-react';
import { AutosaveLine } from '../../features/chapters/editor/autosave-line.tsx';
import type { useChapterEditor } from '../../features/chapters/editor/use-chapter-editor.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

interface Props {
  editor: ReturnType<typeof useChapterEditor>;
  words: number;
  /** The id of the word count, which describes the text field. */
  wordsId: string;
  /** Undefined for a new chapter, which has no versions. */
  onVersions: (() => void) | undefined;
  onCancel: () => void;
}

/**
 * A sticky bar with the save status, word count, autosave status and buttons. Messages appear above the buttons, so
 * that the buttons do not move.
 */
export function EditorBar({ editor, words, wordsId, onVersions, onCancel }: Props) {
  const { saveState, autosaveView, autosave } = editor;
  return (
    <div className="bottom-0 z-10 -mx-4 space-y-2 border-t border-line bg-surface px-4 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] sm:-mx-6 sm:px-6 sm:py-3 [@media(min-height:30rem)]:sticky">
      <div aria-live="assertive">
        {saveState.kind === 'failed' && <Alert>{saveState.message}</Alert>}
        {saveState.kind === 'saved' && (
          <p className="rounded-md border border-success bg-raised px-4 py-3 text-text">
            {saveState.message}
          </p>
        )}
        {saveState.kind === 'conflict' && !saveState.comparing && (
          <Alert>
            This chapter was saved elsewhere{autosave.dirty && ', and your text is not saved yet'}.{' '}
            <button type="button" className="link" onClick={() => editor.compare(true)}>
              Compare and decide
            </button>
          </Alert>
        )}
      </div>
      <div className="gap-x-4 gap-y-2 max-sm:space-y-2 sm:flex sm:items-center">
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 text-sm text-muted">
          <p id={wordsId} className="tabular-nums">
            {words.toLocaleString()} {words === 1 ? 'word' : 'words'}
            {words < minWordsToPublish && ` · ${minWordsToPublish - words} more to publish`}
          </p>
          <AutosaveLine
            view={autosaveView}
            editedElsewhere={editor.editedElsewhere}
            isNew={onVersions === undefined}
          />
        </div>
        <div className="flex shrink-0 justify-end gap-2">
          {onVersions && (
            <Button variant="ghost" className="max-sm:-ms-2 max-sm:me-auto" onClick={onVersions}>
              <History aria-hidden="true" className="size-5" />
              Versions
            </Button>
          )}
          <Button onClick={onCancel}>Cancel</Button>
          <Button type="submit" variant="primary" className="min-w-24" busy={saveState.kind === 'saving'}>
            {saveState.kind === 'saving' ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </div>
  );
}
