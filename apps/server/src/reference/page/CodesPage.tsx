import { MessagePage } from '../../pages/MessagePage.tsx';
import { catalogue } from '../codes.ts';
import { Line } from './rendered.tsx';

/** `/docs/codes`: every code, for who looks one up. */
export const CodesPage = ({ base }: { readonly base: string }) => (
  <MessagePage base={base} title="Codes">
    <h1>Every code</h1>
    <p class="lead">
      A failure is an envelope with one of these in <code>statuscode</code>, and a sentence in <code>result</code> that says what is wrong.
      The HTTP status is the part before the dot.
    </p>
    {catalogue.map(({ code, statuscode, description, when, whatToDo, example }) => (
      <section key={code} id={code}>
        <h2>
          <code>{statuscode}</code> {description}
        </h2>
        <p>
          <Line text={when} />
        </p>
        <p>
          What to do: <Line text={whatToDo} />
        </p>
        <p>
          For example: <q>{example}</q>
        </p>
      </section>
    ))}
    <p>
      <a href={`${base}/docs`}>API reference</a>
    </p>
  </MessagePage>
);
