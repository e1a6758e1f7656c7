import { join, resolve } from 'node:path';
import type { Config } from './config.ts';

export const dataDirectoryOf = (config: Pick<Config, 'ASSAY_DATA_DIR'>): string => resolve(config.ASSAY_DATA_DIR);

export const imagesDirectoryOf = (config: Pick<Config, 'ASSAY_DATA_DIR'>): string => join(dataDirectoryOf(config), 'images');

export const databaseFileOf = (config: Pick<Config, 'ASSAY_DATA_DIR'>): string => join(dataDirectoryOf(config), 'assay.db');
