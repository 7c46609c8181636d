import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import {
  type FieldErrors,
  type FieldValues,
  type Path,
  type RegisterOptions,
  type UseFormProps,
  useForm,
} from 'react-hook-form';
import { ApiError, isSignedOut, messageOf } from '../../lib/api.ts';

export interface CallFormOptions<Values extends FieldValues>
  extends Pick<UseFormProps<Values>, 'resolver' | 'values' | 'defaultValues' | 'reValidateMode'> {
  /** Sends the values; resolves to a message for the user, if there is one. */
  send: (values: Values) => Promise<unknown>;
  onInvalid?: (errors: FieldErrors<Values>) => void;
  /** The message of an error without one. */
  fallback: string;
  /** The message of an error; by default the server's, else `fallback`. */
  describe?: (error: unknown, fallback: string) => string;
}

/** A form that makes one call: one request at a time, errors at their fields and summarised, the focus on the first. */
export function useCallForm<Values extends FieldValues>(options: CallFormOptions<Values>) {
  const { send, onInvalid, fallback, describe = messageOf, ...formOptions } = options;
  const form = useForm<Values>({ reValidateMode: 'onSubmit', ...formOptions });
  const { errors, isDirty, isSubmitting: busy } = form.formState;
  const [done, setDone] = useState('');
  const sending = useRef(false);
  useEffect(() => {
    if (isDirty) setDone('');
  }, [isDirty]);

  const isField = (name: string): name is Path<Values> => name in form.getValues();
  const show = (error: unknown): void => {
    form.setError('root', { message: describe(error, fallback) });
    if (!(error instanceof ApiError)) return;
    // In reverse, so that the first field has the focus in the end.
    for (const { path, message } of error.fields.toReversed()) {
      if (isField(path)) form.setError(path, { message }, { shouldFocus: true });
    }
  };
  const submit = form.handleSubmit(async (values) => {
    try {
      const message = await send(values);
      if (typeof message === 'string') setDone(message);
    } catch (error) {
      // The layout reports an ended session.
      if (isSignedOut(error)) return;
      show(error);
    }
  }, onInvalid);
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    // For React, a dialog's form is inside the form that opened the dialog.
    event.stopPropagation();
    if (sending.current) return;
    sending.current = true;
    setDone('');
    void submit().finally(() => {
      sending.current = false;
    });
  };

  const failure = errors.root?.message;
  const messages = Object.values(errors).map((error) => error?.message);
  const errorOf = (name: Path<Values>) => form.getFieldState(name, form.formState).error?.message;
  return {
    ...form,
    onSubmit,
    busy,
    dirty: isDirty,
    /** The message about the last success, until something is changed. */
    done,
    setDone,
    failure,
    errorMessages:
      failure === undefined ? [...new Set(messages)].filter((text) => typeof text === 'string') : [failure],
    errorOf,
    /** The properties of a text field. */
    field: (name: Path<Values>, rules?: RegisterOptions<Values>) => ({
      ...form.register(name, rules),
      error: errorOf(name),
      readOnly: busy,
    }),
  };
}
