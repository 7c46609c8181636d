import type { EreaderEmail as Settings } from '@inkling/contract/ereader-email';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef } from 'react';
import { messageOf } from '../../lib/api.ts';
import { QueryState } from '../../lib/query-state.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { CheckboxGroup } from '../../ui/checkbox-group.tsx';
import { TextField } from '../../ui/field.tsx';
import { RadioField } from '../../ui/radio-field.tsx';
import { TextSkeleton } from '../../ui/skeleton.tsx';
import { useFocusAfter } from '../../ui/use-focus-after.ts';
import { ErrorMessages } from '../forms/form-footer.tsx';
import { useCallForm } from '../forms/use-call-form.ts';
import {
  ereaderEmailQuery,
  useConfirmEreader,
  useRemoveEreaderAddress,
  useSetEreaderAddress,
  useSetEreaderEmail,
} from './devices.api.ts';

const schedules = {
  chapter: { name: 'Each new chapter', meaning: 'A few minutes after it’s published.' },
  daily: { name: 'Once a day', meaning: 'At the hour you chose for digests, if there are new chapters.' },
  never: { name: 'Never', meaning: 'Nothing is sent. Your other choices are kept.' },
};

const contents = {
  book: { name: 'The whole story so far', meaning: 'Each email contains one book with every chapter.' },
  chapters: { name: 'Only the new chapters', meaning: 'Each email contains them as a separate book.' },
};

/** Sends new chapters to an e-reader by email, once its owner has confirmed its address. */
export function EreaderEmail() {
  const box = useRef<HTMLDivElement>(null);
  const query = useQuery(ereaderEmailQuery);
  const settings = query.data?.data;
  if (settings === undefined)
    return (
      <QueryState
        query={query}
        fallback="Failed to fetch the settings of your e-reader."
        pending={<TextSkeleton lines={3} />}
      />
    );
  const { address, isConfirmed, isStopped, sender } = settings;
  return (
    <div ref={box} tabIndex={-1} className="outline-none">
      {address === null ? (
        <AddressForm sender={sender} next={box} />
      ) : isConfirmed ? (
        <Choices settings={settings} next={box} />
      ) : (
        <CodeForm address={address} isRefused={isStopped} next={box} />
      )}
    </div>
  );
}

/** Where the focus goes when the part with it is replaced. */
interface Next {
  next: RefObject<HTMLElement | null>;
}

function AddressForm({ sender, next }: { sender: string } & Next) {
  const part = useFocusAfter<HTMLFormElement>(() => next.current);
  const set = useSetEreaderAddress();
  const form = useCallForm({
    defaultValues: { address: '' },
    fallback: 'Failed to send the code.',
    send: async (body) => {
      await set.mutateAsync({ body });
    },
  });
  return (
    <form ref={part} onSubmit={form.onSubmit} noValidate className="space-y-3">
      <p>
        First, approve{' '}
        <strong dir="ltr" translate="no" className="break-all">
          {sender}
        </strong>{' '}
        as a sender: on Amazon, under “Manage Your Content and Devices”, or on PocketBook’s Send-to-PocketBook
        page. We’ll then send a document with a code to check that it arrives.
      </p>
      <TextField
        label="Your e-reader’s email address"
        hint="For example, “name@kindle.com” or “name@pbsync.com”."
        type="email"
        autoComplete="off"
        {...form.field('address')}
      />
      <ErrorMessages messages={form.errorMessages} />
      <Button type="submit" busy={form.busy}>
        Send code
      </Button>
    </form>
  );
}

function CodeForm({ address, isRefused, next }: { address: string; isRefused: boolean } & Next) {
  const part = useFocusAfter<HTMLFormElement>(() => next.current);
  const set = useSetEreaderAddress();
  const confirm = useConfirmEreader();
  const remove = useRemoveEreaderAddress();
  const form = useCallForm({
    defaultValues: { code: '' },
    fallback: 'Failed to confirm the address.',
    send: async (body) => {
      await confirm.mutateAsync({ body });
    },
  });
  return (
    <form ref={part} onSubmit={form.onSubmit} noValidate className="space-y-3">
      {isRefused ? (
        <Alert>Our email to {address} was rejected. Please check the address.</Alert>
      ) : (
        <p>
          We’ve sent a document named “Your code” to <Address>{address}</Address>. It can take a few minutes
          to arrive. Enter the six digits within 24 hours.
        </p>
      )}
      <TextField
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        {...form.field('code')}
      />
      <ErrorMessages messages={form.errorMessages} />
      {set.error !== null && <Alert>{messageOf(set.error, 'Failed to send the code.')}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={form.busy}>
          Confirm
        </Button>
        <Button busy={set.isPending} onClick={() => set.mutate({ body: { address } })}>
          Send a new code
        </Button>
        <Button busy={remove.isPending} onClick={() => remove.mutate({})}>
          Use another address
        </Button>
      </div>
    </form>
  );
}

const Address = ({ children }: { children: string }) => (
  <strong dir="ltr" translate="no" className="break-all">
    {children}
  </strong>
);

function Choices({
  settings: { address, schedule, content, stories, isStopped },
  next,
}: { settings: Settings } & Next) {
  const part = useFocusAfter<HTMLDivElement>(() => next.current);
  const set = useSetEreaderEmail();
  const remove = useRemoveEreaderAddress();
  return (
    <div ref={part} className="space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>
          Stories are sent to <Address>{address ?? ''}</Address>.
        </p>
        <Button busy={remove.isPending} onClick={() => remove.mutate({})}>
          Remove address
        </Button>
      </div>
      {isStopped && (
        <div className="space-y-3">
          <Alert>
            We’ve stopped sending stories because the last emails to this address were rejected. Check that
            the address still exists.
          </Alert>
          <Button busy={set.isPending} onClick={() => set.mutate({ body: {} })}>
            Resume sending
          </Button>
        </div>
      )}
      <RadioField
        legend="When to send"
        options={schedules}
        value={schedule}
        onChange={(chosen) => set.mutate({ body: { schedule: chosen } })}
      />
      <RadioField
        legend="What to send"
        options={contents}
        value={content}
        onChange={(chosen) => set.mutate({ body: { content: chosen } })}
      />
      {stories.length === 0 ? (
        <p className="text-muted">
          None of the stories you follow can be sent yet. Authors choose whether to allow it.
        </p>
      ) : (
        <CheckboxGroup
          legend="Stories to send"
          hint="Stories you follow whose authors allow EPUBs."
          options={stories.map(({ _id, title }) => ({ value: _id, name: title }))}
          value={stories.filter(({ isSent }) => isSent).map(({ _id }) => _id)}
          // Only what was changed: choices whose answers have not arrived are not among `stories`.
          onChange={(chosen) => {
            const changed = stories.filter(({ _id, isSent }) => chosen.includes(_id) !== isSent);
            const ids = (wasSent: boolean) =>
              changed.filter(({ isSent }) => isSent === wasSent).map(({ _id }) => _id);
            set.mutate({ body: { exclude: ids(true), include: ids(false) } });
          }}
        />
      )}
    </div>
  );
}
