import { describeInBrowser, it } from './support/browser.ts';
import { screens } from './support/gallery.ts';
import { expectGoodInDarkAndArabic, expectGoodScreen } from './support/good-screen.ts';

describeInBrowser('a screen of parts of its own', {}, () => {
  it.for(screens.filter(({ own }) => own === true))(
    '$name: clean by axe, fits a phone, holds nothing inline, names the account; so too in dark and in Arabic',
    async ({ name, come }, { open, service }) => {
      const page = await come(service, open);
      await expectGoodScreen(page, name);
      await expectGoodInDarkAndArabic(page, name);
    },
  );
});
