import { readCandidates as readRows, unknownColumns } from '../commands/invitations/read-csv.ts';

export type CandidateRow = {
  /** Line of the file that the row begins on, from 1. */
  readonly line: number;
  readonly emailId: string;
  readonly fullName: string;
  readonly testLinkId?: number;
  readonly callbackURL?: string;
  readonly redirectURL?: string;
};

export type CandidateFault = { readonly line: number; readonly message: string };

/** What a CSV file holds: the candidates that can be sent, what is wrong with the others, and columns that are of no use. */
export type Candidates = {
  readonly rows: readonly CandidateRow[];
  readonly faults: readonly CandidateFault[];
  readonly unknown: readonly string[];
};

/** Reads a CSV file as `assay invitations import` does; throws Failure when it is no such file at all. */
export const readCandidates = (bytes: Uint8Array): Candidates => {
  const { candidates, faults } = readRows(bytes, { sendEmail: true });
  return {
    rows: candidates.map(({ sendEmail: _, ...row }) => row),
    faults: faults.map(({ line, rule }) => ({ line, message: rule })),
    unknown: unknownColumns(bytes),
  };
};
