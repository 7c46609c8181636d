import type { FieldError } from '@inkling/contract/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, messageOf } from '../../lib/api.ts';
import { keepForm, readKept } from '../../lib/kept-form.ts';

interface Options<Values> {
  /** Under which key what is typed outlives the page; null where nothing is to be written down. */
  keep: string | null;
  /** What is never written down, such as a password. */
  secret?: keyof Values;
  /** What the server has. */
  saved: Values;
  /** What is wrong with what is to be sent. */
  check: (changes: Partial<Values>, values: Values) => FieldError[];
  /** Sends the changes; answers with what to say of it. */
  send: (changes: Partial<Values>, values: Values) => Promise<string>;
  /** What to say of a failure that has no words of its own. */
  fallback: string;
  onFailure?: () => void;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

/** Of what was typed the part that differs from what the server has. */
function changesOf<Values extends object>(typed: Partial<Values>, saved: Values): Partial<Values> {
  const changes: Partial<Values> = {};
  for (const name of namesOf(saved)) {
    if (typed[name] !== undefined && !same(typed[name], saved[name])) changes[name] = typed[name];
  }
  return changes;
}

/** What was typed before this page was loaded, as far as the form still has such fields. */
function typedBefore<Values extends object>(key: string, saved: Values): Partial<Values> {
  const kept: Partial<Values> = readKept<Values>(key) ?? {};
  const typed: Partial<Values> = {};
  for (const name of namesOf(saved)) {
    const fits =
      typeof kept[name] === typeof saved[name] && Array.isArray(kept[name]) === Array.isArray(saved[name]);
    if (fits) typed[name] = kept[name];
  }
  return typed;
}

/**
 * A form over what the server has, such as a part of the settings. It holds the changes alone, so that what changes
 * elsewhere shows; they outlive a failed request, a reload and a lost session.
 */
export function useSavedForm<Values extends object>(options: Options<Values>) {
  const { keep, secret, saved, check, send, fallback, onFailure } = options;
  const [typed, setTyped] = useState<Partial<Values>>(() => (keep === null ? {} : typedBefore(keep, saved)));
  const [errors, setErrors] = useState<FieldError[]>([]);
  const [refusals, setRefusals] = useState<string[]>([]);
  const [done, setDone] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const latest = useRef(typed);
  const changes = changesOf(typed, saved);
  const values: Values = { ...saved, ...changes };

  useEffect(() => {
    if (errors.length === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus();
  }, [errors]);

  const replace = (next: Partial<Values>): void => {
    latest.current = next;
    setTyped(next);
    if (keep === null) return;
    const left = changesOf(next, saved);
    if (secret !== undefined) delete left[secret];
    keepForm(keep, Object.keys(left).length === 0 ? null : left);
  };

  const set = <Name extends keyof Values>(name: Name, value: Values[Name]): void => {
    setDone(null);
    replace({ ...latest.current, [name]: value });
  };

  const discard = (): void => {
    replace({});
    setErrors([]);
    setRefusals([]);
  };

  const submit = async (): Promise<void> => {
    if (busy) return;
    const wrong = check(changes, values);
    setDone(null);
    setErrors(wrong);
    setRefusals([...new Set(wrong.map(({ message }) => message))]);
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      const said = await send(changes, values);
      // What was chosen while it was sent waits for the next time.
      replace(changesOf(latest.current, values));
      setDone(said);
    } catch (error) {
      // An ended session is told by the frame.
      if (error instanceof ApiError && error.status === 401) return;
      onFailure?.();
      setRefusals([messageOf(error, fallback)]);
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
    refusals,
    done,
    dirty: Object.keys(changes).length > 0,
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

/** What a call's own rules find wrong, before it is sent. */
export const faultsOf = (schema: Schema, input: unknown): FieldError[] =>
  schema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })) ?? [];
