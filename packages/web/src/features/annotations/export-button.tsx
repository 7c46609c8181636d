import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
import { useLazyMenu } from '../../lib/use-lazy-menu.ts';
import { Button } from '../../ui/button.tsx';

const ExportMenu = lazyComponent(async () => (await import('./export-menu.tsx')).ExportMenu);

const ExportTrigger = (props: ComponentProps<'button'>) => (
  <Button {...props}>
    <Download aria-hidden="true" className="size-5" />
    Export
  </Button>
);

/** Opens the menu of exports, which is loaded on first use. */
export function ExportButton({ storyId }: { storyId: string }) {
  const [open, setOpen] = useState(false);
  const [first, menu] = useLazyMenu(open, setOpen);
  return (
    <>
      {first && <ExportTrigger {...first} />}
      {menu && <ExportMenu storyId={storyId} trigger={<ExportTrigger />} {...menu} />}
    </>
  );
}
