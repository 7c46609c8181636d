import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The dialog that creates or changes a link for beta readers, loaded when it is opened. */
export const LazyBetaLinkDialog = lazyComponent(
  async () => (await import('./beta-link-dialog.tsx')).BetaLinkDialog,
);
