import type { Device } from '@inkling/contract/devices';
import { deviceLimits } from '@inkling/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { Copy, TabletSmartphone } from 'lucide-react';
import { useRef, useState } from 'react';
import { LocalDate } from '../../lib/local-date.tsx';
import { lastReadLabel } from '../../lib/moments.ts';
import { showError, showSuccess } from '../../lib/notify.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import { devicesQuery, useCreateDevice, useRevokeDevice } from './devices.api.ts';

/** Creates, lists and revokes the tokens of e-readers and apps. A token is shown only once, right after it is created. */
export function DeviceTokens({ username }: { username: string }) {
  const query = useQuery(devicesQuery);
  const create = useCreateDevice();
  const revoke = useRevokeDevice();
  const [asked, setAsked] = useState<Device | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const form = useCallForm({
    defaultValues: { name: '' },
    fallback: 'Failed to create the token.',
    send: async (body) => {
      await create.mutateAsync({ body });
      form.reset();
    },
  });
  const devices = query.data?.data ?? [];
  const created = create.data?.data;
  return (
    <div ref={box} tabIndex={-1} className="space-y-4 outline-none">
      <form onSubmit={form.onSubmit} noValidate className="space-y-3">
        <TextField
          label="Name of the e-reader or app"
          hint="For example, “Kobo” or “KOReader on my tablet”."
          maxLength={deviceLimits.name}
          autoComplete="off"
          {...form.field('name')}
        />
        <ErrorMessages messages={form.errorMessages} />
        <Button type="submit" busy={form.busy}>
          Create token
        </Button>
      </form>
      {created && devices.some(({ _id }) => _id === created._id) && (
        <NewToken username={username} token={created.token} />
      )}
      <QueryState
        query={query}
        fallback="Failed to fetch your e-readers and apps."
        pending={<TextSkeleton lines={2} />}
      />
      {devices.length > 0 && (
        <ul aria-label="E-readers and apps" className="divide-y divide-line rounded-md border border-line">
          {devices.map((device) => (
            <li key={device._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <TabletSmartphone aria-hidden="true" className="size-6 shrink-0 text-muted" />
              <div className="min-w-40 flex-1">
                <p dir="auto" className="font-semibold break-words">
                  {device.name}
                </p>
                <p className="text-sm text-muted">
                  {device.lastUsedAt === null
                    ? 'Never used'
                    : `Last used: ${lastReadLabel(device.lastUsedAt)}`}
                  {' · Created '}
                  <LocalDate iso={device.createdAt} />
                </p>
              </div>
              <Button aria-label={`Revoke the token of ${device.name}`} onClick={() => setAsked(device)}>
                Revoke
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={`Revoke the token of “${asked?.name}”?`}
        confirm="Revoke"
        busy={revoke.isPending}
        returnTo={box}
        onConfirm={() =>
          asked && revoke.mutate({ params: { id: asked._id } }, { onSettled: () => setAsked(null) })
        }
      >
        <p>
          It will no longer be able to fetch your stories or save your place. Files already downloaded stay on
          it.
        </p>
      </ConfirmDialog>
    </div>
  );
}

/** A new token in groups of four, which are easier to type, with a button that copies it without spaces. */
function NewToken({ username, token }: { username: string; token: string }) {
  const copy = () =>
    navigator.clipboard.writeText(token).then(
      () => showSuccess('Token copied.'),
      () => showError('The token couldn’t be copied. Please select it and copy it.'),
    );
  return (
    <div role="status" className="space-y-3 rounded-md bg-notice p-4 text-on-notice">
      <p className="font-semibold">Your token</p>
      <p
        dir="ltr"
        translate="no"
        className="flex flex-wrap gap-x-[1ch] font-mono text-lg break-all select-all"
      >
        {token.match(/.{1,4}/g)?.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a token never change
          <span key={index}>{group}</span>
        ))}
      </p>
      <p>
        Copy it now, or type it on your e-reader without spaces. We won’t show it again. Sign in there as “
        {username}”, with the token as the password. Never enter your Inkling password on an e-reader.
      </p>
      <Button onClick={() => void copy()}>
        <Copy aria-hidden="true" className="size-5" />
        Copy token
      </Button>
    </div>
  );
}
