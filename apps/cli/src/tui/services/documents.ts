/** The PDF of an invitation's report, that of its programs, or that of candidates side by side. */
export type PdfId =
  | { readonly testInvitationId: number; readonly document: 'report' | 'programs' }
  | { readonly testId: number; readonly invitations: readonly number[]; readonly document: 'comparison'; readonly by: string | null };

/** What is saved as a file: one of these, or the file that answers a question that people grade. */
export type DocumentId = PdfId | { document: 'file'; reviewId: number; name: string };

/** The name of a file when nobody says another. */
export const documentName = (of: DocumentId): string => {
  if (of.document === 'file') return of.name;
  if (of.document === 'comparison') return `comparison-${of.testId}.pdf`;
  return `${of.document === 'report' ? 'invitation' : 'programs'}-${of.testInvitationId}.pdf`;
};
