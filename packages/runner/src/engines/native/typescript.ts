/** A Node that has `module.stripTypeScriptTypes`. */
const oldest = '22.13';

/**
 * Writes JavaScript, once for all runs: the compiler inside Node takes longer to load than most programs run. Types become blanks, so that
 * lines and columns stay those of the candidate. What needs code (enums, namespaces, parameter properties) is rewritten, with a map
 * from which Node tells the candidate's lines. Then V8 reads it, as a script or as a module, as Node would: what is wrong with it is found
 * before a run. Of code that was rewritten it would name a wrong line, so none is named.
 */
const script = `
const { readFileSync } = require("fs");
const { stripTypeScriptTypes } = require("module");
const { compileFunction, SourceTextModule } = require("vm");
if (!stripTypeScriptTypes) {
  console.error("Node.js ${oldest} or newer is needed for TypeScript");
  process.exit(1);
}
const file = process.argv[1];
const source = readFileSync(file, "utf8");
let code;
let isAnew = false;
try {
  code = stripTypeScriptTypes(source, { sourceUrl: file });
} catch {
  const [head, map] = stripTypeScriptTypes(source, { mode: "transform", sourceMap: true, sourceUrl: file }).split(/(?<=;base64,)(?=[^,]*$)/);
  const withSource = { ...JSON.parse(Buffer.from(map, "base64").toString()), sourcesContent: [source] };
  code = head + Buffer.from(JSON.stringify(withSource)).toString("base64");
  isAnew = true;
}
try {
  compileFunction(code, ["exports", "require", "module", "__filename", "__dirname"], { filename: file });
} catch {
  try {
    new SourceTextModule(code, { identifier: file });
  } catch (error) {
    if (!isAnew) throw error;
    console.error(String(error));
    process.exit(1);
  }
}
process.stdout.write(code);
`;

/** A shell script that compiles `$0` to JavaScript, which goes to descriptor 6. */
export const compileTypeScript = `node --no-warnings --experimental-vm-modules -e '${script}' "$0" >&6`;
