import type { CommandContext, OptionShape } from '../define-command.ts'
import type { Manifest } from './manifest.ts'
import { Problems } from './problems.ts'
import { readSourceFiles } from './read-files.ts'
import { readManifest } from './read-manifest.ts'
import { type ResolvedSecrets, resolveSecrets } from './resolve-secrets.ts'
import { tellIn } from './texts.ts'

export const fileOptions = {
  file: {
    flag: '-f, --file <path...>',
    help: {
      en: 'Files, directories (all .yaml files in them), or - for standard input',
      zh: '文件、目录（读取其中所有 .yaml）或 - 表示标准输入',
    },
    required: true,
  },
} as const satisfies Readonly<Record<string, OptionShape>>

/** The files, checked as far as possible without a server. */
export interface OpenManifest {
  readonly manifest: Manifest
  readonly secrets: ResolvedSecrets
  /** Problems found so far. Later steps add to them, and all are reported together. */
  readonly problems: Problems
  readonly fileCount: number
}

/** Reads and checks the files. @throws CliError `usage` for files that cannot be read */
export async function openManifest(
  paths: readonly string[],
  { io, phrase }: Pick<CommandContext, 'io' | 'phrase'>,
  withSecrets = true,
): Promise<OpenManifest> {
  const tell = tellIn(phrase.language)
  const problems = new Problems(tell)
  const files = await readSourceFiles(paths, { io, phrase, tell })
  const manifest = readManifest(files, problems)
  const isStdinTaken = files.some(({ name }) => name === '-')
  const secrets = withSecrets ? await resolveSecrets(manifest, { io, isStdinTaken, problems }) : new Map()
  return { manifest, secrets, problems, fileCount: files.length }
}
