import { describeInBrowser, it } from './support/browser.ts';
import { screens } from './support/gallery.ts';
import { expectGoodScreen } from './support/good-screen.ts';

// In two files, this one and `screens-of-own-parts`: together they would be what a run waits for in the end.
describeInBrowser('a screen of parts that others have too', {}, () => {
  it.for(screens.filter(({ own }) => own !== true))(
    '$name: clean by axe, fits a phone, holds nothing inline, names the account',
    async ({ name, come }, { open, service }) => {
      await expectGoodScreen(await come(service, open), name);
    },
  );
});
