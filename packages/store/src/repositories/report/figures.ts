import { ReportFigures } from '@assay/domain';
import { jsonColumn } from '../../json-column.ts';
import type { AttemptKey } from '../attempt/attempt-key.ts';

export const figuresColumn = jsonColumn('reports.figures', (value) => ReportFigures.parse(value));

/** Null until the report is generated. */
export const readFigures = (figures: string | null, key: AttemptKey): ReportFigures | null =>
  figures === null ? null : figuresColumn.read(figures, key);
