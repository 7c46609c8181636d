import type { FieldError } from '@inkling/contract/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { persistForm, readPersistedForm } from '../../lib/persisted-form.ts';

interface Options<Values> {
  /** Where the input is stored to survive a reload; null to store nothing. */
  storageKey: string | null;
  /** A field that is never stored, such as a password. */
  secret?: keyof Values;
  /** The values on the server. */
  saved: Values;
  /** Validates the input. */
  check: (changes: Partial<Values>, values: Values) => FieldError[];
  /** Sends the changes; resolves to a message for the user. */
  send: (changes: Partial<Values>, values: Values) => Promise<string>;
  /** The message of an error without one. */
  fallback: string;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const keysOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** The typed values that differ from the saved ones. */
function changesOf<Values extends object>(typed: Partial<Values>, saved: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of keysOf(saved)) {
    if (typed[name] !== undefined && !same(typed[name], saved[name])) changes[name] = typed[name];
  }
  return changes;
}

/** Typed values, and the saved values they were based on. Stored as JSON. */
interface TypedState<Values> {
  typed: Partial<Values>;
  was: Partial<Values>;
}

const emptyState = { typed: {}, was: {} };

/** Whether a stored value can replace a saved one; nullable values are text. */
const fits = (stored: unknown, saved: unknown): boolean =>
  stored === null || saved === null
    ? [stored, saved].every((value) => value === null || typeof value === 'string')
    : typeof stored === typeof saved && Array.isArray(stored) === Array.isArray(saved);

/** Restores stored input, for the fields that the form still has. */
function restoreTyped<Values extends object>(key: string, saved: Values): TypedState<Values> {
  const stored = readPersistedForm<TypedState<Values>>(key) ?? emptyState;
  const { typed = {}, was = {} }: Partial<TypedState<Values>> = stored;
  const before: TypedState<Values> = { typed: {}, was: {} };
  for (const name of keysOf(saved)) {
    if (typed[name] === undefined || !fits(typed[name], saved[name])) continue;
    before.typed[name] = typed[name];
    before.was[name] = fits(was[name], saved[name]) ? was[name] : saved[name];
  }
  return before;
}

/** Sets the typed values; each field keeps the saved value it was based on. */
function withTyped<Values extends object>(
  next: Partial<Values>,
  { was }: TypedState<Values>,
  saved: Values,
): TypedState<Values> {
  const after: TypedState<Values> = { typed: next, was: {} };
  for (const name of keysOf(changesOf(next, saved) as Values)) {
    after.was[name] = name in was ? was[name] : saved[name];
  }
  return after;
}

/**
 * A form for values that the server has, such as settings. It holds only the changes, so that changes made somewhere else
 * show; they survive a failed request, a reload and the end of the session. `conflicts` names the fields that were
 * changed both here and somewhere else.
 */
export function useSavedForm<Values extends object>(options: Options<Values>) {
  const { storageKey, secret, saved, check, send, fallback } = options;
  const [typedState, setTypedState] = useState<TypedState<Values>>(() =>
    storageKey === null ? emptyState : restoreTyped(storageKey, saved),
  );
  const { typed, was } = typedState;
  const [restored, setRestored] = useState(() => Object.keys(changesOf(typed, saved)).length > 0);
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [errorMessages, setErrorMessages] = useState<string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(typedState);
  const changes = changesOf(typed, saved);
  const values: Values = { ...saved, ...changes };
  const conflicts = busy ? [] : keysOf(changes as Values).filter((name) => !same(was[name], saved[name]));

  useEffect(() => {
    if (errors.length === 0) return;
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
  }, [errors]);

  const write = (next: TypedState<Values>, base = saved): void => {
    latest.current = next;
    setTypedState(next);
    if (storageKey === null) return;
    const unsaved = { typed: changesOf(next.typed, base), was: { ...next.was } };
    if (secret !== undefined) {
      delete unsaved.typed[secret];
      delete unsaved.was[secret];
    }
    persistForm(storageKey, Object.keys(unsaved.typed).length === 0 ? null : unsaved);
  };
  const replace = (next: Partial<Values>): void => write(withTyped(next, latest.current, saved));

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setDone(null);
    replace({ ...latest.current.typed, [name]: value });
  };

  /** Resolves the conflict of one field. */
  const resolveConflict = (name: keyof Values, choice: 'mine' | 'theirs'): void => {
    if (choice === 'theirs') set(name, saved[name]);
    else write({ ...latest.current, was: { ...latest.current.was, [name]: saved[name] } });
  };

  const discard = (): void => {
    replace({});
    setRestored(false);
    setErrors([]);
    setErrorMessages([]);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    const invalid = check(changes, values);
    setDone(null);
    setErrors(invalid);
    setErrorMessages([...new Set(invalid.map(({ message }) => message))]);
    if (invalid.length > 0) return;
    setBusy(true);
    try {
      const message = await send(changes, values);
      // Keep what was changed during the request as unsaved changes.
      write(withTyped(changesOf(latest.current.typed, values), emptyState, values), values);
      setRestored(false);
      setDone(message);
    } catch (error) {
      // The layout reports an ended session.
      if (error instanceof ApiError && error.status === 401) return;
      setErrorMessages([messageOf(error, fallback)]);
      if (error instanceof ApiError) setErrors(error.fields);
    } finally {
      setBusy(false);
    }
  };

  return {
    form,
    values,
    set,
    busy,
    errorMessages,
    done,
    dirty: Object.keys(changes).length > 0,
    /** Whether the input was restored from an earlier page. */
    restored: restored && Object.keys(changes).length > 0,
    conflicts,
    resolveConflict,
    discard,
    errorOf: (name: keyof Values): string | undefined => errors.find(({ path }) => path === name)?.message,
    onSubmit: (event: FormEvent) => {
      event.preventDefault();
      void submit();
    },
  };
}

interface Schema {
  safeParse(input: unknown): { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined };
}

/** Validates the input of a call with its contract schema. */
export const validationErrors = (schema: Schema, input: unknown): FieldError[] =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) ?? [];
