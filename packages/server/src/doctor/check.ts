import type { Config } from '../platform/config.ts';
import type { AppContext } from '../platform/context.ts';

/** What a check has found. `advice` says what to do about a warning or a problem. */
export interface Finding {
  status: 'ok' | 'warning' | 'problem';
  says: string;
  advice?: string;
  /** Further lines, such as each wrong counter. */
  details?: string[];
}

export const ok = (says: string, details: string[] = []): Finding => ({ status: 'ok', says, details });
export const warning = (says: string, advice: string, details: string[] = []): Finding => ({
  status: 'warning',
  says,
  advice,
  details,
});
export const problem = (says: string, advice: string, details: string[] = []): Finding => ({
  status: 'problem',
  says,
  advice,
  details,
});

/** What checks of the settings and of this machine get. */
export interface Machine {
  config: Config;
  env: NodeJS.ProcessEnv;
  /** Whether everything is checked instead of a sample. */
  isAudit: boolean;
  /** Whether admins read the result in a browser: reasons that may have a path or an address are then left to the log. */
  isRemote?: boolean;
}

/** What checks of the database get. `isServed`: whether a server is connected to it. */
export type Site = Machine &
  Pick<AppContext, 'db' | 'clock' | 'modules' | 'storage' | 'databaseTime'> & {
    isServed: boolean;
  };

interface Named {
  /** One word, by which a warning is marked as fine in DOCTOR_FINE. */
  name: string;
  /** What it looks at, for the docs. */
  about: string;
  /** How long (s) it may take; ten by default. */
  seconds?: number;
  /** The same with `--audit`, if that is longer. */
  auditSeconds?: number;
}

/** A check that works without the database, and one that is left out without it. */
export type Check = Named &
  ({ on: 'machine'; run(on: Machine): Promise<Finding> } | { on: 'site'; run(on: Site): Promise<Finding> });
