import { type ContentWarning, contentWarningNames } from '@inkling/contract/content-warnings';
import { tagKey } from '@inkling/contract/story-labels';
import { useQueryClient } from '@tanstack/react-query';
import { showUndo } from '../../../lib/notify.ts';
import { meQuery } from '../../../lib/session.ts';
import { useUpdatePreferences } from '../../users/users.api.ts';

const fallback = 'Failed to update preferences.';

/** Hides the stories with a tag or a content warning; a toast offers to undo it. */
export function useHideLabels() {
  const client = useQueryClient();
  const update = useUpdatePreferences({ fallback, errors: 'toast' });
  const preferences = () => client.getQueryData(meQuery.queryKey)?.readingPreferences;
  const setTags = (change: (keys: string[]) => string[]) =>
    update.mutateAsync({ body: { hiddenTags: change(preferences()?.hiddenTags ?? []) } });
  const setWarnings = (change: (warnings: ContentWarning[]) => ContentWarning[]) =>
    update.mutateAsync({ body: { hiddenWarnings: change(preferences()?.hiddenWarnings ?? []) } });
  /** Failures are toasts. */
  const run = (change: Promise<unknown>, then?: () => void) => void change.then(then, () => undefined);
  return {
    hideTag(tag: string): void {
      const key = tagKey(tag);
      const others = (keys: string[]) => keys.filter((other) => other !== key);
      run(
        setTags((keys) => [...others(keys), key]),
        () => showUndo(`Stories tagged ‘${tag}’ are hidden.`, () => run(setTags(others))),
      );
    },
    hideWarning(warning: ContentWarning): void {
      const others = (all: ContentWarning[]) => all.filter((other) => other !== warning);
      run(
        setWarnings((all) => [...others(all), warning]),
        () =>
          showUndo(`Stories with ‘${contentWarningNames[warning]}’ are hidden.`, () =>
            run(setWarnings(others)),
          ),
      );
    },
  };
}
