import { ClipboardType, Ellipsis, Focus, Redo2, Scissors, Search, Settings2 } from 'lucide-react';
import type { EditorView } from 'prosemirror-view';
import { type RefObject, useState } from 'react';
import { lazyComponent } from '../../../../lib/lazy-component.tsx';
import { showNotice } from '../../../../lib/notify.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { ToolbarItem } from '../../../../ui/toolbar.tsx';
import { changeEditorSettings, useEditorSettings } from '../editor-settings.ts';
import { pasteText } from '../paste/paste-plugin.ts';
import { Tool } from './tool.tsx';

/** Pastes the clipboard as plain text on request, for devices without Ctrl+Shift+V. */
async function pasteFromClipboard(view: EditorView): Promise<void> {
  view.focus();
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    // Refused by the person or the browser, or the page is not served over HTTPS.
    return showNotice(
      'Your browser didn’t let Inkling read the clipboard. Press Ctrl+Shift+V, or touch and hold the text and choose Paste.',
    );
  }
  if (text.trim() === '') return showNotice('There is no text on the clipboard.');
  if (!view.isDestroyed) pasteText(view, text, true);
}

const WritingSettings = lazyComponent(
  async () => (await import('../writing-settings-dialog.tsx')).WritingSettingsDialog,
);

interface Props {
  view: RefObject<EditorView | null>;
  onFind: () => void;
  redo: () => void;
  /** Undefined for a chapter that was never saved. */
  onSplit: (() => void) | undefined;
}

/** The tools that do not fit into one row on a phone, where a button shows them, and the settings. */
export function MoreTools({ view, onFind, redo, onSplit }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasSettings, setHasSettings] = useState(false);
  const { focusMode } = useEditorSettings();
  const closeSettings = () => setHasSettings(false);
  return (
    <>
      <ToolbarItem>
        <IconButton
          icon={Ellipsis}
          label="More tools"
          aria-expanded={isOpen}
          className="ms-auto aria-expanded:bg-sunken aria-expanded:text-text sm:hidden"
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => setIsOpen(!isOpen)}
        />
      </ToolbarItem>
      <div
        className={`${isOpen ? 'flex max-sm:w-full max-sm:border-t max-sm:border-line' : 'hidden'} sm:ms-auto sm:flex`}
      >
        {/* The first row of the smallest phones has no room for this one. */}
        <Tool label="Redo" icon={Redo2} onClick={redo} className="min-[22.5rem]:hidden" />
        <Tool label="Find and replace (Ctrl+F)" icon={Search} onClick={onFind} />
        <Tool
          label="Paste as plain text"
          icon={ClipboardType}
          onClick={() => view.current !== null && void pasteFromClipboard(view.current)}
        />
        {onSplit && <Tool label="Split the chapter here" icon={Scissors} onClick={onSplit} />}
        <Tool
          label="Focus mode (Ctrl+Shift+F)"
          icon={Focus}
          pressed={focusMode}
          onClick={() => changeEditorSettings({ focusMode: !focusMode })}
        />
        <Tool label="Writing settings" icon={Settings2} onClick={() => setHasSettings(true)} />
      </div>
      {hasSettings && <WritingSettings open onOpenChange={closeSettings} onLoadFailed={closeSettings} />}
    </>
  );
}
