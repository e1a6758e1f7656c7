import { Component, type ComponentChildren, Fragment } from 'preact';
import { t } from './language.ts';
import { PageFrame, ScreenTitle } from './page-frame.tsx';

const CrashScreen = () => (
  <PageFrame organization={null}>
    <div class="card card-short">
      <ScreenTitle>{t('broken.title')}</ScreenTitle>
      <p>{t('broken.body')}</p>
      <p class="actions">
        <a class="button button-main" href={location.pathname}>
          {t('broken.reload')}
        </a>
      </p>
    </div>
  </PageFrame>
);

type Props = { readonly children: ComponentChildren };
type State = { readonly crashes: number; readonly paused: boolean };

/** A screen that throws is rendered a second time; then there are words and a link. Answers are in the core, which goes on sending them. */
export class CrashGuard extends Component<Props, State> {
  override state: State = { crashes: 0, paused: false };

  override componentDidCatch(error: unknown): void {
    reportError(error);
    // Preact catches no second error in the render that follows the first, so that one shows nothing.
    this.setState(
      ({ crashes }) => ({ crashes: crashes + 1, paused: true }),
      () => this.setState({ paused: false }),
    );
  }

  override render({ children }: Props) {
    const { crashes, paused } = this.state;
    if (paused) return null;
    return crashes > 1 ? <CrashScreen /> : <Fragment key={crashes}>{children}</Fragment>;
  }
}
