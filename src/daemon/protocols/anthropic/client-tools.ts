import { asArray, asText, isObject } from '../json-access.ts'
import type { JsonObject } from '../types.ts'

/*
 * Tools that Anthropic defines and clients run: shell, editor, memory, screen. Claude knows them, so a request states
 * only their type. Other models get a function with the input that Anthropic documents, because clients expect that
 * input in a call.
 *
 * @see https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-reference (read 2026-12-01)
 */

interface Definition {
  readonly description: string
  readonly properties: Readonly<Record<string, JsonObject>>
  readonly required: readonly string[]
}

const text = (description: string): JsonObject => ({ type: 'string', description })
const oneOf = (...values: readonly string[]): JsonObject => ({ type: 'string', enum: [...values] })
const integers = (count: number, description: string): JsonObject => ({
  type: 'array',
  items: { type: 'integer' },
  minItems: count,
  maxItems: count,
  description,
})

const PATH = 'Absolute path of a file or directory.'
const VIEW_RANGE = integers(
  2,
  'For view, optional: the first and the last line to show. Lines count from 1; -1 as the last line means the end of the file.',
)
const OLD_STR = text(
  'For str_replace: the text to replace, exactly as it is in the file. It must occur only once.',
)
const FILE_TEXT = text('For create: the content of the file.')
const INSERT_LINE: JsonObject = {
  type: 'integer',
  description:
    'For insert: the number of the line after which the text is inserted. 0 inserts at the beginning of the file.',
}

const BASH: Definition = {
  description:
    'Runs commands in a bash shell that keeps its state between calls, and returns what they print. Programs that wait for input from a terminal do not work in it.',
  properties: {
    command: text('The command to run. Required unless restart is true.'),
    restart: { type: 'boolean', description: 'True restarts the shell. Leave it out otherwise.' },
  },
  required: [],
}

const EDITOR: Definition = {
  description:
    'Shows and edits text files. view shows a file with line numbers, or lists a directory. create makes a new file. str_replace replaces a text that occurs once. insert adds text after a line.',
  properties: {
    command: oneOf('view', 'create', 'str_replace', 'insert'),
    path: text(PATH),
    file_text: FILE_TEXT,
    old_str: OLD_STR,
    new_str: text('For str_replace: the new text. Leave it out to delete the old text.'),
    insert_line: INSERT_LINE,
    // The documentation used to say `new_str`, but models write `insert_text`, and clients read that.
    // See https://github.com/anthropics/anthropic-sdk-python/issues/1155
    insert_text: text('For insert: the text to insert.'),
    view_range: VIEW_RANGE,
  },
  required: ['command', 'path'],
}

/** Claude 3.5 and 3.7 had `undo_edit`, and `insert` took its text from `new_str`. */
const FORMER_EDITOR: Definition = {
  description: `${EDITOR.description} undo_edit reverts the last edit of a file.`,
  properties: {
    command: oneOf('view', 'create', 'str_replace', 'insert', 'undo_edit'),
    path: text(PATH),
    file_text: FILE_TEXT,
    old_str: OLD_STR,
    new_str: text(
      'For str_replace: the new text; leave it out to delete the old text. For insert: the text to insert.',
    ),
    insert_line: INSERT_LINE,
    view_range: VIEW_RANGE,
  },
  required: ['command', 'path'],
}

/** Anthropic's own system prompt tells Claude to view its memory first. For other models, the description says so. */
const MEMORY: Definition = {
  description:
    'Keeps notes in files below /memories, which stay when this conversation is over. View /memories before you begin a task, because you may have made progress earlier, and note your progress as you go: the conversation may be cut short at any time.',
  properties: {
    command: oneOf('view', 'create', 'str_replace', 'insert', 'delete', 'rename'),
    path: text(
      'For every command but rename: the path of the file or directory, such as /memories/notes.md.',
    ),
    view_range: VIEW_RANGE,
    file_text: FILE_TEXT,
    old_str: OLD_STR,
    new_str: text('For str_replace: the new text.'),
    insert_line: INSERT_LINE,
    insert_text: text('For insert: the text to insert.'),
    old_path: text('For rename: the present path.'),
    new_path: text('For rename: the new path.'),
  },
  required: ['command'],
}

const FIRST_ACTIONS = [
  'screenshot',
  'cursor_position',
  'mouse_move',
  'left_click',
  'left_click_drag',
  'right_click',
  'middle_click',
  'double_click',
  'type',
  'key',
] as const

const ACTIONS = [
  ...FIRST_ACTIONS,
  'triple_click',
  'left_mouse_down',
  'left_mouse_up',
  'scroll',
  'hold_key',
  'wait',
] as const

const screenOf = (tool: JsonObject): string =>
  `Controls a screen of ${String(tool.display_width_px)} x ${String(tool.display_height_px)} pixels with mouse and keyboard. Take a screenshot to see the screen, and another one after an action to see what it did. Click in the middle of what you want to hit.`

const AT = integers(
  2,
  'Where on the screen, as [x, y] in pixels from its upper left corner. For left_click_drag: the end.',
)

const firstComputer = (tool: JsonObject): Definition => ({
  description: screenOf(tool),
  properties: {
    action: oneOf(...FIRST_ACTIONS),
    coordinate: AT,
    text: text(
      'For type: the text to type. For key: the keys as xdotool names them, such as Return or ctrl+s.',
    ),
  },
  required: ['action'],
})

const computer = (tool: JsonObject): Definition => ({
  description: screenOf(tool),
  properties: {
    action: oneOf(...ACTIONS, ...(tool.enable_zoom === true ? ['zoom'] : [])),
    coordinate: AT,
    start_coordinate: integers(2, 'For left_click_drag: the start, as [x, y].'),
    text: text(
      'For type: the text to type. For key and hold_key: the keys as xdotool names them, such as Return or ctrl+s. For clicks and scroll, optional: keys to hold down meanwhile.',
    ),
    scroll_direction: oneOf('up', 'down', 'left', 'right'),
    scroll_amount: { type: 'integer', description: 'For scroll: how many clicks of the wheel.' },
    duration: { type: 'number', description: 'For hold_key and wait: seconds.' },
    ...(tool.enable_zoom === true && {
      region: integers(
        4,
        'For zoom: the part of the screen to show in full resolution, as [x1, y1, x2, y2].',
      ),
    }),
  },
  required: ['action'],
})

const DEFINITIONS: ReadonlyMap<string, (tool: JsonObject) => Definition> = new Map([
  ['bash_20241022', () => BASH],
  ['bash_20250124', () => BASH],
  ['text_editor_20241022', () => FORMER_EDITOR],
  ['text_editor_20250124', () => FORMER_EDITOR],
  ['text_editor_20250429', () => EDITOR],
  ['text_editor_20250728', () => EDITOR],
  ['memory_20250818', () => MEMORY],
  ['computer_20241022', firstComputer],
  ['computer_20250124', computer],
  ['computer_20251124', computer],
])

/** Members that are part of the description, or that only the client needs. */
const OF_DEFINITION: ReadonlySet<string> = new Set([
  'type',
  'display_width_px',
  'display_height_px',
  'display_number',
  'enable_zoom',
  'max_characters',
])

/**
 * Rewrites a tool of this kind as a custom tool of Anthropic's format. undefined = another tool or an unknown version.
 */
export function asFunction(tool: JsonObject): JsonObject | undefined {
  const define = DEFINITIONS.get(asText(tool.type) ?? '')
  if (!define) return undefined
  const { description, properties, required } = define(tool)
  const common = Object.entries(tool).filter(([member]) => !OF_DEFINITION.has(member))
  return {
    ...Object.fromEntries(common),
    description,
    input_schema: { type: 'object', properties: { ...properties }, required: [...required] },
  }
}

/** Rewrites these tools in a Messages body for models of other vendors. Returns the same body if it has none. */
export function withFunctions(body: JsonObject): JsonObject {
  const tools = asArray(body.tools)
  const written = tools?.map((tool) => (isObject(tool) ? (asFunction(tool) ?? tool) : tool))
  return written?.some((tool, index) => tool !== tools?.[index]) ? { ...body, tools: written } : body
}
