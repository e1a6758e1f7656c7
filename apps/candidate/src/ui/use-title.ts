import { useEffect } from 'preact/hooks';

/** Names the page's window after the test; while the test is not known the title stays. */
export const useTitle = (testName: string | null): void => {
  useEffect(() => {
    if (testName !== null) document.title = testName;
  }, [testName]);
};
