import { contentWarningNames } from '@inkling/contract/content-warnings';
import type { Story } from '@inkling/contract/stories';
import { EyeOff } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Menu, MenuItem, MenuLine } from '../../../ui/menu.tsx';
import { useHideStory } from './labels.api.ts';
import { useHideLabels } from './use-hide-labels.ts';

/** Hides a story, or all stories with one of its tags or content warnings. */
export function HideMenu({ story }: { story: Story }) {
  const hideStory = useHideStory();
  const { hideTag, hideWarning } = useHideLabels();
  const { tags, contentWarnings } = story;
  return (
    <Menu
      trigger={
        <Button>
          <EyeOff aria-hidden="true" className="size-5" />
          Hide
        </Button>
      }
    >
      <MenuItem onSelect={() => hideStory(story)}>Not interested</MenuItem>
      {tags.length + contentWarnings.length > 0 && <MenuLine />}
      {tags.map((tag) => (
        <MenuItem key={tag} onSelect={() => hideTag(tag)}>
          <span>
            Hide stories tagged <bdi>{tag}</bdi>
          </span>
        </MenuItem>
      ))}
      {contentWarnings.map((warning) => (
        <MenuItem key={warning} onSelect={() => hideWarning(warning)}>
          Hide stories with {contentWarningNames[warning].toLowerCase()}
        </MenuItem>
      ))}
    </Menu>
  );
}
