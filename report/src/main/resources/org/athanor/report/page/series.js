const decoded = new Map();

/** Decodes the trials of a group with their series; see SeriesCode for the format. */
async function trialsOf(group) {
  if (!decoded.has(group)) decoded.set(group, decode(seriesTexts[group]));
  return decoded.get(group);
}

async function decode(text) {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const length = new DataView(bytes.buffer).getUint32(0);
  const trials = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let position = 4 + length;
  for (const trial of trials) {
    const take = (maximum) => {
      const values = Array.from(bytes.subarray(position, position + trial.k), (byte) => (byte === 255 ? null : (byte * maximum) / 254));
      position += trial.k;
      return values;
    };
    trial.mean = Object.fromEntries((trial.m || []).map(([metric, maximum]) => [metric, take(maximum)]));
    trial.nodes = (trial.n || []).map(([name, tracks]) => ({ name, tracks: Object.fromEntries(tracks.map(([track, maximum]) => [track, take(maximum)])) }));
  }
  return trials;
}
