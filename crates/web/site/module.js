// Unpacks the module of the hall: a part of the worker that runs it, and of the service worker.
"use strict";

/** The cache of this build, and the place of the unpacked module in it. */
const BUILD = "undercroft @BUILD@";
const MODULE = "undercroft.wasm";

/** The module, unpacked while it arrives. */
async function unpacked() {
  const [{ body }] = await Promise.all([fetch("undercroft.bin"), unpack({ module_or_path: "unpack.wasm" })]);
  const unpacker = new unpack.Unpacker();
  const pieces = new TransformStream({ transform: (piece, to) => to.enqueue(unpacker.take(piece)) });
  return new Response(body.pipeThrough(pieces), { headers: { "Content-Type": "application/wasm" } });
}
