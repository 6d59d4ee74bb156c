import { dashed, groupWords, type Place, valueFlags, type Word } from './command-words.ts';

/** For a file `_agent` in `fpath`, or `source <(agent completion zsh)` after `compinit`. */
export function zshScript(places: readonly Place[]): string {
  return `#compdef agent
# Completion of agent for zsh.
_agent() {
  local place='' index word previous=\${words[CURRENT-1]}
  local -a commands flags choices
  if [[ $PREFIX == --*=* ]]; then
    previous=\${PREFIX%%=*}
    compset -P '*='
  fi
  for ((index = 2; index < CURRENT; index++)); do
    word=\${words[index]}
    case $word in
      --) _files; return ;;
      ${valueFlags(places).join('|')}) ((index++)) ;;
      -*) ;;
      *)
        case $place in
          '') place=$word ;;
          ${groupWords(places).join('|')}) place="$place $word" ;;
        esac ;;
    esac
  done
  case $place in
${places.map(placeCase).join('\n')}
  esac
  if (( \${#choices} )); then
    compadd -a choices
    return
  fi
  case $previous in
    ${valueFlags(places).join('|')}) _files; return ;;
  esac
  if [[ $PREFIX == -* ]]; then
    _describe -o 'flag' flags
  elif (( \${#commands} )); then
    _describe 'command' commands
  else
    _files
  fi
}
if [[ \${funcstack[1]} == _agent ]]; then _agent "$@"; else compdef _agent agent; fi
`;
}

function placeCase({ path, words, flags }: Place): string {
  const choices = flags.flatMap((flag) =>
    flag.choices.length === 0
      ? []
      : [`        ${dashed(flag).join('|')}) choices=(${flag.choices.join(' ')}) ;;`],
  );
  const described = flags.flatMap((flag) =>
    dashed(flag).map((word) => ({ word, describe: flag.describe })),
  );
  return `    '${path}')
      commands=(${words.map(entry).join(' ')})
      flags=(${described.map(entry).join(' ')})
      case $previous in
${choices.join('\n')}
      esac ;;`;
}

/** \`word:what it does\`, quoted for the shell. */
function entry({ word, describe }: Word): string {
  const text = describe === '' ? word : `${word}:${describe.replaceAll(':', '\\:')}`;
  return `'${text.replaceAll("'", "'\\''")}'`;
}
