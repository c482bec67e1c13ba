/** How long one test file kept a worker busy: loading it, its hooks, its tests. */
export interface FileTime {
  readonly project: string
  /** Relative to the repository. */
  readonly file: string
  readonly ms: number
}

const slowestShown = 10

/** Describes the seconds of every project, summed over its files and so over all workers, and the slowest files. */
export function describeTimes(files: readonly FileTime[]): string {
  const projects = new Map<string, number>()
  for (const { project, ms } of files) projects.set(project, (projects.get(project) ?? 0) + ms)
  const slowest = [...files].sort((a, b) => b.ms - a.ms).slice(0, slowestShown)
  return [
    '',
    'seconds per project, added over its files',
    ...[...projects].sort(([, a], [, b]) => b - a).map(([name, ms]) => `${seconds(ms)}  ${name}`),
    '',
    'slowest files',
    ...slowest.map(({ project, file, ms }) => `${seconds(ms)}  ${project}  ${file}`),
    '',
  ].join('\n')
}

const seconds = (ms: number): string => (ms / 1000).toFixed(1).padStart(7)
