import { plainNote } from '../ui/plain-note.ts';

type Kind = 'error' | 'success' | 'notice';

const toasts = () => import('../ui/toast.tsx');

/** Toasts come when the page is quiet, or with the first one; one that cannot be fetched is said plainly. */
function show(kind: Kind, message: string): void {
  toasts().then(
    ({ toast }) => toast[kind](message),
    () => plainNote(message, kind === 'error'),
  );
}

export const showError = (message: string): void => show('error', message);
export const showSuccess = (message: string): void => show('success', message);
export const showNotice = (message: string): void => show('notice', message);

/** Fetches ahead what says the first failure: when it happens, there may be no network. */
export const fetchToasts = (): Promise<unknown> => toasts().catch(() => undefined);
