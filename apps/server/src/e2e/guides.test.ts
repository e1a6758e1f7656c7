import { followGuides } from './support/guides.ts';

followGuides(['README.md']);
