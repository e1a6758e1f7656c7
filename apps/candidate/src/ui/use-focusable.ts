import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const names = ['tabindex', 'role', 'aria-label'] as const;

const update = (element: HTMLElement, label: string): void => {
  const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight;
  for (const name of names) {
    if (scrolls) element.setAttribute(name, { tabindex: '0', role: 'region', 'aria-label': label }[name]);
    else element.removeAttribute(name);
  }
};

/** A box that scrolls can have the focus, so that it is scrolled by keyboard, and is a region with a name. Otherwise it is plain content. */
export const useFocusable = <Element extends HTMLElement>(label: string): RefObject<Element | null> => {
  const box = useRef<Element>(null);
  const latest = useRef(label);
  latest.current = label;
  useLayoutEffect(() => {
    if (box.current !== null) update(box.current, label);
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => update(element, latest.current));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return box;
};
