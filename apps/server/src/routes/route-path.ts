/** A path of a contract in the router's form: `/take/{token}` as `/take/:token`. */
export const routePath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
