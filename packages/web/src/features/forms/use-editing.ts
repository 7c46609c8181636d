import { useEffect, useRef, useState } from 'react';
import { readInput } from '../../lib/stored-input.ts';

/**
 * Whether something is being edited in its place. A form whose input is stored is open again after a reload; null for a
 * viewer who may not edit. Once it is closed, the `button` that opened it gets the focus back, unless its person writes
 * something else by then.
 */
export function useEditing(storageKey: string | null) {
  const [state, setState] = useState<'closed' | 'restored' | 'opened'>(() =>
    storageKey === null || readInput(storageKey) === null ? 'closed' : 'restored',
  );
  const button = useRef<HTMLButtonElement>(null);
  const wantsFocus = useRef(false);
  // After every render: the button is back once the form is gone, or once what was saved has arrived.
  useEffect(() => {
    if (!wantsFocus.current || button.current === null) return;
    wantsFocus.current = false;
    if (!document.activeElement?.matches('input, textarea')) button.current.focus();
  });
  return {
    button,
    isOpen: state !== 'closed',
    /** Whether the form was opened with the button, which is gone then. */
    takesFocus: state === 'opened',
    open: () => setState('opened'),
    close: () => {
      setState('closed');
      wantsFocus.current = true;
    },
  };
}
