import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { readInput, storeInput } from '../../lib/stored-input.ts';
import { type CallFormOptions, useCallForm } from './use-call-form.ts';

interface Options<Values extends FieldValues> extends Pick<CallFormOptions<Values>, 'fallback' | 'describe'> {
  /** Where the input is stored to survive a reload. */
  storageKey: string;
  /** A field that is never stored, such as a password. */
  secret?: keyof Values;
  /** The values on the server. */
  saved: Values;
  /** The schema of the call's body. */
  schema: { _zod: { input: FieldValues; output: unknown } };
  /** Whether values that were not changed must be valid too. */
  checksAll?: boolean;
  /** Sends the changes; resolves to a message for the user, if there is one. */
  send: (changes: Partial<Values>, values: Values) => Promise<unknown>;
}

/** Changed values, and the saved values they were based on. Stored as JSON. */
interface Unsaved<Values> {
  typed: Partial<Values>;
  was: Partial<Values>;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const namesOf = <Values extends object>(values: Values) => Object.keys(values) as (keyof Values)[];

function pick<Values extends object>(values: Values, names: (keyof Values)[]): Partial<Values> {
  const picked: Partial<Values> = {};
  for (const name of names) picked[name] = values[name];
  return picked;
}

/** Whether a stored value can replace a saved one; nullable values are text. */
const fits = <Value>(stored: unknown, saved: Value): stored is Value =>
  stored === null || saved === null
    ? [stored, saved].every((value) => value === null || typeof value === 'string')
    : typeof stored === typeof saved && Array.isArray(stored) === Array.isArray(saved);

/** The values to begin with: those stored, for the fields that the form still has, else those saved. */
function restore<Values extends object>(key: string, saved: Values): { values: Values; base: Values } {
  const { typed = {}, was = {} }: Partial<Unsaved<Values>> = readInput<Unsaved<Values>>(key) ?? {};
  const [values, base] = [{ ...saved }, { ...saved }];
  for (const name of namesOf(saved)) {
    const [stored, before]: unknown[] = [typed[name], was[name]];
    if (!fits(stored, saved[name])) continue;
    values[name] = stored;
    if (fits(before, saved[name])) base[name] = before;
  }
  return { values, base };
}

/**
 * A form for values that the server has, such as settings. Only changes are sent. They are stored, so that they survive
 * a failed request, a reload and the end of the session; other fields follow what is saved. `conflicts` names the
 * fields that were changed both here and somewhere else.
 */
export function useSavedForm<Values extends FieldValues>(options: Options<Values>) {
  const { storageKey, secret, saved, schema, checksAll = false, send, ...others } = options;
  const [start] = useState(() => restore(storageKey, saved));
  /** The saved values that the typed ones are based on. */
  const [base, setBase] = useState(start.base);
  const changesOf = (values: Values): Partial<Values> =>
    pick(
      values,
      namesOf(saved).filter((name) => !same(values[name], base[name]) && !same(values[name], saved[name])),
    );
  const [restored, setRestored] = useState(() => namesOf(changesOf(start.values)).length > 0);

  const resolver: Resolver<Values> = async (values, context, resolverOptions) => {
    const check = zodResolver(schema);
    const checked = checksAll ? values : changesOf(values);
    const { errors } = await check(checked, context, { ...resolverOptions, names: [], fields: {} });
    return Object.keys(errors).length === 0
      ? { values, errors: {} }
      : { values: {}, errors: errors as FieldErrors<Values> };
  };
  /** What the effect below has stored, as JSON. */
  const lastStored = useRef<string | null>(null);
  /** Stores what differs from `was`, but for secrets: at once, since the page may be left before the next render. */
  const store = (typed: Values, was: Values): void => {
    const names = namesOf(was).filter((name) => name !== secret && !same(typed[name], was[name]));
    storeInput(storageKey, names.length === 0 ? null : { typed: pick(typed, names), was: pick(was, names) });
    lastStored.current = null;
  };
  const form = useCallForm<Values>({
    ...others,
    values: start.values,
    resolver,
    send: async (values) => {
      const message = await send(changesOf(values), values);
      // What was changed during the request stays an unsaved change.
      setBase(values);
      setRestored(false);
      store(form.getValues(), values);
      return message;
    },
  });
  const values = form.watch();
  const changes = changesOf(values);
  const names = namesOf(changes);
  const dirty = names.length > 0;
  const { setDone } = form;
  useEffect(() => {
    if (dirty) setDone('');
  }, [dirty, setDone]);

  useEffect(() => {
    const followed = namesOf(saved).filter((name) => !(name in changes) && !same(base[name], saved[name]));
    if (followed.length === 0 || form.busy) return;
    form.setValues(pick(saved, followed));
    setBase({ ...base, ...pick(saved, followed) });
  });

  const unsaved = names.filter((name) => name !== secret);
  const stored = JSON.stringify({ typed: pick(values, unsaved), was: pick(base, unsaved) });
  useEffect(() => {
    if (lastStored.current === stored) return;
    lastStored.current = stored;
    storeInput(storageKey, unsaved.length === 0 ? null : JSON.parse(stored));
  });

  return {
    ...form,
    values,
    dirty,
    /** Whether the input was restored from an earlier page. */
    restored: restored && dirty,
    conflicts: form.busy ? [] : names.filter((name) => !same(base[name], saved[name])),
    /** Resolves the conflict of one field. */
    resolveConflict: (name: keyof Values, choice: 'mine' | 'theirs'): void => {
      if (choice === 'theirs') form.setValues(pick(saved, [name]));
      else setBase({ ...base, ...pick(saved, [name]) });
    },
    discard: (): void => {
      form.reset(saved);
      setRestored(false);
      store(saved, saved);
    },
  };
}
