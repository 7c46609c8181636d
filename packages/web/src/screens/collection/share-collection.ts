import { showError, showSuccess } from '../../lib/notify.ts';

/** Offers the page's address to other apps, or copies it where the device has no such menu. */
export async function shareCollection(title: string): Promise<void> {
  const url = location.origin + location.pathname;
  try {
    if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title, url });
      return;
    }
    await navigator.clipboard.writeText(url);
    showSuccess('Link copied.');
  } catch (error) {
    // The reader has closed the menu.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    showError('The link couldn’t be copied. You can copy it from the address bar.');
  }
}
