import { getHome as getHomeCall } from '@inkling/contract/home';
import { type Api, bind } from '../../platform/http/bind.ts';
import { getHome } from './home.service.ts';

export function homeRoutes(api: Api): void {
  bind(api, getHomeCall, getHome);
}
