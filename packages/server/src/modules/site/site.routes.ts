import * as calls from '@inkling/contract/site';
import { type Api, bind } from '../../platform/http/bind.ts';
import { receiveMessage, sweepMessages } from './contact.service.ts';
import { workOnContactMails } from './contact-mails.ts';
import { operatorOf } from './operator.ts';
import { readTestimonials } from './testimonials.ts';

export function siteRoutes(api: Api): void {
  workOnContactMails(api.ctx);
  sweepMessages(api.ctx);
  const testimonials = readTestimonials(api.ctx.config.DATA_DIR);
  const operator = operatorOf(api.ctx.config);
  bind(api, calls.getSite, async () => ({ data: { testimonials, operator } }));
  bind(api, calls.sendMessage, async (ctx, _viewer, { body }) => {
    await receiveMessage(ctx, body);
    return { message: 'Your message has been sent.' };
  });
}
