import { execFileSync } from 'node:child_process';

const tools = ['pdfinfo', 'pdftotext', 'pdftoppm'] as const;
type Tool = (typeof tools)[number];

const isThere = (tool: Tool): boolean => {
  try {
    execFileSync(tool, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const lookForPoppler = (): boolean => {
  const absent = tools.filter((tool) => !isThere(tool));
  if (absent.length === 0) return true;
  const missing = `${absent.join(', ')} not found. Install Poppler (Debian: \`apt-get install poppler-utils\`, macOS: \`brew install poppler\`).`;
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`Tests that read PDF files back are left out: ${missing}\n`);
  return false;
};

/** Whether PDF files can be read back on this machine. CI does not allow that they cannot. */
export const hasPoppler: boolean = lookForPoppler();

/** What one of Poppler's tools says of a PDF file. */
export const poppler = (tool: Tool, pdf: Buffer, ...options: readonly string[]): Buffer =>
  execFileSync(tool, tool === 'pdftotext' ? [...options, '-', '-'] : [...options, '-'], { input: pdf, maxBuffer: 64 * 1024 * 1024 });
