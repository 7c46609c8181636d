import type { Binaries } from './binaries.ts';
import type { RunAs } from './os-user.ts';

/** What it takes to start PostgreSQL on DATA_DIR and to connect to it. */
export interface Cluster {
  dataDir: string;
  /** DATA_DIR/postgres, PostgreSQL's data folder. */
  folder: string;
  /**
   * What PostgreSQL is given for a folder that it is started in. Where a folder above bars its user (a checkout
   * in root's home), the path is of no use to it, but its own working folder is: Linux lets it in by that.
   */
  asSeenInside: (folder: string) => string;
  /** Where PostgreSQL's socket is or will be. */
  socketFolder: string;
  logFile: string;
  /** The superuser's. */
  password: string;
  /** That of the role that Inkling works as. */
  rolePassword: string;
  user: RunAs | null;
  binaries: Binaries;
  /** Whether an acknowledged write outlives a failure of the machine. */
  durable: boolean;
}
