import type { Binaries } from './binaries.ts';
import type { RunAs } from './os-user.ts';

/** Everything needed to start PostgreSQL on DATA_DIR and to connect to it. */
export interface Cluster {
  dataDir: string;
  /** DATA_DIR/postgres, PostgreSQL's data folder. */
  folder: string;
  /**
   * The path by which PostgreSQL reaches the folder that it starts in. If a parent folder is closed to its user (a
   * checkout in root's home), this is `/proc/self/cwd`: Linux gives access through the working folder.
   */
  pathForPostgres: (folder: string) => string;
  /** The folder of PostgreSQL's socket. */
  socketFolder: string;
  logFile: string;
  /** The superuser's password. */
  password: string;
  /** The password of the role that Inkling uses. */
  rolePassword: string;
  user: RunAs | null;
  binaries: Binaries;
  /** Whether an acknowledged write survives a crash of the machine. */
  durable: boolean;
}
