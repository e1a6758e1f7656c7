import type { Outbound } from '@assay/operations';

const never = (): never => {
  throw new Error('this process sends nothing');
};

/** For processes that only read and write the database. */
export const withoutOutbound: Outbound = { refuseCallback: never, sendCallback: never, sendEmail: never };
