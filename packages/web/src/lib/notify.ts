import { showPlainToast } from '../ui/plain-toast.ts';

type Kind = 'error' | 'errorOnce' | 'success' | 'notice' | 'reload';

const toasts = () => import('../ui/toast.tsx');

/** Loads the toast script on first use; if that fails, shows a plain toast. */
function show(kind: Kind, message: string): void {
  toasts().then(
    ({ toast }) => toast[kind](message),
    () =>
      showPlainToast(
        message,
        kind === 'reload' ? kind : kind === 'error' || kind === 'errorOnce' ? 'error' : 'other',
      ),
  );
}

export const showError = (message: string): void => show('error', message);
/** An error that several calls may have: while it is shown, it does not show again. */
export const showErrorOnce = (message: string): void => show('errorOnce', message);
export const showSuccess = (message: string): void => show('success', message);
export const showNotice = (message: string): void => show('notice', message);

/** Says that something was done, and offers to undo it. */
export const showUndo = (message: string, undo: () => void): void =>
  void toasts().then(
    ({ toast }) => toast.undo(message, undo),
    () => showPlainToast(message, 'other'),
  );

/** Says that a part of the page could not be loaded, perhaps because the server has a newer version, and offers to reload the page. */
export const showNotLoaded = (): void =>
  show('reload', 'This couldn’t be loaded. Check your connection, then reload the page.');

/** Prefetches the toast script: when the first failure happens, there may be no network. */
export const fetchToasts = (): Promise<unknown> => toasts().catch(() => undefined);
