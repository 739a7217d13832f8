extension ScriptLibrary {
  /// The modules that scripts may require, by name. Each text is a function that takes `library` and returns the
  /// exports, so that a module costs nothing until its first use.
  static let modules: [String: String] = [
    "bytes": module(bytesModule),
    "base64": module(base64Module),
    "encoding": module(textEncodingModule),
    "buffer": module(bufferModule),
    "hashes": module(hashesModule, moreHashesModule),
    "uuid": module(identifiersModule),
    "nanoid": module(shortIdentifiersModule),
    "jsonwebtoken": module(webTokensModule),
    "querystring": module(queryStringsModule),
    "crypto": module(nodeCryptoModule),
    "punycode": module(punycodeModule),
    "url": module(urlParserModule, urlsModule),
    "schema": module(
      schemaFormatsModule, schemaReferencesModule, schemaCheckModule, schemaObjectsModule, schemaAjvModule
    ),
    "ajv": module(ajvModule),
    "tv4": module(tinyValidatorModule),
    "xml2js": module(xmlObjectsModule),
    "xml2Json": module(xmlToJSONModule),
    "csv-parse/lib/sync": module(csvModule),
    "crypto-js": module(cryptoWordsModule, cryptoBlocksModule, cryptoCiphersModule),
    "lodash": module(lodashValuesModule, lodashCollectionsModule, lodashObjectsModule, lodashFunctionsModule),
    "moment": module(momentCalendarModule, momentParsingModule, momentObjectModule, momentDurationModule),
    "path": module(pathsModule),
    "events": module(eventsModule),
    "util": module(nodeUtilitiesModule),
    "string_decoder": module(stringDecodingModule),
    "atob": module(atobModule),
    "btoa": module(btoaModule),
    "timers": module(timersModule),
  ]

  private static func module(_ topics: String...) -> String {
    "(function (library) {\n\"use strict\";\n" + topics.joined(separator: "\n") + "\n})"
  }
}
