/** The script of the page: decompresses its data and shows the page. A file of its own: a browser starts here. */
import { canDecompress, decompress } from './compressed';
import type { PageData } from './data';
import { byId, fill } from './dom';
import { showPage } from './page';

const OLD_BROWSER =
  'This page needs a newer browser: Chrome 80, Firefox 113, Safari 16.4 or later. The report as text contains everything.';

if (canDecompress()) void decompress(byId('data').textContent).then((data) => showPage(data as PageData));
else fill(byId('content'), OLD_BROWSER);
