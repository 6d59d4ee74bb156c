// Stands in for what the command line parser takes of Node's `assert` and `module` at load: claims
// about its own configuration, and a `require` for settings files, which we have none of.
function strictEqual(actual, expected, message) {
  if (!Object.is(actual, expected)) throw new Error(message);
}

function notStrictEqual(actual, expected, message) {
  if (Object.is(actual, expected)) throw new Error(message);
}

function createRequire() {
  return (name) => {
    throw new Error(`the command line parser asked for ${name}`);
  };
}

export { createRequire, notStrictEqual, strictEqual };
