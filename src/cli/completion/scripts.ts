/**
 * The completion script of each shell. The scripts know nothing about the commands: they pass the words typed so far to
 * `tollgate complete`, which prints one candidate per line, with a tab before its explanation, or `:files` if the shell
 * should offer files. They call the program as it was typed, so that a checkout completes its own commands. If anything
 * fails, nothing is offered and nothing is printed.
 */
export const completionScripts = {
  // Bash splits words at ":" and "=", so the line is read, and the part that Bash counts as earlier words is cut off.
  bash: `# bash completion for tollgate: source <(tollgate completion bash)
_tollgate() {
  local line=\${COMP_LINE:0:COMP_POINT} current=\${COMP_WORDS[COMP_CWORD]} typed head value
  local -a words
  # shellcheck disable=SC2162 # a backslash before a blank is what bash itself puts into names
  read -a words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  typed=\${words[\${#words[@]}-1]}
  current=\${current//\\\\/}
  [[ $current == [:=] ]] && current=
  head=\${typed%"$current"}
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == :files ]]; then
      compopt -o default 2>/dev/null
      return 0
    fi
    value=\${value#"$head"}
    [[ $value == *[!A-Za-z0-9_.,:/@=+%-]* ]] && printf -v value %q "$value"
    COMPREPLY+=("$value")
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2>/dev/null)
  return 0
}
complete -F _tollgate tollgate
`,
  zsh: `#compdef tollgate
# zsh completion for tollgate: source <(tollgate completion zsh), after compinit
_tollgate() {
  local line value help
  local -a lines candidates
  lines=("\${(@f)$("\${(Q)words[1]}" complete -- "\${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ \${lines[1]} == ':files' ]]; then
    _files
    return
  fi
  for line in $lines; do
    [[ -z $line ]] && continue
    value=\${\${line%%$'\\t'*}//:/\\\\:}
    help=\${line#*$'\\t'}
    if [[ $help == $line ]]; then candidates+=("$value"); else candidates+=("$value:$help"); fi
  done
  (( \${#candidates} )) && _describe tollgate candidates
}
if [[ \${funcstack[1]} == _tollgate ]]; then _tollgate "$@"; else compdef _tollgate tollgate; fi
`,
  fish: `# fish completion for tollgate: tollgate completion fish | source
function __tollgate_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l lines ($words[1] complete -- $words[2..-1] $current 2>/dev/null)
    if test "$lines[1]" = :files
        __fish_complete_path $current
        return
    end
    printf '%s\\n' $lines
end
complete -c tollgate -f -a '(__tollgate_complete)'
`,
} as const

export type Shell = keyof typeof completionScripts
export const shells = Object.keys(completionScripts) as readonly Shell[]
