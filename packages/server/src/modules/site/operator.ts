import type { Operator } from '@inkling/contract/site';
import type { AppContext } from '../../platform/context.ts';
import { siteSettings } from '../../platform/site-settings.ts';

/** The operator's name and addresses. The contact address is the default for privacy questions. */
export function operatorOf(ctx: Pick<AppContext, 'config'>): Operator {
  const { operatorName, contactEmail, privacyEmail } = siteSettings(ctx);
  return { name: operatorName, contactEmail, privacyEmail: privacyEmail ?? contactEmail };
}
