/** A text of megabytes, as UTF-8 in memory that threads share: copying 16 MB keeps the event loop busy for 60 ms. `digest`: its SHA-256. */
export type LargeText = { readonly bytes: Uint8Array; readonly digest: string };
