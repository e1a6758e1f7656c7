class HttpError extends Error { override name = 'HttpError'; constructor(readonly status: number, message?: string, options?: ErrorOptions) { super(message, options); } }
class NotFound extends HttpError { constructor(what: string) { super(404, `${what} not found`); } }
const run = (f: () => unknown): void => { try { console.log('ok', f()); } catch (e) { if (e instanceof NotFound) console.log('404', e.message); else if (e instanceof HttpError) console.log(e.status, e.name, e.cause); else console.log(String(e)); } finally { console.log('finally'); } };
run(() => 1); run(() => { throw new NotFound('page'); }); run(() => { throw new HttpError(500, 'x', { cause: 'disk' }); }); run(() => { const u = undefined as any; return u.length; }); run(() => { const o: any = {}; return o.go(); });
