import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form';
import { useSessionState } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { useCallForm } from '../forms/use-call-form.ts';

/** A page with one short, centred form or message. */
export function NarrowPage({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className="mx-auto w-full max-w-md px-4 py-10 sm:py-16">
      <h1 className={`font-serif text-3xl ${lead === undefined ? 'mb-6' : 'mb-2'}`}>{title}</h1>
      {lead !== undefined && <p className="mb-6 text-muted">{lead}</p>}
      {children}
    </div>
  );
}

interface CredentialField<Values> {
  name: Path<Values & FieldValues>;
  label: string;
  type: 'text' | 'email' | 'password';
  autoComplete: string;
  hint?: string;
}

interface Props<Values extends FieldValues> {
  fields: CredentialField<Values>[];
  resolver: Resolver<Values>;
  submit: (values: Values) => Promise<unknown>;
  label: string;
  busyLabel: string;
  fallback: string;
  children?: React.ReactNode;
}

/** Sums up the errors in one line: the only message, or the names of the fields. */
function summaryOf<Values extends FieldValues>(
  fields: CredentialField<Values>[],
  errors: FieldErrors<Values>,
): string | null {
  const invalid = fields.filter(({ name }) => errors[name] !== undefined);
  const [first] = invalid;
  if (first === undefined) return null;
  const message = errors[first.name]?.message;
  if (invalid.length === 1 && typeof message === 'string') return message;
  return `Please check these fields: ${invalid.map(({ label }) => label).join(', ')}.`;
}

/**
 * A form for credentials. Errors show at the fields and summarised above them, server errors in a red box. Inputs are
 * disabled during the request and keep their values.
 */
export function CredentialsForm<Values extends FieldValues>(props: Props<Values>) {
  const { fields, resolver, submit, label, busyLabel, fallback, children } = props;
  const [summary, setSummary] = useState<string | null>(null);
  const ready = useSessionState() !== 'unknown';
  // No default values, so that input from before hydration, typed or autofilled, is not overwritten.
  const form = useCallForm<Values>({
    resolver,
    reValidateMode: 'onChange',
    send: submit,
    onInvalid: (errors) => setSummary(summaryOf(fields, errors)),
    fallback,
  });
  const { busy, failure } = form;

  // Disabled fields lose the focus; restore it after a server error.
  const focusedBefore = useRef<Element | null>(null);
  useEffect(() => {
    if (busy || failure === undefined || document.activeElement !== document.body) return;
    if (focusedBefore.current instanceof HTMLElement) focusedBefore.current.focus();
  }, [busy, failure]);

  // The summary disappears once all fields are valid.
  const shown = failure ?? (Object.keys(form.formState.errors).length > 0 ? summary : null);
  const submitForm = (event: FormEvent) => {
    focusedBefore.current = document.activeElement;
    form.onSubmit(event);
  };

  return (
    // POST, because a GET form submitted before hydration would put the password into the URL.
    <form method="post" onSubmit={submitForm} noValidate className="space-y-4">
      {shown !== null && <Alert>{shown}</Alert>}
      {fields.map(({ name, label: fieldLabel, type, autoComplete, hint }) => {
        const Control = type === 'password' ? PasswordField : TextField;
        return (
          <Control
            key={name}
            label={fieldLabel}
            hint={hint}
            {...(type === 'email' && { type: 'email', inputMode: 'email' as const })}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            disabled={busy}
            {...form.field(name as Path<Values>)}
          />
        );
      })}
      {children}
      <Button type="submit" variant="primary" className="w-full" busy={busy} disabled={!ready}>
        {busy ? busyLabel : label}
      </Button>
    </form>
  );
}
