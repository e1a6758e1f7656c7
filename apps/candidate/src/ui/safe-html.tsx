import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import { PictureAddresses, withPictures } from './running/picture-addresses.ts';

// Wide tables and code scroll on their own, so that the page never scrolls sideways; to scroll them by keyboard they must be focusable.
const makeScrollable = (root: HTMLElement): void => {
  for (const table of root.querySelectorAll('table')) {
    if (table.parentElement?.classList.contains('table-scroll')) continue;
    const scroller = document.createElement('div');
    scroller.className = 'table-scroll';
    table.replaceWith(scroller);
    scroller.append(table);
  }
  for (const box of root.querySelectorAll<HTMLElement>('pre, .table-scroll')) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute('tabindex');
  }
};

type Props = { readonly html: string | undefined; readonly text: string; readonly inline?: boolean; readonly id?: string };

/** A prompt or option: HTML that the server sanitised, or else plain text. */
export const SafeHtml = ({ html, text, inline = false, id }: Props) => {
  const root = useRef<HTMLDivElement>(null);
  const addressOf = useContext(PictureAddresses);
  const shown = html === undefined ? undefined : withPictures(html, addressOf);
  // New HTML has new elements.
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    makeScrollable(element);
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => makeScrollable(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [shown]);
  const Tag = inline ? 'span' : 'div';
  if (shown === undefined)
    return (
      <Tag id={id} class="prose prose-plain" dir="auto">
        {text}
      </Tag>
    );
  // The server sanitises prompts and options; the policy forbids inline script.
  return <Tag ref={root} id={id} class="prose" dir="auto" dangerouslySetInnerHTML={{ __html: shown }} />;
};
