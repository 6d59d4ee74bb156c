import type { ParseFile } from '../config/load.ts';
import { parseSource } from '../config/syntax/parse.ts';
import { sourceText } from '../config/syntax/source-text.ts';
import { errorDiagnostic } from '../diagnostics/diagnostic.ts';
import type { CommandContext } from './command-context.ts';

/** The parser of a command: our own front end, until the judge stands beside it. */
export function openParser(_context: CommandContext): ParseFile {
  return (file, bytes) => {
    const text = new TextDecoder().decode(bytes);
    const { body, errors } = parseSource(sourceText(file, text));
    const diagnostics = errors.map(({ summary, detail, range }) =>
      errorDiagnostic({ code: 'syntax-error', summary, detail, range }),
    );
    return Promise.resolve({ value: errors.length === 0 ? body : undefined, diagnostics });
  };
}
