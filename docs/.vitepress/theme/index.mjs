/** The default theme of VitePress with the fonts of the system. */
import Theme from 'vitepress/theme-without-fonts';
import './style.css';

export default Theme;
