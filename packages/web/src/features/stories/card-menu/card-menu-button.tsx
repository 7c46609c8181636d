import type { Story } from '@inkling/contract/stories';
import { EllipsisVertical } from 'lucide-react';
import { lazyComponent } from '../../../lib/lazy-component.tsx';
import { useIsMemberPage } from '../../../lib/session.ts';
import { useLazyMenu } from '../../../lib/use-lazy-menu.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { titleOf } from '../story-text.ts';

const CardMenu = lazyComponent(async () => (await import('./card-menu.tsx')).CardMenu);

interface Props {
  story: Story;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The button of a card's menu, for members. The menu is loaded on first use. */
export function CardMenuButton({ story, open, onOpenChange }: Props) {
  const member = useIsMemberPage();
  const [first, menu] = useLazyMenu(open, onOpenChange);
  if (!member) return null;
  const button = {
    label: `More options: ${titleOf(story)}`,
    className: 'relative z-10 -me-3',
    icon: EllipsisVertical,
  };
  return (
    <>
      {first && <IconButton {...button} {...first} />}
      {menu && <CardMenu story={story} trigger={<IconButton {...button} />} {...menu} />}
    </>
  );
}
