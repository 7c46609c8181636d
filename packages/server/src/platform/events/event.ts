import { z } from 'zod';

/** Types allowed in a payload: ids, numbers, flags and days, never text written by a person. */
type PayloadField = z.ZodUUID | z.ZodInt | z.ZodBoolean | z.ZodISODate;
type PayloadFields = Record<string, PayloadField>;
type IdField<Fields extends PayloadFields> = {
  [Key in keyof Fields]: Fields[Key] extends z.ZodUUID ? Key : never;
}[keyof Fields] &
  string;

/** An event type. Its events are delivered in order for each subject. */
export interface EventDefinition<Fields extends PayloadFields = PayloadFields> {
  type: string;
  payload: z.ZodObject<Fields>;
  /** The field with the id of the event's subject. */
  subject: string;
  /** The fields with ids of people: the event is their personal data, exported and deleted with them. */
  people: string[];
}

interface EventOptions<Fields extends PayloadFields> {
  payload: Fields;
  subject: IdField<Fields>;
  people: IdField<Fields>[];
}

/** Declares an event type; `type` is `thing.happened`. */
export const defineEvent = <Fields extends PayloadFields>(
  type: string,
  { payload, subject, people }: EventOptions<Fields>,
): EventDefinition<Fields> => ({ type, payload: z.object(payload), subject, people });
