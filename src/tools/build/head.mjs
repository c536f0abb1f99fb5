/** The first lines of the programs: for the shell, for an old Node, and for a copy without some files. */
import { manifest } from './entries.mjs';

/**
 * Written in the syntax of an old Node, which prints its error to stdout, because Terraform reads nothing else. A copied
 * provider can be in a folder of ES modules, where `require` does not exist, and behind a link, which `require` resolves.
 * The installation and the release read the list of the siblings here.
 */
export function head(name, siblings) {
  const incomplete = `${name} is incomplete: "+name+" is missing next to "+process.argv[1]+". Copy there all of "+siblings.join(", ")+".`;
  return [
    '"use strict";',
    versionCheck(name, 'stdout'),
    `var siblings=${JSON.stringify(siblings)};`,
    'var get=process.getBuiltinModule,folder=typeof __dirname=="string"?__dirname:get("path").dirname(get("fs").realpathSync(process.argv[1]));',
    'var require=require||get("module").createRequire(folder+"/");',
    // Not by `require.resolve`, which resolves the links of each path.
    `siblings.forEach(function(name){if(!get("fs").existsSync(folder+"/"+name)){process.stdout.write("${incomplete}\\n");process.exit(1)}});`,
  ];
}

/**
 * Options of V8 for a process that reads thousands of objects, and keeps few. By default V8 fills three times 16 MB before it looks for
 * garbage, and then lets the heap grow to four times the live objects.
 */
const MEMORY_OPTIONS = '--max-semi-space-size=8 --heap-growing-percent=100';

/**
 * The first lines of a program that Terraform starts: for a shell, a search for Node, whose absence `env` would report where
 * Terraform does not show it; for JavaScript, a string and a comment. The shell becomes Node, so that signals arrive.
 */
export function shellHead(name) {
  const missing = `${name} needs Node.js ${minimalNode()} or later, but PATH contains no node. Install Node.js, or use the executable of a release, which contains Node.js.`;
  return [
    '#!/bin/sh',
    `":" //; command -v node >/dev/null 2>&1 || { echo "${missing}"; exit 1; }; exec node ${MEMORY_OPTIONS} "$0" "$@"`,
  ];
}

function minimalNode() {
  return manifest.engines.node.match(/\d+/g).join('.');
}

export function versionCheck(name, stream) {
  const [major, minor, patch] = manifest.engines.node.match(/\d+/g).map(Number);
  // A declared name could be that of a function in the bundle, whose names are shortened.
  return [
    '(function(v){',
    `if(v[0]*1e6+v[1]*1e3+ +v[2]<${major * 1e6 + minor * 1e3 + patch}){`,
    `process.${stream}.write("${name} needs Node.js ${minimalNode()} or later, but `,
    `this is "+process.version+" ("+process.execPath+"). Put a newer node first on PATH.\\n");process.exit(1)}`,
    '})(process.versions.node.split("."));',
  ].join('');
}
