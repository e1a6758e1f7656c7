import type { TakeCode } from '@assay/domain/take';
import type { MessageKey } from '../../../i18n/index.ts';
import { t } from '../../language.ts';
import { useFocusable } from '../../use-focusable.ts';

/** Code or output. */
export const CodeText = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <pre ref={useFocusable<HTMLPreElement>(label)} class="code-text" dir="ltr">
    {text}
  </pre>
);

/** What the input of a case is called. */
export const inputKeys = {
  stdio: 'code.input',
  function: 'code.call',
  harness: 'code.input',
  sql: 'code.data',
} as const satisfies Record<TakeCode['io'], MessageKey>;

const expectedKey = ({ io }: TakeCode): MessageKey => (io === 'sql' ? 'code.expected.rows' : 'code.expected');

const ioText = ({ io, function: called }: TakeCode): string =>
  io === 'function' && called !== undefined
    ? t('code.io.function', { name: `${called.name}(${called.parameters.join(', ')})` })
    : t(io === 'function' ? 'code.io.harness' : `code.io.${io}`);

/** A sample that its author gave no name has its number as one. */
export const sampleName = (name: string): string => (/^\d+$/.test(name) ? t('code.sample', { name }) : name);

const SampleText = ({ title, of, text }: { readonly title: string; readonly of: string; readonly text: string }) => (
  <div>
    <dt>{title}</dt>
    <dd>{text === '' ? t('code.nothing') : <CodeText text={text} label={`${of}, ${title}`} />}</dd>
  </div>
);

const Sample = ({ code, sample }: { readonly code: TakeCode; readonly sample: TakeCode['samples'][number] }) => (
  <li class={`sample sample-${code.io}`}>
    <h4 dir="auto">{sampleName(sample.name)}</h4>
    <dl class="sample-texts">
      <SampleText title={t(inputKeys[code.io])} of={sampleName(sample.name)} text={sample.input} />
      {sample.expected !== null && <SampleText title={t(expectedKey(code))} of={sampleName(sample.name)} text={sample.expected} />}
    </dl>
  </li>
);

/** What is said of a question with code besides its prompt: what the program gets and gives, its limits, and the samples. */
export const CodePrompt = ({ code }: { readonly code: TakeCode }) => (
  <>
    <p class="hint">
      {ioText(code)} {code.limits !== null && t('code.limits', code.limits)}
    </p>
    {code.schema !== undefined && (
      <section class="code-part">
        <h3>{t('code.schema')}</h3>
        <CodeText text={code.schema} label={t('code.schema')} />
      </section>
    )}
    {code.samples.length > 0 && (
      <section class="code-part">
        <h3>{t('code.samples')}</h3>
        <ol class="samples">
          {code.samples.map((sample, index) => (
            // Samples never move, and two may share a name.
            <Sample key={index} code={code} sample={sample} />
          ))}
        </ol>
      </section>
    )}
  </>
);
