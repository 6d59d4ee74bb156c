export const highlighter: {
  /** `undefined` for a language that is not among the registered ones, by name or alias. */
  getLanguage(name: string): object | undefined;
  /** The code as HTML: spans with classes, and five escaped characters. */
  highlight(
    code: string,
    options: { readonly language: string; readonly ignoreIllegals: boolean },
  ): { readonly value: string };
};
