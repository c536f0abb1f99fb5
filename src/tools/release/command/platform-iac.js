#!/usr/bin/env node
// Starts the program of the package, whose exports do not contain it.
'use strict';
const { dirname, join } = require('node:path');

const manifest = require.resolve('cdktf-provider-platform/package.json');
require(join(dirname(manifest), require(manifest).bin['platform-iac']));
