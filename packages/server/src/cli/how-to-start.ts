import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = join(import.meta.dirname, '../../../..');

/** The folder of the program; by the link beside it that upgrades move, if there is one. */
function programFolder(): string {
  const link = join(dirname(root), 'inkling');
  try {
    return realpathSync(link) === realpathSync(root) ? link : root;
  } catch {
    return root;
  }
}

/** The unit of deploy/ for this program, folder and user. */
async function unitHere(dataDir: string): Promise<string> {
  const unit = await readFile(join(root, 'deploy/inkling.service'), 'utf8');
  const launcher = join(programFolder(), 'inkling');
  const program = existsSync(launcher)
    ? launcher
    : `${process.execPath} ${join(root, 'scripts/bootstrap.mjs')}`;
  const folder = process.cwd();
  const isInHome = [folder, resolve(dataDir), programFolder(), process.execPath].some((path) =>
    /^\/(home|root)(\/|$)/.test(path),
  );
  const { username } = userInfo();
  const owner = username === 'root' ? 'inkling' : username;
  return unit
    .replace(/^#.*\n/, '')
    .replace('/opt/inkling/inkling start', `${program} start`)
    .replace(/^(User|Group)=.*$/gm, (_line, name: string) => (name === 'User' ? `User=${owner}` : ''))
    .replace('WorkingDirectory=/var/lib/inkling', `WorkingDirectory=${folder}`)
    .replace(
      /^StateDirectory=.*\nStateDirectoryMode=.*$/m,
      `ReadWritePaths=${[...new Set([folder, resolve(dataDir)])].join(' ')}`,
    )
    .replace('ProtectHome=yes', isInHome ? 'ProtectHome=no' : 'ProtectHome=yes')
    .replace(/\n{2,}(?=WorkingDirectory)/, '\n');
}

/** What the operator does next: the unit of a service, or the compose file, and what comes after it. */
export async function howToStart(isContainer: boolean, dataDir: string): Promise<string> {
  if (isContainer) {
    const file = await readFile(join(root, 'compose.yaml'), 'utf8');
    return `${file}\nThis is compose.yaml beside the program. Start the site there, with .env beside it: docker compose up --detach\nThen set up the proxy (deploy/Caddyfile or deploy/nginx.conf), sign up on the site, and make yourself an admin: docker compose exec inkling inkling admin grant USERNAME\nWhat is left to do: docker compose exec inkling inkling doctor`;
  }
  const asRoot =
    userInfo().username === 'root' ? `chown --recursive inkling: ${process.cwd()} ${resolve(dataDir)}\n` : '';
  return `${await unitHere(dataDir)}\nSave this as /etc/systemd/system/inkling.service, then run as root:\n${asRoot}systemctl daemon-reload && systemctl enable --now inkling\nThen set up the proxy (deploy/Caddyfile or deploy/nginx.conf), and run inkling doctor in this folder.`;
}
