import { Copy } from 'lucide-react';
import { showError, showSuccess } from '../../lib/notify.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';

/** A new link, which is shown only once, with a button that copies it. */
export function NewLink({ label, hint, link }: { label: string; hint: string; link: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      showSuccess('Link copied.');
    } catch {
      showError('The link couldn’t be copied. Please copy it from the field.');
    }
  };
  return (
    <div role="status" className="mt-4 rounded-md bg-notice p-4 text-on-notice">
      <TextField label={label} hint={hint} value={link} readOnly onFocus={({ target }) => target.select()} />
      <Button className="mt-3" onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" />
        Copy link
      </Button>
    </div>
  );
}
