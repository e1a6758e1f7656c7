// smtp-server carries no types; this is what the tests use of it.
declare module 'smtp-server' {
  import type { Readable } from 'node:stream';

  type Done = (error?: Error | null) => void;
  type Session = {
    readonly envelope: { readonly mailFrom: { readonly address: string }; readonly rcptTo: { readonly address: string }[] };
  };

  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean;
      disabledCommands?: string[];
      onRcptTo?: (address: { readonly address: string }, session: Session, done: Done) => void;
      onData?: (stream: Readable, session: Session, done: Done) => void;
    });
    readonly server: import('node:net').Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }
}
