import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'

/** One import, of values or of types. */
export interface Import {
  /** Path relative to the folder that was read. */
  readonly file: string
  readonly line: number
  /** The imported file, relative to the same folder, or the name of a package. */
  readonly target: string
  readonly isPackage: boolean
  /** Whether this is an `import()` of values, which is resolved when called, after all static imports. */
  readonly isLazy: boolean
}

/** Lists the TypeScript files below a folder, relative to it, sorted. */
export const listSources = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .sort()

/** Reads the imports of a file. @param file relative to `folder` */
export const readImports = (folder: string, file: string): Import[] =>
  importsIn(file, readFileSync(join(folder, file), 'utf8'))

/** Finds the imports in the text of a file: declarations, re-exports, `import()` of values and of types. */
export function importsIn(file: string, text: string): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName, pos }) => {
    const isPackage = !fileName.startsWith('.')
    const before = text.slice(0, pos)
    return {
      file,
      line: before.split('\n').length,
      target: isPackage ? fileName : normalize(join(dirname(file), fileName)),
      isPackage,
      isLazy: /(\bawait|\breturn|=>|\()\s*import\s*\(\s*$/.test(before.slice(-40)),
    }
  })
}
