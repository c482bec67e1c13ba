/** Suffixes with which vendors name a build of a model. */
const BUILD = /[-@:](\d{4}-\d{2}-\d{2}|\d{8}|\d{6}|\d{4}|\d{3}|\d{2}-\d{2}|latest|v\d+(:\d+)?)$/

/** Returns a model's name without its maker and its build: `openai/gpt-4o-2024-08-06` -> `gpt-4o`. */
export function withoutBuild(name: string): string {
  let short = name.toLowerCase().slice(name.lastIndexOf('/') + 1)
  while (BUILD.test(short)) short = short.replace(BUILD, '')
  return short
}

/** Reports whether two names mean the same model, regardless of the maker (`openai/gpt-4o`) and the build. */
export const isSameModel = (one: string, other: string): boolean => withoutBuild(one) === withoutBuild(other)
