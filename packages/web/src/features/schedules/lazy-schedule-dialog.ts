import { lazyComponent } from '../../lib/lazy-component.tsx';

/** The dialog that sets a chapter's schedule, loaded when it is opened. */
export const LazyScheduleDialog = lazyComponent(
  async () => (await import('./schedule-dialog.tsx')).ScheduleDialog,
);
