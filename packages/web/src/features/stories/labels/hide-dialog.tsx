import { type ContentWarning, contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import type { ReactNode } from 'react';
import { showUndo } from '../../../lib/notify.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { useUpdatePreferences } from '../../users/users.api.ts';
import { useHideStory } from './labels.api.ts';

/** Hides the stories with a tag or a content warning; a toast offers to undo it. */
function useHideLabels() {
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

/** Hides a story, or all stories with one of its tags or content warnings. */
export function HideDialog({ story, onClose }: { story: Story; onClose: () => void }) {
  const hideStory = useHideStory();
  const { hideTag, hideWarning } = useHideLabels();
  const then = (hide: () => void) => () => {
    onClose();
    hide();
  };
  return (
    <Dialog
      title="Hide from your lists"
      description="What you hide no longer appears in lists, searches or recommendations. You can undo this in Settings."
      open
      onOpenChange={onClose}
    >
      <ul className="-mx-3">
        <Choice onChoose={then(() => hideStory(story))}>Hide this story</Choice>
        {story.tags.map((tag) => (
          <Choice key={tag} onChoose={then(() => hideTag(tag))}>
            Hide stories tagged <bdi className="font-semibold">{tag}</bdi>
          </Choice>
        ))}
        {story.contentWarnings.map((warning) => (
          <Choice key={warning} onChoose={then(() => hideWarning(warning))}>
            Hide stories with{' '}
            <span className="font-semibold">{contentWarningNames[warning].toLowerCase()}</span>
          </Choice>
        ))}
      </ul>
    </Dialog>
  );
}

const Choice = ({ onChoose, children }: { onChoose: () => void; children: ReactNode }) => (
  <li>
    <button
      type="button"
      onClick={onChoose}
      className="min-h-11 w-full rounded-md px-3 py-2 text-start break-words hover:bg-sunken"
    >
      {children}
    </button>
  </li>
);
