/** Completion scripts: static texts, so that pressing a key starts no program. */
import type { CompletionArguments } from '../arguments.ts';
import { bashScript } from './bash-script.ts';
import { completionPlaces } from './command-words.ts';
import { fishScript } from './fish-script.ts';
import { zshScript } from './zsh-script.ts';

export function completionScript(shell: CompletionArguments['shell']): string {
  const places = completionPlaces();
  switch (shell) {
    case 'bash':
      return bashScript(places);
    case 'zsh':
      return zshScript(places);
    case 'fish':
      return fishScript(places);
  }
}
