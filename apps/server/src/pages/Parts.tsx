import type { ComponentChildren } from 'preact';
import { renderMarkdown, renderOption } from './markdown.ts';
import { formatDateTime, formatMinutes, plural } from './words.ts';

/** Small pieces that several pages share. */

// The HTML is safe: markdown-it escapes all that the author wrote as HTML (html: false).
export const Prompt = ({ id, text }: { id: string; text: string }) => (
  <div class="prompt" id={id} dir="auto" dangerouslySetInnerHTML={{ __html: renderMarkdown(text) }} />
);

export const OptionText = ({ text }: { text: string }) => (
  <span class="text" dir="auto" dangerouslySetInnerHTML={{ __html: renderOption(text) }} />
);

export const Instant = ({ at }: { at: string }) => <time dateTime={at}>{formatDateTime(at)}</time>;

type NoticeProps = { tone: 'good' | 'bad' | 'plain'; children: ComponentChildren };

/** `bad` interrupts a screen reader, the others wait. */
export const Notice = ({ tone, children }: NoticeProps) => (
  <div class={`notice ${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
    {children}
  </div>
);

type TestFacts = { test: { duration: number; questions: number }; sections?: number };

export const Facts = ({ test, sections }: TestFacts) => (
  <ul class="facts">
    <li>
      <strong>{plural(test.questions, 'question')}</strong>
    </li>
    {sections === undefined ? null : (
      <li>
        <strong>{plural(sections, 'section')}</strong>
      </li>
    )}
    <li>
      <strong>{formatMinutes(test.duration)}</strong>
    </li>
  </ul>
);
