const fence = /^[ \t]*(?:`{3,}|~{3,}).*(?:\r?\n)?/gmu;

/** A prompt with its code as plain text: the lines that begin and end it are left out. */
export const withoutFences = (prompt: string): string => prompt.replace(fence, '');
