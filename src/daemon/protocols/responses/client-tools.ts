import { asArray, asObject, asText, objectsOf } from '../json-access.ts'
import type { JsonObject, JsonValue } from '../types.ts'
import { declaredTools } from './input-items.ts'

/*
 * Tools that OpenAI defines and clients run: shell, editor, screen. OpenAI's models know them, so a request only has their type,
 * and calls and results are items with special types. Other models get a function whose arguments are the content of such a call.
 *
 * @see https://developers.openai.com/api/docs/guides/tools-shell (read 2026-12-01)
 * @see https://developers.openai.com/api/docs/guides/tools-apply-patch (read 2026-12-01)
 * @see https://developers.openai.com/api/docs/guides/tools-computer-use (read 2026-12-01)
 */

/** A tool that OpenAI defines and the client runs. Its function has the type as its name. */
export interface ClientTool {
  readonly describe: (tool: JsonObject) => string
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: readonly string[]
  readonly callType: string
  /** Returns the content of a call from the model's arguments. SDKs require all members that OpenAI always sends. */
  readonly write: (given: JsonObject) => JsonObject
}

const text = (description: string): JsonObject => ({ type: 'string', description })
const integer = (description: string): JsonObject => ({ type: 'integer', description })
const texts = (description: string): JsonObject => ({ type: 'array', items: { type: 'string' }, description })

/** Returns the strings of a list, or a single string as a list. */
export const textsOf = (value: JsonValue | undefined): string[] =>
  typeof value === 'string' ? [value] : (asArray(value) ?? []).filter((each) => typeof each === 'string')
const numberOf = <Default extends number | null>(value: JsonValue | undefined, otherwise: Default) =>
  typeof value === 'number' ? value : otherwise

const SHELL: ClientTool = {
  describe: (tool) =>
    [
      'Runs commands in a shell on the computer of the user, and returns what they print and their exit codes. Programs that wait for input do not work in it.',
      ...describeSkills(tool),
    ].join('\n\n'),
  properties: {
    commands: texts('The commands. They may run side by side, so join with && those that need one another.'),
    timeout_ms: integer('Optional: after how many milliseconds the commands are stopped.'),
    max_output_length: integer('Optional: how many characters of the output are returned at most.'),
  },
  required: ['commands'],
  callType: 'shell_call',
  write: ({ commands, timeout_ms: timeout, max_output_length: length }) => ({
    action: {
      commands: textsOf(commands),
      timeout_ms: numberOf(timeout, null),
      max_output_length: numberOf(length, null),
    },
    environment: { type: 'local' },
  }),
}

/** Describes skills: directories with instructions on the client's computer, which the model reads with the shell. */
function describeSkills(tool: JsonObject): readonly string[] {
  const skills = objectsOf(asObject(tool.environment)?.skills).map(
    ({ name, description, path }) =>
      `- ${asText(name) ?? ''} (${asText(path) ?? ''}): ${asText(description) ?? ''}`,
  )
  if (skills.length === 0) return []
  return [
    `There are skills for some tasks. Before you begin such a task, read SKILL.md in the folder of its skill:\n${skills.join('\n')}`,
  ]
}

const LOCAL_SHELL: ClientTool = {
  describe: () =>
    'Runs one command on the computer of the user, and returns what it prints. Programs that wait for input do not work in it.',
  properties: {
    command: texts(
      'The program and its arguments. There is no shell in between, so write ["bash", "-lc", "..."] where you need one.',
    ),
    working_directory: text('Optional: the folder that the command runs in.'),
    timeout_ms: integer('Optional: after how many milliseconds the command is stopped.'),
  },
  required: ['command'],
  callType: 'local_shell_call',
  // Vercel's SDK accepts numbers and strings here, but not null.
  write: ({ command, working_directory: folder, timeout_ms: timeout, env, user }) => ({
    action: {
      type: 'exec',
      command: textsOf(command),
      env: asObject(env) ?? {},
      ...(typeof timeout === 'number' && { timeout_ms: timeout }),
      ...(asText(user) !== undefined && { user }),
      ...(asText(folder) !== undefined && { working_directory: folder }),
    },
  }),
}

const APPLY_PATCH: ClientTool = {
  describe: () =>
    `Creates, changes or deletes one file.

create_file: each line of the diff is a + and one line of the new file.

update_file: the diff has a section for each place that changes. A section begins with a line @@, or with @@ and a space and a line of the file that comes before the place, such as the head of a function. Then come the lines of the place: a space and a line that stays, a - and a line that goes, a + and a new line. Show three lines that stay before and after a change, exactly as they are in the file. There are no line numbers.

delete_file: there is no diff.`,
  properties: {
    type: { type: 'string', enum: ['create_file', 'update_file', 'delete_file'] },
    path: text('The path of the file, relative to the folder of the project.'),
    diff: text('For create_file and update_file.'),
  },
  required: ['type', 'path'],
  callType: 'apply_patch_call',
  write: ({ type, path, diff, move_to: moveTo }) => ({
    operation: {
      type: asText(type) ?? 'update_file',
      path: asText(path) ?? '',
      ...(type !== 'delete_file' && { diff: asText(diff) ?? '' }),
      ...(asText(moveTo) !== undefined && { move_to: moveTo }),
    },
  }),
}

const ACTION: Readonly<Record<string, JsonObject>> = {
  type: {
    type: 'string',
    enum: [...['screenshot', 'click', 'double_click', 'move', 'drag', 'scroll', 'type', 'keypress', 'wait']],
  },
  x: integer('For click, double_click, move and scroll: pixels from the left edge of the screen.'),
  y: integer('For click, double_click, move and scroll: pixels from its upper edge.'),
  button: { type: 'string', enum: ['left', 'right', 'wheel', 'back', 'forward'], description: 'For click.' },
  scroll_x: integer('For scroll: how many pixels to the right. Negative is to the left.'),
  scroll_y: integer('For scroll: how many pixels down. Negative is up.'),
  path: {
    type: 'array',
    items: {
      type: 'object',
      properties: { x: { type: 'integer' }, y: { type: 'integer' } },
      required: ['x', 'y'],
    },
    description: 'For drag: the places that the mouse goes through.',
  },
  text: text('For type.'),
  keys: texts(
    'For keypress: the keys that are pressed together, such as ["CTRL", "S"]. For actions of the mouse, optional: keys to hold down.',
  ),
}

const HOW_TO_SEE =
  'Controls a screen with mouse and keyboard, and returns a picture of the screen as it is then. Begin with a screenshot. Click in the middle of what you want to hit.'

function writeAction(given: JsonObject): JsonObject {
  const at = { x: numberOf(given.x, 0), y: numberOf(given.y, 0) }
  const held = textsOf(given.keys)
  const keys = held.length > 0 ? { keys: held } : {}
  switch (given.type) {
    case 'click':
      return { type: 'click', button: asText(given.button) ?? 'left', ...at, ...keys }
    case 'double_click':
      return { type: 'double_click', ...at, keys: held.length > 0 ? held : null }
    case 'move':
      return { type: 'move', ...at, ...keys }
    case 'drag':
      return { type: 'drag', path: objectsOf(given.path), ...keys }
    case 'scroll':
      return {
        type: 'scroll',
        ...at,
        scroll_x: numberOf(given.scroll_x, 0),
        scroll_y: numberOf(given.scroll_y, 0),
        ...keys,
      }
    case 'type':
      return { type: 'type', text: asText(given.text) ?? '' }
    case 'keypress':
      return { type: 'keypress', keys: held }
    case 'wait':
      return { type: 'wait' }
    default:
      return { type: 'screenshot' }
  }
}

const COMPUTER: ClientTool = {
  describe: () => HOW_TO_SEE,
  properties: {
    actions: {
      type: 'array',
      items: { type: 'object', properties: { ...ACTION }, required: ['type'] },
      description: 'What to do, in this order.',
    },
  },
  required: ['actions'],
  callType: 'computer_call',
  write: ({ actions }) => ({
    actions: objectsOf(actions).map(writeAction),
    pending_safety_checks: [],
  }),
}

const COMPUTER_PREVIEW: ClientTool = {
  describe: ({ display_width: width, display_height: height, environment }) =>
    `${HOW_TO_SEE} The screen has ${String(width)} x ${String(height)} pixels and shows this environment: ${String(environment)}.`,
  properties: ACTION,
  required: ['type'],
  callType: 'computer_call',
  write: (given) => ({ action: writeAction(given), pending_safety_checks: [] }),
}

const TOOLS: ReadonlyMap<string, ClientTool> = new Map([
  ['shell', SHELL],
  ['local_shell', LOCAL_SHELL],
  ['apply_patch', APPLY_PATCH],
  ['computer', COMPUTER],
  ['computer_use', COMPUTER],
  ['computer_use_preview', COMPUTER_PREVIEW],
])

/** Finds the tool that a request defines; undefined if the client does not run it. A shell in a container is run by OpenAI. */
export function clientToolOf(tool: JsonObject): ClientTool | undefined {
  const where = asObject(tool.environment)?.type
  if (tool.type === 'shell' && where !== undefined && where !== 'local') return undefined
  return TOOLS.get(asText(tool.type) ?? '')
}

/** Converts such a tool to a function; undefined = it is another tool. */
export function asFunction(tool: JsonObject): JsonObject | undefined {
  const known = clientToolOf(tool)
  if (!known) return undefined
  return {
    type: 'function',
    name: asText(tool.type) ?? '',
    description: known.describe(tool),
    parameters: { type: 'object', properties: { ...known.properties }, required: [...known.required] },
    strict: false,
  }
}

/** Returns the function that a choice names by the type of its tool. OpenAI has several names for the screen. */
export function chosenFunction(
  choice: JsonObject,
  known: ReadonlyMap<string, ClientTool>,
): string | undefined {
  const type = asText(choice.type) ?? ''
  if (known.has(type)) return type
  return isScreen(type) ? [...known.keys()].find(isScreen) : undefined
}

const isScreen = (type: string): boolean => type.startsWith('computer')

/**
 * Reads the tools that a request defines and its client runs, by the names of their functions. If the client has its own function
 * with such a name, the tool is left out, because their calls could not be distinguished.
 */
export function readClientTools(body: JsonObject): ReadonlyMap<string, ClientTool> {
  const tools = declaredTools(body)
  const taken = new Set(tools.map(({ name }) => name))
  const found = new Map<string, ClientTool>()
  for (const tool of tools) {
    const known = clientToolOf(tool)
    const name = asText(tool.type) ?? ''
    if (known && !taken.has(name)) found.set(name, known)
  }
  return found
}
