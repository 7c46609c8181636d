import { createRoot } from 'react-dom/client';
import hotToast, { Toaster, type ToastOptions } from 'react-hot-toast';

const maxShown = 20;
const shown: string[] = [];
let mounted = false;

/** Mounts the toast container; called with the first toast. */
function mount(): void {
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(
    <Toaster
      position="top-right"
      toastOptions={{
        className: 'toast',
        style: {
          background: 'var(--raised)',
          color: 'var(--text)',
          border: '1px solid var(--line)',
          maxWidth: '26rem',
        },
      }}
    />,
  );
}

function show(id: string): void {
  shown.push(id);
  while (shown.length > maxShown) hotToast.remove(shown.shift());
}

const errorOptions: ToastOptions = { duration: 5000, ariaProps: { role: 'alert', 'aria-live': 'assertive' } };

/** Toasts: errors are shown for 5 s, successes and notices for 4 s. */
export const toast = {
  success(message = 'Success!'): void {
    mount();
    show(hotToast.success(message, { duration: 4000 }));
  },
  error(message: string): void {
    mount();
    show(hotToast.error(message, errorOptions));
  },
  notice(message: string): void {
    mount();
    show(hotToast(message, { duration: 4000 }));
  },
};
