/** "Did you mean" for faces that have no diagnostics of their own. */
export { didYouMean } from '../diagnostics/suggest.ts';
