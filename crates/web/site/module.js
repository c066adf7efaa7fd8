// Unpacks the module of the hall: a part of the worker that runs it, and of the service worker.
"use strict";

/** The cache of this build, and the place of the unpacked module in it. */
const BUILD = "undercroft @BUILD@";
const MODULE = "undercroft.wasm";

/** The module, unpacked while it arrives; `told` gets the part that has come. */
async function unpacked(told = () => {}) {
  const [{ body, headers }] = await Promise.all([fetch("undercroft.bin"), unpack({ module_or_path: "unpack.wasm" })]);
  const unpacker = new unpack.Unpacker();
  const length = Number(headers.get("Content-Length"));
  let come = 0;
  const take = (piece, to) => {
    come += piece.length;
    if (length) told(Math.min(1, come / length));
    to.enqueue(unpacker.take(piece));
  };
  const pieces = new TransformStream({ transform: take });
  return new Response(body.pipeThrough(pieces), { headers: { "Content-Type": "application/wasm" } });
}
