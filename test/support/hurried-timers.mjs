// Loaded before a program: a wait of a minute and more takes its thousandth, and is told to the log.
const setRealTimeout = globalThis.setTimeout;

globalThis.setTimeout = (run, delayMs, ...rest) => {
  if (!(delayMs >= 60_000)) return setRealTimeout(run, delayMs, ...rest);
  const record = {
    '@level': 'debug',
    '@message': 'hurried',
    '@module': 'timers',
    delay_ms: delayMs,
  };
  process.stderr.write(`${JSON.stringify(record)}\n`);
  return setRealTimeout(run, delayMs / 1000, ...rest);
};
