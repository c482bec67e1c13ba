import type { ProblemLine } from '../cli-error.ts'

/** Formats a problem as an annotation, which GitHub Actions shows next to the line of the file. */
export function jobAnnotation({ severity, file, line, column, path, message, hint }: ProblemLine): string {
  const place = file === '-' ? [] : [`file=${property(file)}`, `line=${line}`, `col=${column}`]
  const properties = [...place, ...(path === '' ? [] : [`title=${property(path)}`])].join(',')
  const text = hint === null ? message : `${message} (${hint})`
  return `::${severity}${properties === '' ? '' : ` ${properties}`}::${data(text)}`
}

/** Escapes characters that would end a command: commands end with the line. */
const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
