import { useEffect } from 'preact/hooks';

/** Sets the title of the page to the test's name, once that is known. */
export const useTitle = (testName: string | null): void => {
  useEffect(() => {
    if (testName !== null) document.title = testName;
  }, [testName]);
};
