import { X } from 'lucide-react';
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import hotToast, { type Toast, ToastBar, Toaster, type ToastOptions } from 'react-hot-toast';

const maxShown = 20;
const shown: string[] = [];
let mounted = false;

/** Mounts the toast container, with the first toast. */
function mount(): void {
  if (mounted) return;
  mounted = true;
  const container = document.createElement('div');
  document.body.append(container);
  createRoot(container).render(
    <Toaster
      position="top-right"
      containerStyle={{ top: 'var(--toast-top, 1rem)', right: 'calc(1rem + var(--toast-end, 0px))' }}
      toastOptions={{
        className: 'toast',
        style: {
          background: 'var(--raised)',
          color: 'var(--text)',
          border: '1px solid var(--line)',
          maxWidth: '26rem',
        },
        success: { iconTheme: { primary: 'var(--success)', secondary: 'var(--raised)' } },
        error: { iconTheme: { primary: 'var(--danger)', secondary: 'var(--raised)' } },
      }}
    >
      {(shownToast) => <ClosableToast toast={shownToast} />}
    </Toaster>,
  );
}

const gapPx = 8;
/** The height that each toast takes, by its id. */
const heights = new Map<string, number>();

function updateHeight(): void {
  const height = [...heights.values()].reduce((sum, one) => sum + one, 0);
  document.documentElement.style.setProperty('--toast-height', `${height}px`);
}

/** Dialogs make room for the toasts above them (styles/app.css). */
function useReservedHeight({ id, visible, height = 0 }: Toast): void {
  const reserved = visible ? height + gapPx : 0;
  useEffect(() => {
    heights.set(id, reserved);
    updateHeight();
    return () => {
      heights.delete(id);
      updateHeight();
    };
  }, [id, reserved]);
}

/** What had the focus before it came into a message. */
let beforeMessages: Element | null = null;

/** When a message goes with the focus, that returns to where it was before. */
function useReturnedFocus() {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (own?.contains(document.activeElement) !== true) return;
      if (beforeMessages instanceof HTMLElement) beforeMessages.focus({ preventScroll: true });
    };
  }, []);
  return {
    ref: element,
    onFocus: ({ relatedTarget }: FocusEvent) => {
      if (!relatedTarget?.closest('.toast')) beforeMessages = relatedTarget;
    },
  };
}

/** Can be closed, because it stays while the pointer is over it and may cover a button. */
function ClosableToast({ toast: shownToast }: { toast: Toast }) {
  useReservedHeight(shownToast);
  const focus = useReturnedFocus();
  return (
    <ToastBar toast={shownToast}>
      {({ icon, message }) => (
        <div className="contents" {...focus}>
          {icon}
          {message}
          <button
            type="button"
            aria-label="Close message"
            className="relative grid size-6 shrink-0 place-items-center rounded-md text-muted after:absolute after:-inset-2.5 hover:text-text"
            onClick={() => hotToast.dismiss(shownToast.id)}
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
      )}
    </ToastBar>
  );
}

function show(id: string): void {
  mount();
  shown.push(id);
  while (shown.length > maxShown) hotToast.remove(shown.shift());
}

const undoMs = 15_000;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** The messages that can be undone, the latest last. */
const undoable: string[] = [];

/** A message with 'Undo', which Ctrl+Z or ⌘Z presses for the latest one. It stays while the pointer or the focus is on it. */
function UndoMessage({ id, text, undo }: { id: string; text: string; undo: () => void }) {
  const [isHeld, setIsHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => hotToast.dismiss(id), undoMs);
    return () => clearTimeout(timer);
  }, [id, isHeld]);
  const run = () => {
    hotToast.remove(id);
    undo();
  };
  useEffect(() => {
    undoable.push(id);
    // Ids are counted up.
    undoable.sort((a, b) => Number(a) - Number(b));
    return () => void undoable.splice(undoable.indexOf(id), 1);
  }, [id]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (undoable.at(-1) !== id) return;
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
      if (!isUndo || isTyping(event.target)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
  return (
    <span className="flex items-center gap-3">
      {text}
      <button
        type="button"
        aria-keyshortcuts="Control+Z Meta+Z"
        className="-my-2 min-h-11 shrink-0 rounded-md px-2 font-semibold text-accent-text underline"
        onPointerEnter={() => setIsHeld(true)}
        onPointerLeave={() => setIsHeld(false)}
        onFocus={() => setIsHeld(true)}
        onBlur={() => setIsHeld(false)}
        onClick={run}
      >
        Undo
      </button>
    </span>
  );
}

/** Stays until it is closed: the page keeps working, except for what it has not loaded yet. */
const reloadMessage = (text: string) => (
  <span className="flex items-center gap-3">
    {text}
    <button
      type="button"
      className="-my-2 min-h-11 shrink-0 rounded-md px-2 font-semibold text-accent-text underline"
      onClick={() => location.reload()}
    >
      Reload
    </button>
  </span>
);

const errorOptions: ToastOptions = { duration: 5000, ariaProps: { role: 'alert', 'aria-live': 'assertive' } };

/** Toasts: errors are shown for 5 s, successes and notices for 4 s, those with 'Undo' for 15 s, 'Reload' until closed. */
export const toast = {
  success: (message: string): void => show(hotToast.success(message, { duration: 4000 })),
  error: (message: string): void => show(hotToast.error(message, errorOptions)),
  /** The id keeps it from showing twice. */
  errorOnce: (message: string): void => show(hotToast.error(message, { ...errorOptions, id: message })),
  notice: (message: string): void => show(hotToast(message, { duration: 4000 })),
  /** The id keeps it from showing twice. */
  reload: (message: string): void =>
    show(
      hotToast(reloadMessage(message), {
        ...errorOptions,
        id: 'reload',
        duration: Number.POSITIVE_INFINITY,
      }),
    ),
  undo(message: string, undo: () => void): void {
    const shownMessage = ({ id }: Toast) => <UndoMessage id={id} text={message} undo={undo} />;
    show(hotToast.success(shownMessage, { duration: Number.POSITIVE_INFINITY }));
  },
};
