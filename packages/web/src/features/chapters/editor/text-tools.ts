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

const maxWaitMs = 500;

/** Runs after all dialogs are closed, because an open dialog traps the focus. */
export function afterDialogs(run: () => void, waited = 0): void {
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
  if (open && waited < maxWaitMs) setTimeout(() => afterDialogs(run, waited + 20), 20);
  else setTimeout(run, 20);
}
