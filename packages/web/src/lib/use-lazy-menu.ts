import { useState } from 'react';

/**
 * A menu whose script is loaded when its button is pressed: the props of the button, until the menu shows it itself, and
 * those of the menu, from the first press on.
 */
export function useLazyMenu(open: boolean, onOpenChange: (open: boolean) => void) {
  const [used, setUsed] = useState(false);
  const [ready, setReady] = useState(false);
  const use = (open: boolean) => {
    setUsed(open);
    onOpenChange(open);
  };
  return [
    ready ? null : { 'aria-haspopup': 'menu' as const, 'aria-expanded': false, onClick: () => use(true) },
    used ? { open, onOpenChange, onReady: () => setReady(true), onLoadFailed: () => use(false) } : null,
  ] as const;
}
