import { lazyComponent } from './lazy-component.tsx';

/** A dialog whose library is loaded when it opens: for dialogs of first screens. Render it while it is open. */
export const LazyDialog = lazyComponent(async () => (await import('../ui/dialog.tsx')).Dialog);
