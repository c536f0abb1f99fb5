import { createPluginServer } from '../../../src/plugin/goplugin/http2';

test('PLUGIN_HTTP2_SERVER=node selects the server of Node', () => {
  expect(createPluginServer({})).not.toHaveProperty('updateSettings');
  expect(createPluginServer({ PLUGIN_HTTP2_SERVER: 'node' })).toHaveProperty('updateSettings');
});
