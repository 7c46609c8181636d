import * as calls from '@inkling/contract/site';
import { type Api, bind } from '../../platform/http/bind.ts';
import { receiveMessage, sweepMessages } from './contact.service.ts';
import { handleContactEmails } from './contact-emails.ts';
import { operatorOf } from './operator.ts';
import { readTestimonials } from './testimonials.ts';

export function siteRoutes(api: Api): void {
  handleContactEmails(api.ctx);
  sweepMessages(api.ctx);
  const testimonials = readTestimonials(api.ctx.config.DATA_DIR);
  const { config } = api.ctx;
  const operator = operatorOf(config);
  const sessions = { idleDays: config.SESSION_IDLE_DAYS, mostDays: config.SESSION_MAX_DAYS };
  bind(api, calls.getSite, async () => ({ data: { testimonials, operator, logIns: sessions } }));
  bind(api, calls.sendMessage, async (ctx, _viewer, { body }) => {
    await receiveMessage(ctx, body);
    return { message: 'Your message has been sent.' };
  });
}
