/** Ends the attempt. */
export const SubmitForm = ({ path, back }: { path: string; back?: boolean }) => (
  <form method="post" action={`${path}/form/submit`} class="buttons">
    <button type="submit" class="primary">
      Submit test
    </button>
    {back === true ? (
      <a class="button" href={path}>
        Back to the questions
      </a>
    ) : null}
  </form>
);
