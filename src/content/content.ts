/** A part of a page: paragraphs, then a list, each optional but for one of them. */
export type Part = { heading?: string; text?: readonly string[]; list?: readonly string[] };

/** One page. In all texts `{product}` stands for the operator's name and `{support}` for the link to write to. */
export type Article = { title: string; parts: readonly Part[] };

/**
 * The pages of one language: plain text only, one file for each language in this folder. An operator replaces the
 * samples there; the terms and the privacy policy above all.
 */
export type Content = {
  main: Article;
  contact: Article;
  termsAndConditions: Article;
  privacyPolicy: Article;
};
