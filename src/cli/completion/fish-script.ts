import { type FlagWord, groupWords, type Place, valueFlags, type Word } from './command-words.ts';

/** For `agent completion fish | source`, or a file `agent.fish` among the completions. */
export function fishScript(places: readonly Place[]): string {
  return `# Completion of agent for fish.
function __agent_place
  set -l tokens (commandline -opc)
  set -l place ''
  set -l skips 0
  for word in $tokens[2..-1]
    if test $skips = 1
      set skips 0
      continue
    end
    switch $word
      case --
        echo --
        return
      case ${valueFlags(places).join(' ')}
        set skips 1
      case '-*'
      case '*'
        switch $place
          case ''
            set place $word
          case ${groupWords(places).join(' ')}
            set place "$place $word"
        end
    end
  end
  echo $place
end
function __agent_at
  test (__agent_place) = "$argv[1]"
end
${places.flatMap(placeLines).join('\n')}
`;
}

function placeLines({ path, words, flags }: Place): readonly string[] {
  const head = `complete -c agent -n ${quoted(`__agent_at ${quoted(path)}`)}`;
  return [
    ...words.map(({ word, describe }: Word) => `${head} -f -a ${word}${describing(describe)}`),
    ...flags.map((flag) => `${head} ${flagLine(flag)}`),
  ];
}

function flagLine({ long, short, describe, takesValue, choices }: FlagWord): string {
  const names = `-l ${long}${short === undefined ? '' : ` -s ${short}`}`;
  const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ' -r';
  return `${names}${takesValue ? value : ''}${describing(describe)}`;
}

function describing(text: string): string {
  return text === '' ? '' : ` -d ${quoted(text)}`;
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
