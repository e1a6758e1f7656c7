import { MessagePage } from './MessagePage.tsx';

/** Characters: a whole address fits, because some people paste one. */
export const longestTyped = 2048;

/** A field for an access key. A form without a script: the server sends on to the page of the key. */
export const AccessKeyPage = ({ base }: { readonly base: string }) => (
  <MessagePage base={base} title="Access key">
    <div class="card">
      <h1>Which test?</h1>
      <p class="lead">Type the access key that you were given.</p>
      <form action={`${base}/join`} method="get">
        <label for="key">Access key</label>
        <p id="key-note">Like l1-bcdf4567ghjk, in capital or small letters.</p>
        <input
          id="key"
          name="key"
          required
          maxlength={longestTyped}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-describedby="key-note"
        />
        <p>
          <button type="submit">Go to the test</button>
        </p>
      </form>
      <p>If you have an invitation, open the address in it instead.</p>
      <p>
        <a href={`${base}/`}>About this server</a>
      </p>
    </div>
  </MessagePage>
);
