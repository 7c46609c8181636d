declare module '@20minutes/s3rver' {
  /** An S3-compatible server for tests; its only access key and its secret are both S3RVER. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      silent: boolean;
      directory: string;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
