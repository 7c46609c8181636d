import { Bold, Italic, Minus, Redo2, TextQuote, Undo2 } from 'lucide-react';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { RefObject } from 'react';
import { Toolbar } from '../../../../ui/toolbar.tsx';
import { insertSceneBreak, isMarkOn, isVerseOn, toggle, toggleVerse } from './commands.ts';
import { MoreTools } from './more-tools.tsx';
import { em, strong } from './schema.ts';
import { Tool } from './tool.tsx';

interface Props {
  /** Null until the field is mounted. */
  state: EditorState | null;
  view: RefObject<EditorView | null>;
  onFind: () => void;
  onSplit: (() => void) | undefined;
}

/** One stop of the Tab key; the arrow keys move within it. */
export function FormattingTools({ state, view, onFind, onSplit }: Props) {
  const run = (command: Command) => () => {
    const editor = view.current;
    if (editor === null) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const isOn = (check: (state: EditorState) => boolean) => state !== null && check(state);
  return (
    <Toolbar aria-label="Formatting" className="not-in-focus flex flex-wrap">
      <Tool
        label="Bold (Ctrl+B)"
        icon={Bold}
        pressed={isOn((now) => isMarkOn(now, strong))}
        onClick={run(toggle(strong))}
      />
      <Tool
        label="Italic (Ctrl+I)"
        icon={Italic}
        pressed={isOn((now) => isMarkOn(now, em))}
        onClick={run(toggle(em))}
      />
      <Tool label="Verse or letter" icon={TextQuote} pressed={isOn(isVerseOn)} onClick={run(toggleVerse)} />
      <Tool label="Scene break" icon={Minus} onClick={run(insertSceneBreak)} />
      <Tool
        label="Undo (Ctrl+Z)"
        icon={Undo2}
        disabled={!isOn((now) => undoDepth(now) > 0)}
        onClick={run(undo)}
      />
      <Tool
        label="Redo (Ctrl+Shift+Z)"
        icon={Redo2}
        disabled={!isOn((now) => redoDepth(now) > 0)}
        onClick={run(redo)}
        className="max-[22.49rem]:hidden"
      />
      <MoreTools redo={run(redo)} onFind={onFind} onSplit={onSplit} view={view} />
    </Toolbar>
  );
}
