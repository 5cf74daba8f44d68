import { describe, expect, it } from 'vitest';
import { fieldValue, mirroredHeaders } from '../../src/transport/http-message.ts';

describe('the value of a header', () => {
  // The first five are the examples of the specification (basic/transports/streamable-http#value-encoding).
  it.each([
    ['us-west1', 'us-west1'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['us west 1', 'us west 1'],
    ['a\tb', 'a\tb'],
    ['\ta', '=?base64?CWE=?='],
    ['a\u007f', '=?base64?YX8=?='],
    ['=?base64?open', '=?base64?open'],
    ['=?BASE64?eA==?=', '=?BASE64?eA==?='],
    ['', '=?base64??='],
    ['x', 'x'],
  ])('%j', (text, value) => {
    expect(fieldValue(text)).toBe(value);
  });
});

describe('what the headers of a message repeat', () => {
  const inputSchema = () => ({
    properties: {
      place: { type: 'string', 'x-mcp-header': 'Place' },
      count: { type: 'integer', 'x-mcp-header': 'Count' },
      deep: { properties: { er: { type: 'boolean', 'x-mcp-header': 'Deeper' } } },
    },
  });

  it.each<[string, unknown, object]>([
    ['tools/list', { cursor: 'x', name: 'no' }, { 'Mcp-Method': 'tools/list' }],
    ['prompts/get', { name: 'p' }, { 'Mcp-Method': 'prompts/get', 'Mcp-Name': 'p' }],
    ['resources/read', { uri: 'file:///a' }, { 'Mcp-Method': 'resources/read', 'Mcp-Name': 'file:///a' }],
    ['tasks/get', { taskId: 't-1' }, { 'Mcp-Method': 'tasks/get', 'Mcp-Name': 't-1' }],
    ['tasks/update', { taskId: 't-1' }, { 'Mcp-Method': 'tasks/update', 'Mcp-Name': 't-1' }],
    ['tasks/cancel', { taskId: 't-1' }, { 'Mcp-Method': 'tasks/cancel', 'Mcp-Name': 't-1' }],
    ['tools/call', undefined, { 'Mcp-Method': 'tools/call' }],
    ['tools/call', { name: 7 }, { 'Mcp-Method': 'tools/call' }],
    [
      'tools/call',
      { name: 't', arguments: { place: '', count: -7, deep: { er: true } } },
      {
        ...{ 'Mcp-Method': 'tools/call', 'Mcp-Name': 't' },
        ...{ 'Mcp-Param-Place': '=?base64??=', 'Mcp-Param-Count': '-7', 'Mcp-Param-Deeper': 'true' },
      },
    ],
    [
      'tools/call',
      { name: 't', arguments: { place: null, count: 2 ** 60, deep: [] } },
      { 'Mcp-Method': 'tools/call', 'Mcp-Name': 't' },
    ],
    ['tools/call', { name: 't', arguments: 'none' }, { 'Mcp-Method': 'tools/call', 'Mcp-Name': 't' }],
  ])('%s %j', (method, params, headers) => {
    expect(Object.fromEntries(mirroredHeaders(method, params, inputSchema))).toEqual(headers);
  });

  it('holds nothing that an argument inherits', () => {
    const schema = () => ({ properties: { constructor: { type: 'string', 'x-mcp-header': 'C' } } });
    expect(mirroredHeaders('tools/call', { name: 't', arguments: {} }, schema)).toHaveLength(2);
  });
});
