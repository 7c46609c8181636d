import { contactLimits } from '@inkling/contract/limits';
import { contactBody, type Operator } from '@inkling/contract/site';
import { Check } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSendMessage } from '../../features/site/site.api.ts';
import { type MessageInput, readStoredMessage, storeMessage } from '../../features/site/stored-message.ts';
import { ApiError, messageOf } from '../../lib/api.ts';
import { useMe, useSessionState } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';

const fields = ['name', 'email', 'subject', 'message'] as const;
type Field = (typeof fields)[number];
type Problems = Partial<Record<Field, string>>;

const readInput = (form: HTMLFormElement): MessageInput & { website: string } => {
  const data = new FormData(form);
  const of = (name: string) => String(data.get(name) ?? '');
  return {
    name: of('name'),
    email: of('email'),
    subject: of('subject'),
    message: of('message'),
    website: of('website'),
  };
};

/** The first problem of each visible field. */
const problemsOf = (found: { path: string; message: string }[]): Problems => {
  const problems: Problems = {};
  for (const { path, message } of found) {
    const field = fields.find((name) => name === path);
    if (field !== undefined) problems[field] ??= message;
  }
  return problems;
};

function controlOf(form: HTMLFormElement, field: Field): HTMLInputElement | HTMLTextAreaElement | null {
  const control = form.elements.namedItem(field);
  return control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control : null;
}

/** Fills empty fields with stored input, or with the signed-in user's details. */
function fillIn(form: HTMLFormElement, values: Partial<MessageInput>): void {
  for (const field of fields) {
    const control = controlOf(form, field);
    if (control?.value === '') control.value = values[field] ?? '';
  }
}

/** A message to the operator. Input is stored until it has been sent, and survives a reload. */
export function ContactForm({ operator }: { operator: Operator }) {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <Sent replyTo={sentTo} operator={operator} again={() => setSentTo(null)} />;
  return <MessageForm onSent={setSentTo} />;
}

function MessageForm({ onSent }: { onSent: (replyTo: string) => void }) {
  const ref = useRef<HTMLFormElement>(null);
  const session = useSessionState();
  const me = useMe();
  const sending = useSendMessage();
  const known = session === 'visitor' || me !== undefined;
  const userId = me?._id ?? null;
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (ref.current === null || !known) return;
    fillIn(ref.current, {
      ...(me && { name: me.displayName, email: me.email }),
      ...readStoredMessage(userId),
    });
  }, [known, me, userId]);

  const show = (form: HTMLFormElement, found: Problems) => {
    setProblems(found);
    const first = fields.find((field) => found[field] !== undefined);
    if (first !== undefined) controlOf(form, first)?.focus();
  };

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const input = readInput(form);
    setRefusal(null);
    const { success, error } = contactBody.safeParse(input);
    if (!success) {
      show(form, problemsOf(error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))));
      return;
    }
    setProblems({});
    setBusy(true);
    try {
      await sending.mutateAsync({ body: input });
      storeMessage(userId, null);
      onSent(input.email.trim());
    } catch (failure) {
      setRefusal(messageOf(failure, 'Your message could not be sent. Please try again.'));
      if (failure instanceof ApiError) show(form, problemsOf(failure.fields));
    } finally {
      setBusy(false);
    }
  };

  const fieldOf = (name: Field) => ({ name, error: problems[name], required: true, readOnly: busy });
  return (
    <form
      ref={ref}
      method="post"
      onSubmit={send}
      onInput={(event) => {
        const { website: _hidden, ...input } = readInput(event.currentTarget);
        storeMessage(userId, input);
      }}
      noValidate
      aria-label="Write to us"
      className="space-y-4"
    >
      {refusal !== null && (
        <Alert>
          <p>{refusal}</p>
          <p>What you typed is still here.</p>
        </Alert>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Name" autoComplete="name" maxLength={contactLimits.name} {...fieldOf('name')} />
        <TextField
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...fieldOf('email')}
        />
      </div>
      <TextField label="Subject" maxLength={contactLimits.subject} dir="auto" {...fieldOf('subject')} />
      <TextArea label="Message" rows={8} maxLength={contactLimits.message} {...fieldOf('message')} />
      <Honeypot />
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
function Honeypot() {
  return (
    <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
      <label>
        Leave this empty
        <input name="website" type="text" tabIndex={-1} autoComplete="off" />
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
