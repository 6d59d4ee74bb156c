// undici's client alone loads in a third of the time of the whole package, which has no types for
// the file itself. Its version is exact and it has no `exports` map, so the path is stable.
declare module 'undici/lib/dispatcher/client.js' {
  // biome-ignore lint/style/noDefaultExport: it is how Node shows a CommonJS module
  export { Client as default } from 'undici';
}
