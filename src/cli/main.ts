import { runCli } from './program';

// A reader that has closed the pipe (`| head -1`) wants no more output: that is no failure.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });

void runCli(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
