type TextControl = HTMLTextAreaElement | HTMLInputElement;

/** Replaces the whole text of a field through the browser's own editing, so that undo restores the previous one. */
export function replaceText(control: TextControl, text: string): void {
  if (control.value === text) return;
  control.focus();
  control.setSelectionRange(0, control.value.length);
  const isFocused = document.activeElement === control;
  const command = text === '' ? 'delete' : 'insertText';
  if (!isFocused || !document.execCommand(command, false, text)) {
    control.setRangeText(text, 0, control.value.length, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }
  control.setSelectionRange(0, 0);
}

const maxWaitMs = 500;

/** Runs after all dialogs are closed, because an open dialog traps the focus. */
export function afterDialogs(run: () => void, waited = 0): void {
  const open = document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
  if (open && waited < maxWaitMs) setTimeout(() => afterDialogs(run, waited + 20), 20);
  else setTimeout(run, 20);
}
