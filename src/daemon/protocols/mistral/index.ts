export { mistralFim } from './fim.ts'
