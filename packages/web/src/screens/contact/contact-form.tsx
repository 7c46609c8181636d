import { zodResolver } from '@hookform/resolvers/zod';
import { contactLimits } from '@inkling/contract/limits';
import { type ContactInput, contactBody, type Operator } from '@inkling/contract/site';
import { Check } from 'lucide-react';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { FormFailure } from '../../features/forms/form-footer.tsx';
import { useCallForm } from '../../features/forms/use-call-form.ts';
import { useSendMessage } from '../../features/site/site.api.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

const visibleFields = ['name', 'email', 'subject', 'message'] as const;

/** A message to the operator. Input is stored until it has been sent, and survives a reload. */
export function ContactForm({ operator }: { operator: Operator }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent replyTo={sentTo} operator={operator} again={() => setSentTo(null)} />;
  return <MessageForm onSent={setSentTo} />;
}

function MessageForm({ onSent }: { onSent: (replyTo: string) => void }) {
  const session = useSessionState();
  const me = useMe();
  const sending = useSendMessage();
  const known = session === 'visitor' || me !== undefined;
  // Until the tab is closed, and per user, since people share browsers.
  const storageKey = `message:${me?._id ?? 'visitor'}`;
  const store = (input: object | null) => storeInput(storageKey, input, 'sessionStorage');
  // No default values, so that input from before hydration is not overwritten.
  const form = useCallForm<ContactInput>({
    resolver: zodResolver(contactBody, undefined, { raw: true }),
    send: async (body) => {
      await sending.mutateAsync({ body });
      store(null);
      onSent(body.email.trim());
    },
    fallback: 'Your message couldn’t be sent. Please try again.',
  });
  const { busy, getValues, setValue } = form;

  useEffect(() => {
    if (!known) return;
    const own = me && { name: me.displayName, email: me.email };
    const begun: Partial<ContactInput> = { ...own, ...readInput<ContactInput>(storageKey, 'sessionStorage') };
    for (const name of visibleFields) if (getValues(name) === '') setValue(name, begun[name] ?? '');
  }, [known, me, storageKey, getValues, setValue]);

  const field = (name: (typeof visibleFields)[number]) => ({ required: true, ...form.field(name) });
  return (
    <form
      method="post"
      onSubmit={form.onSubmit}
      onChange={() => store(getValues())}
      noValidate
      aria-label="Write to us"
      className="space-y-4"
    >
      <FormFailure message={form.failure} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={contactLimits.name} {...field('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
      </div>
      <TextField label="Subject" maxLength={contactLimits.subject} dir="auto" {...field('subject')} />
      <TextArea label="Message" rows={8} maxLength={contactLimits.message} {...field('message')} />
      <Honeypot {...form.register('website')} />
      <Button type="submit" variant="primary" disabled={session === 'unknown'} busy={busy}>
        {busy ? 'Sending…' : 'Send message'}
      </Button>
      <noscript>
        <p className="text-muted">This form needs JavaScript, which is turned off in your browser.</p>
      </noscript>
    </form>
  );
}

/** A hidden field that only bots fill in. */
function Honeypot(props: ComponentProps<'input'>) {
  return (
    <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
      <label>
        Leave this empty
        <input type="text" tabIndex={-1} autoComplete="off" {...props} />
      </label>
    </div>
  );
}

interface SentProps {
  /** The address that the reply is sent to. */
  replyTo: string;
  operator: Operator;
  again: () => void;
}

function Sent({ replyTo, operator, again }: SentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="self-start rounded-md border border-line bg-raised p-6">
      <Check aria-hidden="true" className="size-8 text-success" />
      <h2 ref={heading} tabIndex={-1} className="mt-3 font-serif text-2xl outline-none">
        Thank you for your message
      </h2>
      <p className="mt-2">
        {operator.contactEmail === null
          ? 'Your message is stored here until the operator of this site reads it.'
          : `Your message is on its way to ${operator.name ?? 'the operator of this site'} by email.`}
      </p>
      <p className="mt-2 [overflow-wrap:anywhere]">
        If it needs a reply, we’ll write to {replyTo}. A person will answer, so it may take a few days.
      </p>
      <Button className="mt-6" onClick={again}>
        Write another message
      </Button>
    </section>
  );
}
