/** A file or folder of the machine on which a document was written: its name often has that of its author. */
export const isOnMachine = (value: string): boolean => /^(?:file:|[a-z]:[\\/]|\\\\|\/(?:home|users)\/)/i.test(value);

/** Stands for it. */
export const noPlace = 'file:///x';
