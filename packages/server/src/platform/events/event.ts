import { z } from 'zod';

/** What a payload may hold: ids, numbers, flags and days, never a text that a person has written. */
type PayloadField = z.ZodUUID | z.ZodInt | z.ZodBoolean | z.ZodISODate;
type PayloadFields = Record<string, PayloadField>;
type IdField<Fields extends PayloadFields> = {
  [Key in keyof Fields]: Fields[Key] extends z.ZodUUID ? Key : never;
}[keyof Fields] &
  string;

/** A kind of fact. Its events are delivered in order for each subject. */
export interface EventDefinition<Fields extends PayloadFields = PayloadFields> {
  type: string;
  payload: z.ZodObject<Fields>;
  /** The field with the id of what the event is about. */
  subject: string;
  /** The fields with the ids of people whose personal data the event is: exported and deleted with them. */
  people: string[];
}

interface EventOptions<Fields extends PayloadFields> {
  payload: Fields;
  subject: IdField<Fields>;
  people: IdField<Fields>[];
}

/** Declares a kind of event; `type` is `thing.happened`. */
export const defineEvent = <Fields extends PayloadFields>(
  type: string,
  { payload, subject, people }: EventOptions<Fields>,
): EventDefinition<Fields> => ({ type, payload: z.object(payload), subject, people });
