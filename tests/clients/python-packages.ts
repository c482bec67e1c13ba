import { join } from 'node:path'
import type { AbsentClient, ClientRow } from './cell.ts'
import type { PythonInstalled } from './install-python.ts'
import { runTalk } from './run-talk.ts'
import type { Site } from './site.ts'

/** Python packages, by the talk that uses them. */
const talks: readonly (readonly [talk: string, title: string, name: string])[] = [
  ['openai_chat', 'Python: openai, chat', 'openai'],
  ['openai_responses', 'Python: openai, responses', 'openai'],
  ['anthropic_messages', 'Python: anthropic', 'anthropic'],
  ['google_genai', 'Python: google-genai', 'google-genai'],
  ['litellm_openai', 'Python: litellm, openai/', 'litellm'],
  ['litellm_anthropic', 'Python: litellm, anthropic/', 'litellm'],
  ['langchain_chat', 'Python: langchain-openai', 'langchain-openai'],
  ['langchain_claude', 'Python: langchain-anthropic', 'langchain-anthropic'],
  ['langchain_gemini', 'Python: langchain-google-genai', 'langchain-google-genai'],
  ['pydantic_google', 'Python: pydantic-ai, Google', 'pydantic-ai-slim'],
  ['haystack_google', 'Python: haystack, Google', 'google-genai-haystack'],
]

/** Everything that the talks import. */
export const pythonPackages: readonly string[] = [...new Set(talks.map(([, , name]) => name))]

/** @param folder the folder with the talks */
export const pythonRows = (installed: PythonInstalled, folder: string, site: Site): readonly ClientRow[] =>
  talks
    .filter(([, , name]) => !installed.absent.has(name))
    .map(([talk, title, name]) => ({
      title,
      version: installed.versionOf(name),
      run: (upstream) =>
        runTalk(
          talk,
          upstream,
          {
            program: installed.python,
            script: join(folder, 'talks/python/run_talk.py'),
            cwd: folder,
            // LiteLLM would otherwise first download its price table.
            env: { LITELLM_LOCAL_MODEL_COST_MAP: 'True' },
          },
          site,
        ),
    }))

export const absentTalks = ({ absent }: PythonInstalled): readonly AbsentClient[] =>
  talks.flatMap(([, title, name]) => {
    const why = absent.get(name)
    return why === undefined ? [] : { title, why }
  })
