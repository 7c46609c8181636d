import { Copy } from 'lucide-react';
import { useState } from 'react';
import { showError, showSuccess } from '../../../lib/notify.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';

/** The longest name of a link. */
const maxLinkName = 40;

/** What a person types as a name of a link, as it can stand in an address: lower-case letters, digits, hyphens. */
const linkNameOf = (typed: string): string =>
  typed
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLinkName)
    .replace(/^-+|-+$/g, '');

/** Makes an address of the story by which its views are counted under a name. */
export function LinkBuilder({ storyId }: { storyId: string }) {
  const [typed, setTyped] = useState('');
  const name = linkNameOf(typed);
  const isTaken = name === 'feed' || name === 'mail';
  const address = `${window.location.origin}${paths.story(storyId)}`;
  const link = name === '' ? address : `${address}?from=${name}`;
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => showSuccess('Link copied.'),
      () => showError('The link couldn’t be copied. Please copy it from the field.'),
    );
  return (
    <div className="mt-6 max-w-2xl space-y-4 rounded-lg border border-line bg-raised p-4 print:hidden">
      <h3 className="font-serif text-xl">Make a link</h3>
      <p className="text-muted">
        Views through this link are counted under its name. The name disappears from the address once the page
        is open.
      </p>
      <TextField
        label="Name of the link"
        hint="For example, newsletter."
        value={typed}
        {...(isTaken && {
          error: `“${name}” is reserved for Inkling’s own links. Please choose another name.`,
        })}
        maxLength={maxLinkName}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            label="Link"
            value={link}
            readOnly
            dir="ltr"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
        <Button onClick={() => void copy()} disabled={name === '' || isTaken}>
          <Copy aria-hidden="true" className="size-5" />
          Copy link
        </Button>
      </div>
    </div>
  );
}
