const paths = {
  check: 'M4 12.5l5 5L20 6.5',
  warning: 'M12 3.5L22 20.5H2zM12 10v5M12 17.6v.4',
  clock: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 7v5.5l3.5 2',
  offline: 'M3 3l18 18M5 12.5a10 10 0 0 1 5-2.8M8.5 16a5 5 0 0 1 7 0M13.5 9.6a10 10 0 0 1 5.5 2.9M12 19.6v.4',
  flag: 'M6 21V4h11l-2 4l2 4H6',
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  saving: 'M12 4v9M8 9.5l4 4l4-4M5 19h14',
  camera: 'M3 7h12v10H3zM15 11l6-3v8l-6-3',
  cross: 'M6 6l12 12M18 6L6 18',
  info: 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zM12 11v5.5M12 7.4v.2',
  run: 'M7 4.5l12 7.5l-12 7.5z',
  reset: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v5h5',
  larger: 'M2.5 19L8.5 5l6 14M4.6 14h7.8M18.5 7v6M15.5 10h6',
  smaller: 'M2.5 19L8.5 5l6 14M4.6 14h7.8M15.5 10h6',
  forward: 'M9 5l7 7l-7 7',
  back: 'M15 5l-7 7l7 7',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside its text, hidden from screen readers. `forward` and `back` follow the writing direction. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={paths[name]} />
  </svg>
);
