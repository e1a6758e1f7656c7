import { MessagePage } from './MessagePage.tsx';

/** What the server is, and where candidates and operators go next. It tells nothing about accounts. */
export const FrontPage = ({ base }: { readonly base: string }) => (
  <MessagePage base={base} title="Assay">
    <div class="card">
      <h1>Assay</h1>
      <p class="lead">Organizations give tests to candidates on this server.</p>
      <h2>You take a test</h2>
      <p>Open the address in your invitation. It is yours alone: do not pass it on.</p>
      <p>
        If you were given an access key instead: <a href={`${base}/join`}>type it here</a>.
      </p>
      <h2>You give tests</h2>
      <p>
        The program <code>assay</code> shows tests, links, candidates and reports in a terminal; it asks for this server's address and an
        API key. Other programs use the API: <a href={`${base}/docs`}>its reference</a>.
      </p>
    </div>
  </MessagePage>
);
