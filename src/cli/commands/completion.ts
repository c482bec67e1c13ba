import { completionScripts, type Shell, shells } from '../completion/scripts.ts'
import { defineCommand } from '../define-command.ts'

export const completion = defineCommand({
  path: 'completion',
  summary: {
    en: 'Prints a shell completion script for commands, flags and live names',
    zh: '输出 shell 补全脚本，可补全命令、选项和服务器上的名称',
  },
  examples: [
    'tollgate completion bash > ~/.local/share/bash-completion/completions/tollgate',
    'tollgate completion zsh > ~/.zsh/completions/_tollgate',
    'tollgate completion fish > ~/.config/fish/completions/tollgate.fish',
  ],
  isLocal: true,
  args: {
    shell: { name: '<shell>', help: { en: 'bash, zsh, fish', zh: 'bash、zsh、fish' }, choices: shells },
  },
  operations: [],
  output: 'none',
  run: async ({ shell }) => completionScripts[shell as Shell],
  text: (script) => script,
})
