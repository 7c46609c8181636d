import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { DefaultValues, FieldValues, Path, Resolver } from 'react-hook-form';
import { useForm } from 'react-hook-form';
import { ApiError, messageOf } from '../../lib/api.ts';
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
  defaults: DefaultValues<Values>;
  resolver: Resolver<Values>;
  submit: (values: Values) => Promise<void>;
  label: string;
  busyLabel: string;
  fallback: string;
  children?: React.ReactNode;
}

/**
 * A form of credentials: errors at the field, the server's refusal in a red box, inputs disabled while the
 * request is in flight, and what was typed kept whatever happens.
 */
export function CredentialsForm<Values extends FieldValues>(props: Props<Values>) {
  const { fields, defaults, resolver, submit, label, busyLabel, fallback, children } = props;
  const [refusal, setRefusal] = useState<string | null>(null);
  const form = useForm<Values>({ defaultValues: defaults, resolver, shouldFocusError: true });
  const { errors, isSubmitting } = form.formState;

  // The fields are disabled meanwhile and lose the focus; after a refusal it is back where it was.
  const stood = useRef<Element | null>(null);
  useEffect(() => {
    if (isSubmitting || refusal === null || document.activeElement !== document.body) return;
    if (stood.current instanceof HTMLElement) stood.current.focus();
  }, [isSubmitting, refusal]);

  const send = form.handleSubmit(async (values) => {
    setRefusal(null);
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
  });

  const submitForm = (event: FormEvent) => {
    stood.current = document.activeElement;
    void send(event);
  };

  return (
    <form onSubmit={submitForm} noValidate className="space-y-4">
      {refusal !== null && <Alert>{refusal}</Alert>}
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
      <Button type="submit" variant="primary" className="w-full" busy={isSubmitting}>
        {isSubmitting ? busyLabel : label}
      </Button>
    </form>
  );
}
