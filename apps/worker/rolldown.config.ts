import { program } from '../../scripts/program.ts';

export default program(import.meta.dirname, { runsPrograms: true });
