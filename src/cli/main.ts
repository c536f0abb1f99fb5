import { runCli } from './program';

// Whoever reads has enough (`| head -1`): what is written from here on goes nowhere, and that is no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

void runCli(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
