import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The dialog with a draft chapter's links for beta readers, loaded when it is opened. */
export const LazyBetaLinksDialog = lazyComponent(
  async () => (await import('./beta-links-dialog.tsx')).BetaLinksDialog,
);
