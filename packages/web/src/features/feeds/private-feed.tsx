import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { type RefObject, useId, useRef, useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { showError, showSuccess } from '../../lib/notify.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { privateFeedQuery, useCreatePrivateFeed, useEndPrivateFeed } from './feeds.api.ts';

/** Creates, renews and ends the private feed. Its address is shown once, after it was created. */
export function PrivateFeed() {
  const feed = useQuery(privateFeedQuery);
  const create = useCreatePrivateFeed();
  const end = useEndPrivateFeed();
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const close = () => setAsking(null);
  if (!feed.isSuccess)
    return (
      <QueryState query={feed} fallback="Failed to fetch your private feed." pending={<FeedSkeleton />} />
    );
  const { createdAt } = feed.data.data;
  const address = create.data?.data;
  return (
    <div ref={box} tabIndex={-1} className="space-y-4 outline-none">
      {createdAt === null ? (
        <CreateButton busy={create.isPending} onClick={() => create.mutate({})} next={box} />
      ) : (
        <>
          <p>
            Created <LocalDate iso={createdAt} />
            {address?.createdAt !== createdAt &&
              '. Its address was shown only then. If you no longer have it, replace it.'}
          </p>
          {address?.createdAt === createdAt && (
            <div className="space-y-3" role="status">
              <p>Copy the address now. We won’t show it again.</p>
              <FeedAddress name="Atom" address={address.atom} />
              <FeedAddress name="JSON Feed" address={address.json} />
            </div>
          )}
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => setAsking('renew')}>Replace address</Button>
            <Button onClick={() => setAsking('end')}>Delete private feed</Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={asking === 'renew'}
        onOpenChange={close}
        title="Replace the address?"
        confirm="Replace address"
        busy={create.isPending}
        onConfirm={() => create.mutate({}, { onSettled: close })}
      >
        <p>The current address will stop working, and your feed reader will need the new one.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'end'}
        onOpenChange={close}
        title="Delete your private feed?"
        confirm="Delete private feed"
        busy={end.isPending}
        returnTo={box}
        onConfirm={() => end.mutate({}, { onSettled: close })}
      >
        <p>Its address will stop working. You can create a new one at any time.</p>
      </ConfirmDialog>
    </div>
  );
}

/** As high as the button. */
export const FeedSkeleton = () => (
  <div className="h-11 overflow-hidden">
    <TextSkeleton lines={1} />
  </div>
);

interface CreateProps {
  busy: boolean;
  onClick: () => void;
  /** Gets the focus when the button is gone. */
  next: RefObject<HTMLElement | null>;
}

function CreateButton({ busy, onClick, next }: CreateProps) {
  const button = useFocusAfter<HTMLButtonElement>(() => next.current);
  return (
    <Button ref={button} busy={busy} onClick={onClick}>
      Create private feed
    </Button>
  );
}

/** An address with a button that copies it. */
export function FeedAddress({ name, address }: { name: string; address: string }) {
  const id = useId();
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => showSuccess('Address copied.'),
      () => showError('The address couldn’t be copied. You can copy it from the field.'),
    );
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold">
        {name}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          id={id}
          type="text"
          readOnly
          dir="ltr"
          value={address}
          onFocus={(event) => event.currentTarget.select()}
          className="min-h-11 min-w-0 flex-1 basis-48 rounded-md border border-control bg-surface px-3 py-2"
        />
        <Button aria-label={`Copy the ${name} address`} onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          Copy
        </Button>
      </div>
    </div>
  );
}
