import { useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Dialog } from '../../ui/dialog.tsx';

/** A link to copy by hand, where the browser neither shares nor copies it. */
function LinkDialog({ link, onClosed }: { link: string; onClosed: () => void }) {
  const [open, setOpen] = useState(true);
  const id = useId();
  const close = () => {
    setOpen(false);
    onClosed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="Share this passage"
      description="This browser can’t copy the link for you. Copy it from here."
      initialFocus="field"
    >
      <label htmlFor={id} className="mb-1 block font-semibold">
        Link to the passage
      </label>
      <input
        id={id}
        type="text"
        readOnly
        dir="ltr"
        value={link}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-11 w-full rounded-md border border-control bg-surface px-3 py-2"
      />
    </Dialog>
  );
}

/** Opens the dialog outside the page, so that it can be called from anywhere. */
export function openLinkDialog(link: string): void {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const remove = () =>
    // After the dialog has returned the focus.
    setTimeout(() => {
      root.unmount();
      container.remove();
    }, 500);
  root.render(<LinkDialog link={link} onClosed={remove} />);
}
