import type { Plugin } from 'rolldown'

/**
 * Loads built-in modules without an `import`. An `import` reads all exports of the module, some of which load more
 * modules: those of `node:fs` load `node:fs/promises`, those of `node:process` worker threads, those of `node:http`
 * fetch (five megabytes).
 */
export const loadBuiltinsAsTheyAre: Plugin = {
  name: 'load built-in modules as they are',
  transform: (code) =>
    code.replace(
      /^import\s+(?:\*\s+as\s+)?(\w+|\{[^}]*\})\s+from\s+['"](node:[\w/]+)['"];?$/gm,
      (_, names: string, id: string) =>
        `const ${names.replace(/(\w+)\s+as\s+(\w+)/g, '$1: $2')} = globalThis.process.getBuiltinModule('${id}');`,
    ),
}

/**
 * Escapes non-ASCII characters. If a source contains one, V8 stores all of it in two bytes per character. Runs after
 * the bundler has printed its code, because the bundler prints texts unescaped.
 */
export const escapeLetters: Plugin = {
  name: 'escape what is not ASCII',
  generateBundle: (_, files) => {
    for (const file of Object.values(files))
      if (file.type === 'chunk')
        file.code = file.code.replace(
          /[^\0-\x7f]/g,
          (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
        )
  },
}
