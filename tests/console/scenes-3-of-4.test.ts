import { describe } from 'vitest'
import { lookAtScenes } from './support/look-at-scenes.ts'

describe('texts, axe and widths, part 3 of 4:', () => lookAtScenes(3, 4))
