import { Bold, Italic, Minus, Redo2, TextQuote, Undo2 } from 'lucide-react';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { ReactNode, RefObject } from 'react';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { insertSceneBreak, isMarkOn, isVerseOn, toggleVerse, toggleWords } from './commands.ts';
import { em, strong } from './schema.ts';

interface Props {
  /** Null until the field is mounted. */
  state: EditorState | null;
  view: RefObject<EditorView | null>;
}

interface ToolProps {
  label: string;
  icon: ReactNode;
  onClick: () => void;
  /** Undefined for a tool that is not a toggle. */
  pressed?: boolean;
  disabled?: boolean;
}

function Tool({ label, icon, onClick, pressed, disabled }: ToolProps) {
  return (
    <IconButton
      label={label}
      aria-pressed={pressed}
      aria-disabled={disabled || undefined}
      className="aria-pressed:bg-sunken aria-pressed:text-text"
      // The text keeps the focus and its selection.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => !disabled && onClick()}
    >
      {icon}
    </IconButton>
  );
}

const iconClass = 'size-5';

export function Toolbar({ state, view }: Props) {
  const run = (command: Command) => () => {
    const editor = view.current;
    if (editor === null) return;
    command(editor.state, editor.dispatch, editor);
    editor.focus();
  };
  const isOn = (check: (state: EditorState) => boolean) => state !== null && check(state);
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="sticky top-(--notice-height) z-10 flex flex-wrap rounded-t-md border-b border-line bg-raised"
    >
      <Tool
        label="Bold (Ctrl+B)"
        icon={<Bold aria-hidden="true" className={iconClass} />}
        pressed={isOn((now) => isMarkOn(now, strong))}
        onClick={run(toggleWords(strong))}
      />
      <Tool
        label="Italic (Ctrl+I)"
        icon={<Italic aria-hidden="true" className={iconClass} />}
        pressed={isOn((now) => isMarkOn(now, em))}
        onClick={run(toggleWords(em))}
      />
      <Tool
        label="Verse or letter"
        icon={<TextQuote aria-hidden="true" className={iconClass} />}
        pressed={isOn(isVerseOn)}
        onClick={run(toggleVerse)}
      />
      <Tool
        label="Scene break"
        icon={<Minus aria-hidden="true" className={iconClass} />}
        onClick={run(insertSceneBreak)}
      />
      <Tool
        label="Undo (Ctrl+Z)"
        icon={<Undo2 aria-hidden="true" className={iconClass} />}
        disabled={!isOn((now) => undoDepth(now) > 0)}
        onClick={run(undo)}
      />
      <Tool
        label="Redo (Ctrl+Shift+Z)"
        icon={<Redo2 aria-hidden="true" className={iconClass} />}
        disabled={!isOn((now) => redoDepth(now) > 0)}
        onClick={run(redo)}
      />
    </div>
  );
}
