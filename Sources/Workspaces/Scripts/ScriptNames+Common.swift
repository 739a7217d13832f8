extension ScriptNames {
  /// Names that several tools have, and those of JavaScript that need a word.
  static let common = [
    Topic(
      "Tests", .common,
      """
      test(name, function) | Runs a test; it fails if the function throws an error
      pm.test(name, function) | The same; it may be `async`, or take a `done` function
      pm.test.skip(name, function) | Lists the test as skipped
      expect(value, message) | The start of an assertion about a value, as in Chai 4
      pm.expect(value, message) | The same
      pm.expect.fail(message) | Fails
      assert(condition, message) | Chai's assertions as functions: `assert.equal`, `assert.include`, …
      console.{log,info,warn,error,debug}(values) | Writes a line to the console
      """),
    Topic(
      "JavaScript", .common,
      """
      {setTimeout,setInterval,setImmediate}(function, ms) | Calls the function later
      {clearTimeout,clearInterval,clearImmediate}(timer) | Ends a timer
      fetch(url, options) | Sends a request; a promise of the response. Only with Bruno's rules
      {btoa,atob}(text) | Encodes or decodes Base64
      xml2Json(text) | XML as an object
      process.env | Variables of the process, as `bru.getProcessEnv`. Only with Bruno's rules
      {URL,URLSearchParams,TextEncoder,TextDecoder,Buffer} | As in browsers and Node
      {CryptoJS,_,tv4} | Modules that Postman's scripts use without `require`
      require("./file") | A module in a file below the collection, or in its `node_modules`
      """),
    Topic(
      "Modules", .common,
      """
      require("chai") | `expect`, `assert` and the rest of Chai 4
      require("axios") | Sends requests: `get`, `post`, `put`, `patch`, `delete`, `head`, `request`
      require("lodash") | Functions for lists and objects
      require("underscore") | The same
      require("moment") | Dates
      require("uuid") | `v1`, `v4`, `validate`
      require("nanoid") | `nanoid`, `customAlphabet`
      require("jsonwebtoken") | `sign`, `verify` and `decode` with HS256, HS384 and HS512
      require("crypto-js") | Hashes, HMAC, AES
      require("crypto") | Node's `createHash`, `createHmac`, `randomBytes`, `randomUUID`
      require("atob") | Decodes Base64
      require("btoa") | Encodes Base64
      require("buffer") | Node's `Buffer`
      require("ajv") | Checks JSON against a schema
      require("tv4") | Checks JSON against a schema
      require("xml2js") | `parseString` and `parseStringPromise`
      require("csv-parse/lib/sync") | Reads CSV
      require("postman-collection") | Postman's `Request`, `Header`, `Url`, `PropertyList` and others
      require("insomnia-collection") | The same for Insomnia's scripts
      require("url") | Node's `URL` and `parse`
      require("path") | Node's functions for paths
      require("util") | Node's `inspect`, `format`, `promisify`
      require("querystring") | Node's `parse` and `stringify`
      require("punycode") | Node's `encode`, `decode`, `toASCII`
      require("string_decoder") | Node's `StringDecoder`
      require("assert") | Chai's assertions as functions
      require("events") | Node's `EventEmitter`
      require("timers") | The timers
      """),
  ]
}
