/** Shows a toast without the toast library: errors for 5 s, anything else for 4 s. */
export function showPlainToast(message: string, urgent: boolean): void {
  const note = document.createElement('div');
  note.setAttribute('role', urgent ? 'alert' : 'status');
  note.className =
    'fixed right-[calc(1rem+var(--toast-end))] top-(--toast-top) z-50 max-w-[min(26rem,calc(100vw-2rem))] rounded-md border border-line bg-raised px-4 py-3 text-text shadow-lg';
  document.body.append(note);
  // Set after the element is in the document, so that screen readers announce it.
  note.textContent = message;
  setTimeout(() => note.remove(), urgent ? 5000 : 4000);
}
