import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogue, type ErrorCode } from '../src/daemon/errors/catalogue.ts'
import { codesIn, errorTexts } from './console-texts/error-texts.ts'

/**
 * Writes the daemon's texts for the error codes that the console shows without a request to the daemon, such as for an
 * empty field. `src/console/i18n/error-texts.<language>.gen.ts` contains a code if a catalogue of that language refers
 * to it. With `--check` it writes nothing and exits with 1 if the committed files are out of date.
 */
const directory = join(import.meta.dirname, '..', 'src/console/i18n')
const stale: string[] = []
for (const language of ['en', 'zh'] as const) {
  const sources = globSync(`${language}/*.ts`, { cwd: directory }).map((file) =>
    readFileSync(join(directory, file), 'utf8'),
  )
  const codes = codesIn(sources)
  for (const code of codes.filter((each) => !Object.hasOwn(catalogue, each))) {
    console.error(`src/console/i18n/${language} names the error code ${code}, which does not exist.`)
    process.exitCode = 1
  }
  const known = codes.filter((code): code is ErrorCode => Object.hasOwn(catalogue, code))
  const text = errorTexts(known.map((code) => [code, catalogue[code][language]]))
  const file = `error-texts.${language}.gen.ts`
  if (readIfThere(join(directory, file)) === text) continue
  if (process.argv.includes('--check')) stale.push(file)
  else writeFileSync(join(directory, file), text)
}
if (stale.length > 0) {
  console.error(
    `src/console/i18n/${stale.join(' and ')} do not hold the daemon's texts: run npm run generate.`,
  )
  process.exitCode = 1
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
