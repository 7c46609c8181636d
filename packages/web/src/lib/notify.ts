/** Toasts are loaded with the first one: most visits show none. */
const toasts = () => import('../ui/toast.tsx');

export const showError = (message: string): void => {
  void toasts().then(({ toast }) => toast.error(message));
};

export const showSuccess = (message: string): void => {
  void toasts().then(({ toast }) => toast.success(message));
};

export const showNotice = (message: string): void => {
  void toasts().then(({ toast }) => toast.notice(message));
};
