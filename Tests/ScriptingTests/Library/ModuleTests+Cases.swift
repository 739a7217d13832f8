extension ModuleTests {
  static let hashesSetup = #"""
    const C = require('crypto-js'), crypto = require('crypto');
    """#
  static let hashes = [
    Case(#"C.SHA256('abc').toString()"#, #"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"#),
    Case(
      #"C.SHA512('abc').toString(C.enc.Base64)"#,
      #"3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="#),
    Case(#"C.SHA1('').toString()"#, #"da39a3ee5e6b4b0d3255bfef95601890afd80709"#),
    Case(#"C.MD5('message digest').toString()"#, #"f96b697d7cb7938d525a2f31aaf161d0"#),
    Case(#"C.RIPEMD160('abc').toString()"#, #"8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"#),
    Case(
      #"crypto.createHash('sha3-256').update('abc').digest('hex')"#,
      #"3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"#),
    Case(
      #"crypto.createHash('sha384').update('abc').digest('hex')"#,
      #"cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"#),
    Case(
      #"crypto.createHmac('sha256', Buffer.alloc(20, 0x0b)).update('Hi There').digest('hex')"#,
      #"b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"#),
    Case(
      #"crypto.createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex')"#,
      #"5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"#),
    Case(
      #"""
      crypto.createHmac('sha256', Buffer.alloc(131, 0xaa)).update('Test Using Larger Than Block-Size Key - \#
      Hash Key First').digest('hex')
      """#, #"60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"#),
    Case(
      #"crypto.createHmac('sha512', 'Jefe').update('what do ya want for nothing?').digest('hex')"#,
      #"""
      164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab\#
      1a34d4a6b4b636e070a38bce737
      """#),
    Case(
      #"crypto.pbkdf2Sync('password', 'salt', 2, 20, 'sha1').toString('hex')"#,
      #"ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"#),
  ]

  static let ciphersSetup = #"""
    const C = require('crypto-js');
    const plain = { mode: C.mode.ECB, padding: C.pad.NoPadding };
    const block = C.enc.Hex.parse('00112233445566778899aabbccddeeff');
    const bytes = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
    const keyOf = (length) => C.enc.Hex.parse(bytes.slice(0, 2 * length));
    """#
  static let ciphers = [
    Case(#"C.AES.encrypt(block, keyOf(16), plain).ciphertext"#, #"69c4e0d86a7b0430d8cdb78070b4c55a"#),
    Case(#"C.AES.encrypt(block, keyOf(24), plain).ciphertext"#, #"dda97ca4864cdfe06eaf70a0ec0d7191"#),
    Case(#"C.AES.encrypt(block, keyOf(32), plain).ciphertext"#, #"8ea2b7ca516745bfeafc49904b496089"#),
    Case(
      #"C.AES.decrypt({ ciphertext: C.AES.encrypt(block, keyOf(32), plain).ciphertext }, keyOf(32), plain)"#,
      #"00112233445566778899aabbccddeeff"#),
    Case(
      #"""
      C.DES.encrypt(C.enc.Hex.parse('4e6f772069732074'), C.enc.Hex.parse('0123456789abcdef'), \#
      plain).ciphertext
      """#, #"3fa40e8a984d4815"#),
    Case(#"C.AES.encrypt('hello', keyOf(16), { iv: keyOf(16) })"#, #"Hf6DbfcOiTEKlwox+jNR/Q=="#),
    Case(#"C.TripleDES.encrypt('hello', keyOf(24), { iv: keyOf(8) })"#, #"333ztkUGbxM="#),
    Case(#"C.AES.decrypt(C.AES.encrypt('héllo', 'secret').toString(), 'secret').toString(C.enc.Utf8)"#, #"héllo"#),
    Case(#"C.AES.encrypt('hello', 'secret').toString().slice(0, 10)"#, #"U2FsdGVkX1"#),
    Case(
      #"C.EvpKDF('password', C.enc.Hex.parse('0001020304050607'), { keySize: 12 })"#,
      #"b03096345e805d3aa4392d2e72791dfb13e12d3f61094a3fc347ace86b99ada6acde38b46073eef81840283e44a4b22a"#),
  ]

  static let texts = [
    Case(#"Buffer.from('hé€').toString('hex')"#, #"68c3a9e282ac"#),
    Case(#"Buffer.from('us@r:p@ss').toString('base64')"#, #"dXNAcjpwQHNz"#),
    Case(#"Buffer.from('_-8', 'base64').toString('hex')"#, #"ffef"#),
    Case(#"Buffer.from('fffe', 'hex').toString('base64url')"#, #"__4"#),
    Case(#"Buffer.from('a€').slice(0, 2).toString()"#, #"a�"#),
    Case(#"JSON.stringify(Buffer.from('ab'))"#, #"{"type":"Buffer","data":[97,98]}"#),
    Case(#"Buffer.concat([Buffer.from('a'), Buffer.alloc(2)]).length"#, #"3"#),
    Case(#"Buffer.from([1, 2, 3, 4]).readUInt32BE(0)"#, #"16909060"#),
    Case(#"btoa('ä') + atob(' aGk ')"#, #"5A==hi"#),
    Case(#"new TextDecoder().decode(new TextEncoder().encode('ü😀'))"#, #"ü😀"#),
  ]

  static let urlsSetup = #"""
    const { parse } = require('url'), query = require('querystring');
    """#
  static let urls = [
    Case(
      #"new URL('../x?a=1#f', 'http://User:pw@EXAMPLE.com:80/a/b/c').href"#,
      #"http://User:pw@example.com/a/x?a=1#f"#),
    Case(#"new URL('http://ünï.de/é').href"#, #"http://xn--n-nga1b.de/%C3%A9"#),
    Case(#"new URL('https://h/?b=2&a=1').searchParams.get('a')"#, #"1"#),
    Case(#"new URL('http://0x7f.1/').host"#, #"127.0.0.1"#),
    Case(
      #"Object.assign(new URL('http://h/p?a=1'), { search: '?q=a b', hash: 'x', port: '81' }).href"#,
      #"http://h:81/p?q=a%20b#x"#),
    Case(#"new URLSearchParams({ a: '1', b: 'ü' })"#, #"a=1&b=%C3%BC"#),
    Case(#"parse('http://u:p@h:8080/p?q=1#f', true).query.q"#, #"1"#),
    Case(#"parse('http://u:p@h:8080/p?q=1#f').host"#, #"h:8080"#),
    Case(#"query.stringify({ a: [1, 2], b: 'ü' })"#, #"a=1&a=2&b=%C3%BC"#),
    Case(#"JSON.stringify(query.parse('a=1&a=2&b=%20'))"#, #"{"a":["1","2"],"b":" "}"#),
  ]

  static let identifiersSetup = #"""
    const uuid = require('uuid'), { nanoid, customAlphabet } = require('nanoid');
    """#
  static let identifiers = [
    Case(#"uuid.v5('www.example.com', uuid.v5.DNS)"#, #"2ed6657d-e927-568b-95e1-2665a8aea6a2"#),
    Case(#"uuid.v3('www.example.com', uuid.v3.DNS)"#, #"5df41881-3aed-3515-88a7-2f4a814cf09e"#),
    Case(#"uuid.version(uuid.v4())"#, #"4"#),
    Case(#"uuid.version(uuid.v1())"#, #"1"#),
    Case(#"uuid.v4() === uuid.v4()"#, #"false"#),
    Case(#"uuid.NIL"#, #"00000000-0000-0000-0000-000000000000"#),
    Case(#"/^[\w-]{21}$/.test(nanoid())"#, #"true"#),
    Case(#"nanoid(5).length"#, #"5"#),
    Case(#"nanoid() === nanoid()"#, #"false"#),
    Case(#"[...new Set(customAlphabet('abc', 200)())].sort().join()"#, #"a,b,c"#),
    Case(#"customAlphabet('abc')(3).length"#, #"3"#),
  ]

  static let tokensSetup = #"""
    const jwt = require('jsonwebtoken');
    const claims = { sub: '1234567890', name: 'John Doe', iat: 1516239022 };
    const signed = (options, payload = { a: 1 }) => jwt.sign(payload, 's', options);
    const fault = (act) => { try { return act(); } catch (error) { return error.name + ': ' + error.message; } };
    """#
  static let tokens = [
    Case(
      #"jwt.sign(claims, 'your-256-bit-secret')"#,
      #"""
      eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ\#
      .SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c
      """#),
    Case(
      #"signed({ algorithm: 'HS384', noTimestamp: true }).split('.')[2]"#,
      #"W_2dbBbImD6sMuHLjO0iZvjg3QLuXPFhaX-B4xovkDNIbaFrF5kdCH8_P85pBr2K"#),
    Case(
      #"signed({ algorithm: 'HS512', noTimestamp: true }).split('.')[2]"#,
      #"97llvfhF2Qet1lmYoKpG0DnK1btrFxPtU-aLoQKnfQuIAeOblTv7HPz8Xus8uwZqblocUUa3BcazXmm79finPw"#),
    Case(
      #"JSON.stringify(jwt.verify(jwt.sign(claims, Buffer.from('s')), 's'))"#,
      #"{"sub":"1234567890","name":"John Doe","iat":1516239022}"#),
    Case(
      #"JSON.stringify(jwt.decode(signed({ expiresIn: '2 days', issuer: 'i' }, { iat: 0 })))"#,
      #"{"iat":0,"exp":172800,"iss":"i"}"#),
    Case(
      #"JSON.stringify(jwt.decode(signed({ keyid: 'k' }), { complete: true }).header)"#,
      #"{"alg":"HS256","typ":"JWT","kid":"k"}"#),
    Case(#"jwt.decode('nothing')"#, #"null"#),
    Case(#"jwt.verify(signed({}, 'text'), 's')"#, #"text"#),
    Case(#"fault(() => jwt.verify(signed({}), 'other'))"#, #"JsonWebTokenError: invalid signature"#),
    Case(#"fault(() => jwt.verify('a.b', 's'))"#, #"JsonWebTokenError: jwt malformed"#),
    Case(#"fault(() => jwt.verify('a.b.c', 's'))"#, #"JsonWebTokenError: invalid token"#),
    Case(
      #"fault(() => jwt.verify(signed({}).replace(/[^.]*$/, ''), 's'))"#,
      #"JsonWebTokenError: jwt signature is required"#),
    Case(
      #"fault(() => jwt.verify(signed({}), 's', { algorithms: ['HS512'] }))"#, #"JsonWebTokenError: invalid algorithm"#),
    Case(#"fault(() => jwt.verify(signed({ expiresIn: -1 }), 's'))"#, #"TokenExpiredError: jwt expired"#),
    Case(#"fault(() => jwt.verify(signed({ notBefore: '1h' }), 's'))"#, #"NotBeforeError: jwt not active"#),
    Case(
      #"fault(() => jwt.verify(signed({}, { iat: 1 }), 's', { maxAge: '1h' }))"#, #"TokenExpiredError: maxAge exceeded"#
    ),
    Case(
      #"fault(() => jwt.verify(signed({ audience: ['a', 'b'] }), 's', { audience: ['c', /d/] }))"#,
      #"JsonWebTokenError: jwt audience invalid. expected: c or /d/"#),
    Case(
      #"fault(() => jwt.verify(signed({ issuer: 'i' }), 's', { issuer: 'j' }))"#,
      #"JsonWebTokenError: jwt issuer invalid. expected: j"#),
    Case(#"fault(() => jwt.sign({}, ''))"#, #"Error: secretOrPrivateKey must have a value"#),
    Case(
      #"fault(() => signed({ expiresIn: '1h' }, { exp: 1 }))"#,
      #"Error: Bad "options.expiresIn" option. The payload already has an "exp" property."#),
    Case(
      #"fault(() => signed({ algorithm: 'RS256' }))"#,
      #"Error: scripts of Apus sign with HS256, HS384 and HS512, not with RS256"#),
  ]

  static let schemasSetup = #"""
    const Ajv = require('ajv');
    const errors = (schema, value, options) => {
      const ajv = new Ajv(options);
      ajv.validate(schema, value);
      return ajv.errorsText();
    };
    """#
  static let schemas = [
    Case(
      #"errors({ required: ['x'], properties: { y: { type: 'number' } } }, { y: 's' }, { allErrors: true })"#,
      #"data should have required property 'x', data.y should be number"#),
    Case(
      #"errors({ $ref: '#/definitions/a', definitions: { a: { type: 'integer', minimum: 3 } } }, 2)"#,
      #"data should be >= 3"#),
    Case(
      #"errors({ oneOf: [{ type: 'number' }, { minimum: 2 }] }, 5)"#,
      #"data should match exactly one schema in oneOf"#),
    Case(
      #"errors({ anyOf: [{ type: 'string' }, { maximum: 2 }] }, 5)"#,
      #"data should be string, data should be <= 2, data should match some schema in anyOf"#),
    Case(#"errors({ additionalProperties: false }, { a: 1 })"#, #"data should NOT have additional properties"#),
    Case(
      #"errors({ properties: { 'a-b': { format: 'date-time' } } }, { 'a-b': 'x' })"#,
      #"data['a-b'] should match format "date-time""#),
    Case(
      #"errors({ if: { type: 'string' }, then: { minLength: 2 } }, 'x', { allErrors: true })"#,
      #"data should NOT be shorter than 2 characters, data should match "then" schema"#),
    Case(
      #"errors({ items: { enum: [1, 2] } }, [1, 3], { jsonPointers: true })"#,
      #"data/1 should be equal to one of the allowed values"#),
    Case(
      #"errors({ uniqueItems: true }, [1, 2, 1])"#,
      #"data should NOT have duplicate items (items ## 0 and 2 are identical)"#),
    Case(
      #"errors({ dependencies: { a: ['b', 'c'] } }, { a: 1 })"#,
      #"data should have properties b, c when property a is present"#),
    Case(
      #"errors({ propertyNames: { pattern: '^x' } }, { a: 1 })"#,
      #"data should match pattern "^x", data property name 'a' is invalid"#),
    Case(#"errors({ items: [{ type: 'string' }], contains: { const: 1 } }, ['a', 1])"#, #"No errors"#),
    Case(
      #"""
      (() => { try { return new Ajv().compile({ minLength: 'x' }); } catch (error) { return error.message; \#
      } })()
      """#, #"schema is invalid: data.minLength should be integer"#),
  ]

  static let tv4Setup = #"""
    const tv4 = require('tv4');
    """#
  static let tv4 = [
    Case(
      #"tv4.validate({}, { required: ['a'] }) + tv4.error.message + tv4.error.code"#,
      #"falseMissing required property: a302"#),
    Case(
      #"tv4.validate({ a: ['x'] }, { properties: { a: { items: { type: 'number' } } } }) + tv4.error.dataPath"#,
      #"false/a/0"#),
    Case(#"tv4.validate({ a: 1 }, { $ref: 'http://nowhere/z' }) + ' ' + tv4.missing"#, #"true http://nowhere/z"#),
    Case(#"tv4.validateMultiple(['x', true], { items: { type: 'number' } }).errors.length"#, #"2"#),
  ]

  static let xmlSetup = #"""
    const { parseString } = require('xml2js'), csv = require('csv-parse/lib/sync');
    """#
  static let xml = [
    Case(
      #"JSON.stringify(xml2Json('<a x="1"><b>1</b><b>2</b><c/><d> t </d></a>'))"#,
      #"{"a":{"$":{"x":"1"},"b":["1","2"],"c":"","d":"t"}}"#),
    Case(#"JSON.stringify(xml2Json('none'))"#, #"{}"#),
    Case(
      #"""
      (() => { let text; parseString('<a y="2">t<b/></a>', (_, value) => { text = JSON.stringify(value); \#
      }); return text; })()
      """#, #"{"a":{"_":"t","$":{"y":"2"},"b":[""]}}"#),
    Case(
      #"""
      (() => { let text; parseString('<a></b>', (error) => { text = error.message.split('\n')[0]; }); \#
      return text; })()
      """#, #"Unexpected close tag"#),
    Case(#"JSON.stringify(csv('a,b\n1,"x, ""y"""\n', { columns: true }))"#, #"[{"a":"1","b":"x, \"y\""}]"#),
  ]

  static let momentsSetup = #"""
    const moment = require('moment');
    """#
  static let moments = [
    Case(#"moment.utc('2024-01-31').add(1, 'month').format('MMM Do YYYY')"#, #"Feb 29th 2024"#),
    Case(#"moment.utc(0).format('dddd, MMMM D, YYYY h:mm A')"#, #"Thursday, January 1, 1970 12:00 AM"#),
    Case(#"moment.utc('2024-02-29T10:20:30.123+02:00').toISOString()"#, #"2024-02-29T08:20:30.123Z"#),
    Case(#"moment.utc('31/12/2023 23:05', 'DD/MM/YYYY HH:mm').unix()"#, #"1704063900"#),
    Case(#"moment('2024-02-30', 'YYYY-MM-DD').isValid()"#, #"false"#),
    Case(#"moment.utc('2024-03-10').diff('2024-01-01', 'weeks')"#, #"9"#),
    Case(#"moment.utc('2024-05-15').endOf('quarter').format()"#, #"2024-06-30T23:59:59Z"#),
    Case(#"moment.utc('2024-12-30').format('GGGG-[W]WW-E')"#, #"2025-W01-1"#),
    Case(
      #"moment.duration(3725, 'seconds').toISOString() + moment.duration(3725, 'seconds').humanize()"#,
      #"PT1H2M5San hour"#),
    Case(#"moment.unix(1).isBefore(moment())"#, #"true"#),
    Case(#"moment('nonsense', 'YYYY').format()"#, #"Invalid date"#),
  ]

  static let wordsSetup = #"""
    const _ = require('lodash');
    """#
  static let words = [
    Case(#"_.get({ a: [{ b: 1 }] }, 'a[0].b')"#, #"1"#),
    Case(#"JSON.stringify(_.groupBy([1.2, 1.8, 2.1], Math.floor))"#, #"{"1":[1.2,1.8],"2":[2.1]}"#),
    Case(#"_.camelCase('--foo-bar baz')"#, #"fooBarBaz"#),
    Case(
      #"JSON.stringify(_.orderBy([{ a: 1, b: 1 }, { a: 2, b: 1 }], ['b', 'a'], ['asc', 'desc']))"#,
      #"[{"a":2,"b":1},{"a":1,"b":1}]"#),
    Case(#"JSON.stringify(_.merge({ a: { b: 1 } }, { a: { c: [2] } }))"#, #"{"a":{"b":1,"c":[2]}}"#),
    Case(#"_.isEqual({ a: new Date(1) }, { a: new Date(1) })"#, #"true"#),
    Case(#"JSON.stringify(_.omit({ a: 1, b: { c: 2, d: 3 } }, 'a', 'b.c'))"#, #"{"b":{"d":3}}"#),
    Case(#"_([3, 1, 2]).sortBy().map((each) => each * 2).join('-')"#, #"2-4-6"#),
    Case(#"_.isEmpty({}) && !_.isEmpty('x')"#, #"true"#),
    Case(#"JSON.stringify(_.find([{ a: 1 }, { a: 2, b: 3 }], { a: 2 }))"#, #"{"a":2,"b":3}"#),
    Case(#"_.template('hi <%= name %>')({ name: 'Ada' })"#, #"hi Ada"#),
    Case(#"JSON.stringify(_.chunk([1, 2, 3], 2))"#, #"[[1,2],[3]]"#),
  ]
}
