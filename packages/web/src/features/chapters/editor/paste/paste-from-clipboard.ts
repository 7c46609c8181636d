import type { EditorView } from 'prosemirror-view';
import { showNotice } from '../../../../lib/notify.ts';
import { pasteText } from './paste-plugin.ts';

/** Pastes the clipboard as plain text on request, for devices without Ctrl+Shift+V. */
export async function pasteFromClipboard(view: EditorView): Promise<void> {
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
