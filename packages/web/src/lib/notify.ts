import { showPlainToast } from '../ui/plain-toast.ts';

type Kind = 'error' | 'success' | 'notice' | 'outdated';

const toasts = () => import('../ui/toast.tsx');

/** Loads the toast script on first use; if that fails, shows a plain toast. */
function show(kind: Kind, message: string): void {
  toasts().then(
    ({ toast }) => toast[kind](message),
    () => showPlainToast(message, kind === 'error'),
  );
}

export const showError = (message: string): void => show('error', message);
export const showSuccess = (message: string): void => show('success', message);
export const showNotice = (message: string): void => show('notice', message);

/** Says that something was done, and offers to undo it. */
export const showUndo = (message: string, undo: () => void): void =>
  void toasts().then(
    ({ toast }) => toast.undo(message, undo),
    () => showPlainToast(message, false),
  );

/** Says that this page's version of the site is gone from the server, and offers to reload the page. */
export const showOutdated = (): void =>
  show('outdated', 'Inkling has been updated. Reload the page to continue.');

/** Prefetches the toast script: when the first failure happens, there may be no network. */
export const fetchToasts = (): Promise<unknown> => toasts().catch(() => undefined);
