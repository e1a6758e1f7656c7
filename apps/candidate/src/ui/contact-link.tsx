import { contactOf } from './contact.ts';

/** A support contact or privacy notice: a link where it is an address, else its text. `label` replaces the address as link text. */
export const ContactLink = ({ written, label }: { readonly written: string; readonly label?: string }) => {
  const { text, href } = contactOf(written);
  if (href === null) return <span dir="auto">{text}</span>;
  const isWeb = !href.startsWith('mailto:');
  return (
    <a href={href} dir={label === undefined ? 'ltr' : undefined} {...(isWeb ? { target: '_blank', rel: 'noopener noreferrer' } : {})}>
      {label ?? text}
    </a>
  );
};
