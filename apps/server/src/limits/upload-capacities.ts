import { Counter, Gauge, type Registry } from 'prom-client';
import { createUploadCapacity, fileShares, imageShares, type UploadCapacity } from './upload-capacity.ts';

export type UploadCapacities = { readonly files: UploadCapacity; readonly images: UploadCapacity };

/** The capacities of a process, and what monitoring sees of them. `now`: milliseconds of a clock that never goes back. */
export const createUploadCapacities = (registry: Registry, now: () => number = () => performance.now()): UploadCapacities => {
  const capacities = { files: createUploadCapacity(fileShares, now), images: createUploadCapacity(imageShares, now) };
  const figures = [
    [Gauge, 'assay_uploads_under_way', 'Uploads whose body is on its way, or is being stored', 'uploads'],
    [Gauge, 'assay_upload_bytes_under_way', 'Bytes of uploads that are on their way, or are being stored', 'bytes'],
    [
      Counter,
      'assay_uploads_gave_way_total',
      'Uploads that were ended because they came slowly while others waited for their place',
      'gaveWay',
    ],
  ] as const;
  for (const [Metric, name, help, figure] of figures)
    new Metric({
      name,
      help,
      labelNames: ['kind'] as const,
      registers: [registry],
      collect() {
        this.reset();
        for (const kind of ['files', 'images'] as const) this.inc({ kind }, capacities[kind].counts[figure]);
      },
    });
  return capacities;
};
