import { Download } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { lazyComponent } from '../../lib/lazy-component.tsx';
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
  const [used, setUsed] = useState(false);
  const [ready, setReady] = useState(false);
  return (
    <>
      {!ready && (
        <ExportTrigger
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => {
            setUsed(true);
            setOpen(true);
          }}
        />
      )}
      {used && (
        <ExportMenu
          storyId={storyId}
          trigger={<ExportTrigger />}
          open={open}
          onOpenChange={setOpen}
          onReady={() => setReady(true)}
          onLoadFailed={() => {
            setUsed(false);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}
