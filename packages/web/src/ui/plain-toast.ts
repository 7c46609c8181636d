const shown = new Set<string>();

/**
 * Shows a toast without the toast library: errors for 5 s, anything else for 4 s, and one that asks to reload the page until
 * then.
 */
export function showPlainToast(message: string, kind: 'error' | 'reload' | 'other'): void {
  if (shown.has(message)) return;
  shown.add(message);
  const note = document.createElement('div');
  note.setAttribute('role', kind === 'other' ? 'status' : 'alert');
  note.className =
    'fixed right-[calc(1rem+var(--toast-end))] top-(--toast-top) z-50 max-w-[min(26rem,calc(100vw-2rem))] rounded-md border border-line bg-raised px-4 py-3 text-text shadow-lg';
  document.body.append(note);
  // Set after the element is in the document, so that screen readers announce it.
  note.textContent = message;
  if (kind === 'reload') {
    const reload = document.createElement('button');
    reload.className = 'ms-3 min-h-11 font-semibold text-accent-text underline';
    reload.textContent = 'Reload';
    reload.onclick = () => location.reload();
    note.append(reload);
    return;
  }
  const remove = () => {
    note.remove();
    shown.delete(message);
  };
  setTimeout(remove, kind === 'error' ? 5000 : 4000);
}
