import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The dialog with a chapter's reading time, loaded when it is opened. */
export const LazyChapterTimeDialog = lazyComponent(
  async () => (await import('./chapter-time-dialog.tsx')).ChapterTimeDialog,
);
