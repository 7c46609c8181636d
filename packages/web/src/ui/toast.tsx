import { createRoot } from 'react-dom/client';
import hotToast, { Toaster, type ToastOptions } from 'react-hot-toast';

const atMost = 20;
const shown: string[] = [];
let mounted = false;

/** The corner in which toasts appear; made with the first one. */
function mount(): void {
  if (mounted) return;
  mounted = true;
  const corner = document.createElement('div');
  document.body.append(corner);
  createRoot(corner).render(
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
  while (shown.length > atMost) hotToast.remove(shown.shift());
}

const alerting: ToastOptions = { duration: 5000, ariaProps: { role: 'alert', 'aria-live': 'assertive' } };

/** Messages that come and go: successes for 4 s, errors for 5 s, plain ones for 4 s. */
export const toast = {
  success(message = 'Success!'): void {
    mount();
    show(hotToast.success(message, { duration: 4000 }));
  },
  error(message: string): void {
    mount();
    show(hotToast.error(message, alerting));
  },
  notice(message: string): void {
    mount();
    show(hotToast(message, { duration: 4000 }));
  },
};
