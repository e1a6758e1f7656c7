export {
  type End,
  ends,
  type Language,
  type Limits,
  languages,
  type Offer,
  type Plain,
  type Program,
  type Rows,
  type Run,
  type Task,
} from './program.ts';
