import type { Operator } from '@inkling/contract/site';
import type { Config } from '../../platform/config.ts';

/** The operator's name and addresses from the settings. The contact address is the default for privacy questions. */
export const operatorOf = ({ OPERATOR_NAME, CONTACT_EMAIL, PRIVACY_EMAIL }: Config): Operator => ({
  name: OPERATOR_NAME ?? null,
  contactEmail: CONTACT_EMAIL ?? null,
  privacyEmail: PRIVACY_EMAIL ?? CONTACT_EMAIL ?? null,
});
