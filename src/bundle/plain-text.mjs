// Stands in for three text packages inside the command line parser's help layout. The originals
// compile large Unicode patterns at load (45 ms); our help text is plain ASCII.
const stripAnsi = (text) => text;
const stringWidth = (text) => text.length;

function wrapLine(line, width) {
  const rows = [];
  let row = '';
  for (const word of line.split(' ')) {
    const joined = row === '' ? word : `${row} ${word}`;
    if (joined.length <= width || row === '') row = joined;
    else {
      rows.push(row);
      row = word;
    }
  }
  return [...rows, row].join('\n');
}

const wrapAnsi = (text, width) =>
  text
    .split('\n')
    .map((line) => (line.length <= width ? line : wrapLine(line, width)))
    .join('\n');

export { stringWidth, stripAnsi, wrapAnsi };
