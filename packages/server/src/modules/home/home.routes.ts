import { getHome } from '@inkling/contract/home';
import { type Api, bind } from '../../platform/http/bind.ts';
import { getHomeResponse } from './home-response.ts';

export function homeRoutes(api: Api): void {
  bind(api, getHome, getHomeResponse);
}
