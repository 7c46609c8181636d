import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerBuild } from 'react-router';
import { StartupProblem } from '../platform/startup-problem.ts';

export const buildFolder = join(import.meta.dirname, '../../../web/build');
const serverBuild = join(buildFolder, 'server/index.js');

export function requireBuild(): void {
  if (!existsSync(serverBuild))
    throw new StartupProblem('The web pages are not built yet. Run npm start, which builds them.', {
      exitCode: 1,
    });
}

/** The web's build for the server. */
export const webBuild = (): Promise<ServerBuild> => import(pathToFileURL(serverBuild).href);
