import type { Call, InputOf } from '@inkling/contract/call';
import type { UntypedInput } from './request-of.ts';
import type { Person, TestApp } from './test-app.ts';

/**
 * What example inputs refer to: one thing of each kind, all of one owner. Each `x.fixtures.ts` adds its own kinds by
 * declaration merging, as tables do.
 */
export interface Fixtures {
  owner: Person;
}

/** What the contract-wide tests must know of a call besides a valid input. */
interface Traits {
  /** Creates the state that the call requires of its caller. */
  prepare?(site: TestApp, fixtures: Fixtures, person: Person): Promise<unknown>;
  /** Whether the call ends the session of its caller. */
  endsSession?: true;
  /** The status for signed-in people other than the owner, if the access level alone would admit them. */
  othersGet?: number;
  /** Whether the owner's call is an admin's, too. */
  adminsMay?: true;
  /** Whether the owner's call is one of the site's moderators, too. */
  moderatorsMay?: true;
  /** Whether others who have published a story may do it, too. */
  authorsMay?: true;
  /** Why a repeated request creates nothing twice, if the call takes no id. */
  createsOnceBecause?: string;
  /** Text fields with a format that no markup matches. */
  formattedFields?: string[];
}

type Input<C extends Call> = Omit<InputOf<C>, 'file'> & Pick<UntypedInput, 'file'>;

/** A valid input of a call; made anew for each use, so that names in it can be unique. */
export interface Example extends Traits {
  call: Call;
  input(fixtures: Fixtures): UntypedInput;
}

export const example = <C extends Call>(
  call: C,
  input: (fixtures: Fixtures) => Input<C>,
  traits: Traits = {},
): Example => ({ call, input: input as (fixtures: Fixtures) => UntypedInput, ...traits });

/** The examples of a capability, and how to create the things that it adds to the fixtures. */
export interface CapabilityFixtures {
  /** `earlier` has what earlier capabilities have created. */
  create?(site: TestApp, earlier: Fixtures): Promise<Partial<Fixtures>>;
  examples: Example[];
}

export const uniqueName = (): string => `n${Math.random().toString(36).slice(2)}`;

/** The file of an example that uploads an image: one pixel. */
export const pixel = {
  name: 'a.png',
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
