import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Path, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api.ts';
import { useSessionState } from '../../lib/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PasswordField, TextField } from '../../ui/field.tsx';

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
  submit: (values: Values) => Promise<void>;
  label: string;
  busyLabel: string;
  fallback: string;
  children?: React.ReactNode;
}

/** What is wrong, in one line: the message itself, or the fields that need another look. */
function summaryOf<Values extends FieldValues>(
  fields: CredentialField<Values>[],
  errors: FieldErrors<Values>,
): string | null {
  const wrong = fields.filter(({ name }) => errors[name] !== undefined);
  const [first] = wrong;
  if (first === undefined) return null;
  const message = errors[first.name]?.message;
  if (wrong.length === 1 && typeof message === 'string') return message;
  return `Please check these fields: ${wrong.map(({ label }) => label).join(', ')}.`;
}

/**
 * A form of credentials: errors at the field and in sum above, the server's refusal in a red box, inputs disabled while the
 * request is in flight, and what was typed kept whatever happens.
 */
export function CredentialsForm<Values extends FieldValues>(props: Props<Values>) {
  const { fields, resolver, submit, label, busyLabel, fallback, children } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const [summary, setSummary] = useState<string | null>(null);
  const ready = useSessionState() !== 'unknown';
  // Without default values what was typed, or filled in, before the scripts came stays.
  const form = useForm<Values>({ resolver, shouldFocusError: true });
  const { errors, isSubmitting } = form.formState;

  // The fields are disabled meanwhile and lose the focus; after a refusal it is back where it was.
  const stood = useRef<Element | null>(null);
  useEffect(() => {
    if (isSubmitting || refusal === null || document.activeElement !== document.body) return;
    if (stood.current instanceof HTMLElement) stood.current.focus();
  }, [isSubmitting, refusal]);

  const send = form.handleSubmit(
    async (values) => {
      setRefusal(null);
      setSummary(null);
      try {
        await submit(values);
      } catch (error) {
        setRefusal(messageOf(error, fallback));
        if (!(error instanceof ApiError)) return;
        for (const { path, message } of error.fields) {
          const field = fields.find(({ name }) => name === path);
          if (field) form.setError(field.name as Path<Values>, { message }, { shouldFocus: true });
        }
      }
    },
    (wrong) => {
      setRefusal(null);
      setSummary(summaryOf(fields, wrong));
    },
  );

  // What has been put right is no longer complained of.
  const shown = refusal ?? (Object.keys(errors).length > 0 ? summary : null);
  const submitForm = (event: FormEvent) => {
    stood.current = document.activeElement;
    void send(event);
  };

  return (
    // 'post', since a form that is sent before its script is there would else show a password in the address.
    <form method="post" onSubmit={submitForm} noValidate className="space-y-4">
      {shown !== null && <Alert>{shown}</Alert>}
      {fields.map(({ name, label: fieldLabel, type, autoComplete, hint }) => {
        const Control = type === 'password' ? PasswordField : TextField;
        const message = errors[name]?.message;
        return (
          <Control
            key={name}
            label={fieldLabel}
            hint={hint}
            error={typeof message === 'string' ? message : undefined}
            {...(type === 'email' && { type: 'email', inputMode: 'email' as const })}
            autoComplete={autoComplete}
            autoCapitalize="none"
            spellCheck={false}
            required
            disabled={isSubmitting}
            {...form.register(name as Path<Values>)}
          />
        );
      })}
      {children}
      <Button type="submit" variant="primary" className="w-full" busy={isSubmitting} disabled={!ready}>
        {isSubmitting ? busyLabel : label}
      </Button>
    </form>
  );
}
