import type { Plugin } from 'rolldown'

/**
 * An import of a built-in module reads all its exports, which loads what nobody needs: `node:fs` brings
 * `node:fs/promises`, `node:process` brings worker threads, `node:http` brings fetch, which takes five megabytes of a daemon.
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
 * V8 stores a source in two bytes per character if Node finds any character in it that is not ASCII. One arrow would
 * double the bundle, so such characters are escaped. This comes last, because the bundler prints texts unescaped.
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
