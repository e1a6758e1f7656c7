// smtp-server carries no types; this is what the tests use of it.
declare module 'smtp-server' {
  import type { Readable } from 'node:stream';

  type Address = { readonly address: string };
  type Done = (error?: Error | null) => void;
  type Session = { readonly envelope: { readonly mailFrom: Address; readonly rcptTo: readonly Address[] } };

  export class SMTPServer {
    constructor(options: {
      authOptional?: boolean;
      allowInsecureAuth?: boolean;
      disabledCommands?: readonly string[];
      hideSMTPUTF8?: boolean;
      closeTimeout?: number;
      onConnect?: (session: Session, done: Done) => void;
      onAuth?: (
        auth: { readonly username: string },
        session: Session,
        done: (error: Error | null, accepted?: { user: string }) => void,
      ) => void;
      onMailFrom?: (address: Address, session: Session, done: Done) => void;
      onRcptTo?: (address: Address, session: Session, done: Done) => void;
      onData?: (stream: Readable, session: Session, done: Done) => void;
    });
    readonly server: import('node:net').Server;
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
  }
}
