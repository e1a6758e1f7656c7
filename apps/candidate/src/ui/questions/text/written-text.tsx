import type { Answer } from '@assay/domain/take';
import { SafeHtml } from '../../safe-html.tsx';

export const WrittenText = ({ answer }: { readonly answer: Answer }) => <SafeHtml html={undefined} text={String(answer)} />;
