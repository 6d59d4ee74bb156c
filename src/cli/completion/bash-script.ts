import { dashed, groupWords, type Place, valueFlags } from './command-words.ts';

/** For `source <(agent completion bash)`, or a file of bash-completion. */
export function bashScript(places: readonly Place[]): string {
  return `# Completion of agent for bash.
_agent() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}"
  local place='' index word words='' flags='' choices=''
  # Bash makes words of their own of what stands around an equals sign.
  if [ "$current" = '=' ]; then current=''
  elif [ "$previous" = '=' ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"; fi
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    case "$word" in
      --) COMPREPLY=($(compgen -f -- "$current")); return ;;
      =) ((index++)) ;;
      ${valueFlags(places).join('|')})
        if [ "\${COMP_WORDS[index + 1]}" != '=' ]; then ((index++)); fi ;;
      -*) ;;
      *)
        case "$place" in
          '') place="$word" ;;
          ${groupWords(places).join('|')}) place="$place $word" ;;
        esac ;;
    esac
  done
  case "$place" in
${places.map(placeCase).join('\n')}
  esac
  if [ -n "$choices" ]; then COMPREPLY=($(compgen -W "$choices" -- "$current")); return; fi
  case "$previous" in
    ${valueFlags(places).join('|')}) COMPREPLY=($(compgen -f -- "$current")); return ;;
  esac
  case "$current" in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$current")) ;;
    *)
      if [ -n "$words" ]; then COMPREPLY=($(compgen -W "$words" -- "$current"))
      else COMPREPLY=($(compgen -f -- "$current")); fi ;;
  esac
}
complete -o filenames -F _agent agent
`;
}

function placeCase({ path, words, flags }: Place): string {
  const choices = flags.flatMap((flag) =>
    flag.choices.length === 0
      ? []
      : [`        ${dashed(flag).join('|')}) choices='${flag.choices.join(' ')}' ;;`],
  );
  return `    '${path}')
      words='${words.map(({ word }) => word).join(' ')}'
      flags='${flags.flatMap(dashed).join(' ')}'
      case "$previous" in
${choices.join('\n')}
      esac ;;`;
}
