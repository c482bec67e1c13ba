import type { Command as Commander, HelpConfiguration } from 'commander'
import type { Command } from './define-command.ts'
import type { Phrase } from './phrases/phrases.ts'
import { wrapped } from './ui/wrap.ts'

/** Adds texts to help, with the examples first, because they are what most people look for. */
export function helpTexts(
  commander: Commander,
  commands: readonly Command[],
  { phrase, width }: { readonly phrase: Phrase; readonly width: number | undefined },
): void {
  const examples =
    commands.length === 1
      ? (commands[0]?.examples ?? [])
      : commands.flatMap(({ examples: [first] }) => first ?? []).slice(0, 3)
  if (examples.length > 0)
    commander.addHelpText(
      'before',
      `${phrase('help.examples')}\n${examples.map((each) => `  ${asShellLines(each, width)}\n`).join('')}`,
    )
}

/** Breaks a command line to fit the window, with backslashes at line ends so that it can be copied. */
export function asShellLines(line: string, width: number | undefined): string {
  if (width === undefined || line.length + 2 <= width) return line
  const lines: string[] = []
  let current = ''
  for (const word of line.match(/ ?(?:"[^"]*"|'[^']*'|[^ ])+/g) ?? []) {
    if (current !== '' && (lines.length === 0 ? 2 : 6) + current.length + word.length + 2 > width) {
      lines.push(current)
      current = word.trimStart()
    } else current += word
  }
  return [...lines, current].join(' \\\n      ')
}

/**
 * Returns Commander's layout with our headings. @param measure display width: Chinese characters count as two columns
 */
export function helpLook(phrase: Phrase, measure: (text: string) => number): HelpConfiguration {
  const headings: Readonly<Record<string, string>> = {
    'Usage:': phrase('help.usage'),
    'Arguments:': phrase('help.arguments'),
    'Options:': phrase('help.options'),
    'Commands:': phrase('help.commands'),
  }
  return {
    styleTitle: (title) => headings[title] ?? title,
    displayWidth: measure,
    minWidthToWrap: 20,
    // Chinese has no spaces to break at.
    boxWrap: (text, width) => wrapped(text, width, measure),
    subcommandDescription: (each) => each.description(),
    // Every command has options, so showing `[options]` on every line would be noise.
    subcommandTerm: (each) => [each.name(), ...each.registeredArguments.map(humanName)].join(' '),
    showGlobalOptions: false,
  }
}

const humanName = (argument: { name(): string; required: boolean }): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
