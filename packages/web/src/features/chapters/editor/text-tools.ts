import { widenToWords } from '@inkling/contract/chapter-text-borders';

type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** Longer texts are set directly, without undo: execCommand would take seconds. */
const maxInsertLength = 60_000;

/** Inserts through the browser's own editing, so that undo works. */
function insert(control: TextControl, text: string): void {
  control.focus();
  const focused = document.activeElement === control;
  const done = focused && text.length <= maxInsertLength && document.execCommand('insertText', false, text);
  if (done) return;
  const { selectionStart, selectionEnd } = control;
  control.setRangeText(text, selectionStart ?? 0, selectionEnd ?? control.value.length, 'end');
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replaces the whole text of a field; undo restores the previous one. */
export function replaceText(control: TextControl, text: string): void {
  if (control.value === text) return;
  control.focus();
  control.setSelectionRange(0, control.value.length);
  if (text === '' && document.activeElement === control) document.execCommand('delete');
  else insert(control, text);
  control.setSelectionRange(0, 0);
}

/**
 * Adds marks around the words of the selection, or removes them; without a selection or a word at the caret, puts the
 * caret between them (docs/product/chapter-text.md#word-borders).
 */
export function wrapSelection(control: HTMLTextAreaElement, mark: '*' | '**'): void {
  const { value } = control;
  const { from: start, to: end } = widenToWords(value, control.selectionStart, control.selectionEnd);
  control.setSelectionRange(start, end);
  const selected = value.slice(start, end);
  const trimmed = selected.trim();
  if (trimmed.startsWith(mark) && trimmed.endsWith(mark) && trimmed.length > 2 * mark.length) {
    insert(
      control,
      selected.replace(trimmed, () => trimmed.slice(mark.length, -mark.length)),
    );
    return;
  }
  // Marks enclose words, not the spaces around them, and each line has its own marks.
  const wrapped = selected.replace(/[^\s].*[^\s]|[^\s]/g, (words) => `${mark}${words}${mark}`);
  insert(control, trimmed === '' ? `${selected}${mark}${mark}` : wrapped);
  if (trimmed === '') {
    const between = start + selected.length + mark.length;
    control.setSelectionRange(between, between);
  }
}

/** Inserts a scene break on a line of its own. */
export function insertSceneBreak(control: HTMLTextAreaElement): void {
  const { selectionStart, selectionEnd, value } = control;
  const before = value.slice(0, selectionStart);
  const after = value.slice(selectionEnd);
  const lead = before === '' || before.endsWith('\n') ? '' : '\n';
  insert(control, `${lead}***${after.startsWith('\n') ? '' : '\n'}`);
}

const maxWaitMs = 500;

/** Runs after all dialogs are closed, because an open dialog traps the focus. */
export function afterDialogs(run: () => void, waited = 0): void {
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
  if (open && waited < maxWaitMs) setTimeout(() => afterDialogs(run, waited + 20), 20);
  else setTimeout(run, 20);
}
