import type { Story } from '@inkling/contract/stories';
import { useState } from 'react';
import { HideLabel } from '../../features/stories/labels/hide-label.tsx';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { Button } from '../../ui/button.tsx';

const closed = (
  <Button aria-haspopup="menu" aria-expanded={false} busy>
    <HideLabel />
  </Button>
);

const HideMenu = lazyComponent(
  async () => (await import('../../features/stories/labels/hide-menu.tsx')).HideMenu,
  { fallback: closed },
);

/** A button with the menu of what to hide, which is loaded when it is first opened. */
export function HideButton({ story }: { story: Story }) {
  const [isOpened, setIsOpened] = useState(false);
  if (isOpened) return <HideMenu story={story} onLoadFailed={() => setIsOpened(false)} />;
  return (
    <Button aria-haspopup="menu" aria-expanded={false} onClick={() => setIsOpened(true)}>
      <HideLabel />
    </Button>
  );
}
