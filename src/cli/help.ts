import type { Command as Commander, HelpConfiguration } from 'commander'
import type { Command } from './define-command.ts'
import type { Phrase } from './phrases/phrases.ts'

/** Examples come first: they are what most people look for. */
export function helpTexts(commander: Commander, commands: readonly Command[], phrase: Phrase): void {
  const examples =
    commands.length === 1
      ? (commands[0]?.examples ?? [])
      : commands.flatMap(({ examples: [first] }) => first ?? []).slice(0, 3)
  if (examples.length > 0)
    commander.addHelpText(
      'before',
      `${phrase('help.examples')}\n${examples.map((each) => `  ${each}\n`).join('')}`,
    )
}

/** Commander's layout with our headings. @param measure display width: Chinese characters count as two columns */
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
    subcommandDescription: (each) => each.description(),
    // Every command has options, so saying so on every line is noise.
    subcommandTerm: (each) => [each.name(), ...each.registeredArguments.map(humanName)].join(' '),
    showGlobalOptions: false,
  }
}

const humanName = (argument: { name(): string; required: boolean }): string =>
  argument.required ? `<${argument.name()}>` : `[${argument.name()}]`
