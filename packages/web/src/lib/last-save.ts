import type { ChapterProgress } from '@inkling/contract/library';

/** The place that a page saves while it closes: what the next page is opened with may be older. */
interface LastSave {
  storyId: string;
  progress: ChapterProgress & { readsAgain?: boolean };
}

const key = 'reading-left';
/** How long a page's last save may still be on its way to the server after the page was left. */
const sentWithinMs = 3000;

export function noteLastSave(save: LastSave): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ ...save, at: Date.now() }));
  } catch {
    // Without storage, the next page may show the position before.
  }
}

/** What this tab has just saved while it left a page. */
export function lastSave(): LastSave | undefined {
  try {
    const save = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return Math.abs(Date.now() - save.at) < sentWithinMs ? save : undefined;
  } catch {
    return undefined;
  }
}
