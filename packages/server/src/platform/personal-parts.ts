import type { AppContext } from './context.ts';
import { personalPart as events } from './events/personal-data.queries.ts';
import type { PersonalPart } from './personal-data.ts';

/** The personal data of each module, in order; deletion runs in reverse order. */
export const personalParts = ({ modules }: Pick<AppContext, 'modules'>): PersonalPart[] => [
  ...modules.flatMap(({ personalData = [] }) => personalData),
  events,
];
