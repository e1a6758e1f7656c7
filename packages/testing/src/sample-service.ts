export const publicUrl = 'https://assay.example/tests';

/** India Standard Time */
export const zone = 190;

let people = 0;
/** A candidate whom no other test of this process has. */
export const somebody = () => {
  people += 1;
  return { emailId: `candidate-${people}@example.com`, fullName: `Candidate ${people}` };
};
