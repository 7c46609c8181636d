import type { Operator } from '@inkling/contract/site';
import type { Config } from '../../platform/config.ts';

/** What the settings say of who runs the site. Questions of privacy go to the one address when there is one alone. */
export const operatorOf = ({ OPERATOR_NAME, CONTACT_EMAIL, PRIVACY_EMAIL }: Config): Operator => ({
  name: OPERATOR_NAME ?? null,
  contactEmail: CONTACT_EMAIL ?? null,
  privacyEmail: PRIVACY_EMAIL ?? CONTACT_EMAIL ?? null,
});
