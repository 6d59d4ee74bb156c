// The reference point F: one request with the built-in fetch, the answer printed as it comes.
const response = await fetch(`${process.argv[2]}/v1/messages`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', 'x-api-key': 'k' },
  body: JSON.stringify({ model: 'm', max_tokens: 10, stream: true, messages: [] }),
});
let rest = '';
for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    if (!line.startsWith('data: ')) continue;
    const { delta } = JSON.parse(line.slice(6));
    if (delta?.text) process.stdout.write(delta.text);
  }
}
