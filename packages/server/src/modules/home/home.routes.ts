import { getHome } from '@inkling/contract/home';
import { type Api, bind } from '../../platform/http/bind.ts';
import * as home from './home.service.ts';

export function homeRoutes(api: Api): void {
  bind(api, getHome, async (ctx, viewer) => ({ data: await home.getHome(ctx, viewer) }));
}
