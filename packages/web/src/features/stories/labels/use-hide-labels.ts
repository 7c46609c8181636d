import { type ContentWarning, contentWarningNames } from '@inkling/contract/content-warnings';
import { showUndo } from '../../../lib/notify.ts';
import { useUpdatePreferences } from '../../users/users.api.ts';

/** Hides the stories with a tag or a content warning; a toast offers to undo it. */
export function useHideLabels() {
  const update = useUpdatePreferences();
  /** Failures are toasts. */
  const change = (body: Parameters<typeof update.mutateAsync>[0]['body'], then?: () => void) =>
    void update.mutateAsync({ body }).then(then, () => undefined);
  return {
    hideTag: (tag: string): void =>
      change({ hideTags: [tag] }, () =>
        showUndo(`Stories tagged “${tag}” are hidden.`, () => change({ showTags: [tag] })),
      ),
    hideWarning: (warning: ContentWarning): void =>
      change({ hideWarnings: [warning] }, () =>
        showUndo(`Stories with “${contentWarningNames[warning]}” are hidden.`, () =>
          change({ showWarnings: [warning] }),
        ),
      ),
  };
}
