import * as calls from '@inkling/contract/site';
import { type Api, bind } from '../../platform/http/bind.ts';
import { readTestimonials } from './testimonials.ts';

export function siteRoutes(api: Api): void {
  const testimonials = readTestimonials(api.ctx.config.DATA_DIR);
  bind(api, calls.getSite, async () => ({ data: { testimonials } }));
}
