import { followGuides, guides } from './support/guides.ts';

followGuides(guides.filter((path) => path !== 'README.md'));
