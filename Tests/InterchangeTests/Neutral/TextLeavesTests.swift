import Basics
import Foundation
import TestSupport
import Testing
import Workspaces

@testable import Interchange

/// The same as `LeavesTests` for formats that are not trees: every word of a file must be imported, or a notice must
/// name it or its line.
@Suite struct TextLeavesTests {
  private struct Word {
    var line: Int
    var text: String
  }

  /// Words that are only syntax: names of sections, options and predicates.
  private static let ignored: [ImportFormat: Set<String>] = [
    .hurl: [
      "http", "http/1.1", "options", "query", "querystringparams", "form", "formparams", "multipart",
      "multipartformdata", "cookies", "basicauth", "asserts", "captures", "jsonpath", "body", "header", "status",
      "file",
      "json", "xml", "graphql", "base64", "hex", "location", "user", "max-time", "max-redirs", "compressed", "verbose",
      "variable", "digest", "count", "exists", "not", "true", "false", "variables",
    ],
    .http: [
      "http/1.1", "name", "description", "tag", "no-redirect", "graphql", "auth", "curl", "true", "basic", "variables",
      "-x", "-d", "-h", "authorization", "content-disposition", "form-data", "filename", "timeout", "no-log",
      "operation", "grpc-descriptor",
    ],
    .bruno: [
      "meta", "name", "type", "http", "seq", "tags", "url", "body", "auth", "none", "true", "false", "settings",
      "headers", "query", "params:query", "params:path", "vars:pre-request", "vars:post-response", "assert", "tests",
      "docs", "script:pre-request", "script:post-response", "body:json", "body:text", "body:xml", "body:graphql",
      "body:graphql:vars", "body:form-urlencoded", "body:multipart-form", "body:file", "body:sparql", "example",
      "request", "response", "status", "mode", "vars", "vars:secret", "encodeurl", "timeout", "followredirects",
      "maxredirects", "contenttype", "inherit", "description", "method", "code", "text", "content", "multipartform",
      "multipart-form", "formurlencoded", "form-urlencoded", "file", "username", "password", "token", "pkce",
    ],
    .curl: ["curl", "http", "$", "echo", "printf", "cat", "eof", "data", "form-data", "content-disposition"],
  ]

  /// Fields of Bruno's authentication with other names here, and options of curl.
  private static func isStructure(_ word: String, _ format: ImportFormat) -> Bool {
    if ignored[format]?.contains(word) == true { return true }
    if format == .bruno { return word.hasPrefix("auth:") || word.contains("_") && !word.contains("{") }
    return format == .curl && (word.hasPrefix("-") || word.contains("------"))
  }

  private static func words(_ text: String, _ format: ImportFormat) -> [Word] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line -> [Word] in
      // A shebang has no meaning; line breaks inside a quoted text separate words.
      let line = line.hasPrefix("#!") ? "" : line.replacing("\\r\\n", with: " ")
      return line.split { $0.isWhitespace }.compactMap { piece -> Word? in
        let marks = CharacterSet(charactersIn: "\"'`,;:()[]{}#~@<>|\\=^%/&!?*+")
        let bare = piece.trimmingCharacters(
          in: format == .curl ? CharacterSet(charactersIn: "\"'`,;()#\\|{}<>^") : marks)
        let word = squeezed(bare)
        guard word.contains(where: { $0.isLetter || $0.isNumber }), !isStructure(word, format) else { return nil }
        return Word(line: index + 1, text: word)
      }
    }
  }

  /// The text without blanks, quotes and backslashes, which each format writes differently.
  private static func squeezed(_ text: String) -> String {
    String(text.lowercased().filter { !$0.isWhitespace && !"\"'\\`^".contains($0) })
  }

  private static func leaves(_ node: JSONValue) -> [String] {
    switch node {
    case .object(let members): members.flatMap { leaves($0.value) }
    case .array(let items): items.flatMap(leaves)
    case .string(let text), .number(let text): [text]
    case .null, .bool: []
    }
  }

  private static func content(_ imported: ImportedCollection) -> String {
    var imported = imported
    imported.notices = []
    let all = squeezed(leaves(imported.json).joined(separator: "\n"))
    return all + "\n" + (all.removingPercentEncoding ?? "")
  }

  /// Also checks the parts before and after its first mark: `a=1`, `name: value`, `$.path`, `30s`.
  private static func arrives(_ word: String, _ format: ImportFormat, in content: String) -> Bool {
    if content.contains(word) { return true }
    if word.hasPrefix("$"), content.contains(word.dropFirst()) { return true }
    let digits = word.prefix { $0.isNumber }
    if !digits.isEmpty, ["s", "ms"].contains(word.dropFirst(digits.count)), content.contains(digits) { return true }
    let parts = word.split { "=:;@|&(".contains($0) }.map(String.init)
    return parts != [word] && parts.allSatisfy { isStructure($0, format) || content.contains($0) }
  }

  private static func isNamed(_ word: Word, _ notices: [Workspaces.Notice]) -> Bool {
    notices.contains { notice in
      if squeezed(notice.description).contains(word.text) { return true }
      let place = notice.location.split(separator: " ").last ?? ""
      let lines = place.split { $0 == "-" || $0 == ":" }.compactMap { Int($0) }
      guard let first = lines.first else { return false }
      return (first...(notice.location.hasPrefix("lines") ? max(first, lines.last ?? first) : first)).contains(
        word.line)
    }
  }

  /// Words that are neither imported nor reported, each with its line.
  private static func lost(_ text: String, _ format: ImportFormat) throws -> [String] {
    let imported = try format.ungrouped(Array(text.utf8), name: "x")
    let content = content(imported)
    return words(text, format).filter { !arrives($0.text, format, in: content) && !isNamed($0, imported.notices) }
      .map { "line \($0.line): \($0.text)" }
  }

  @Test(
    "Each word of each file of the corpora is imported or reported", .corpora("http-files", "bruno", "curl-commands"),
    arguments: [
      (ImportFormat.http, "http-files", Set(["http"])), (.bruno, "bruno", Set(["bru"])),
      (.curl, "curl-commands", Set(["sh"])),
    ])
  func corpora(
    format: ImportFormat, folder: String, endings: Set<String>
  ) throws {
    var count = 0
    for file in try Corpora.files(folder, extensions: endings) {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      guard let lost = try? Self.lost(text, format) else { continue }
      count += 1
      #expect(lost.isEmpty, "\(file): \(lost.prefix(12))")
    }
    Notice.show("\(folder): every word of \(count) files")
  }

  static let samples: [(ImportFormat, String)] = [
    (
      .hurl,
      """
      # Copyright of somebody

      # First request
      # documented-here
      POST http://h/a?x=1 # behind-url
      # between-headers
      X-One: one # behind-header
      [Options] # behind-section
      max-time: 30s
      max-redirs: {{many}}
      location: {{follows}}
      output: kept.json
      digest: true
      retry: 7
      [Query]
      # inside-section
      page: 2
      [Strange]
      odd: value
      ```json
      {"a": 1}
      ``` # behind-body

      # free-between
      # second-line

      HTTP 200 # behind-status
      Content-Type: json # behind-expected
      [Captures]
      # above-capture
      id: jsonpath "$.id" # behind-capture
      day: regex "x(.)"
      [Asserts]
      # above-assert
      jsonpath "$.name" == "x" # behind-assert
      xpath "//b" count == 3
      {
        "whole": "expected-body"
      }

      # free-above-second

      GET http://h/b
      HTTP 204
      # at-the-end

      # last-words
      """
    ),
    (
      .http,
      """
      # licence-of-the-file
      @host = http://h
      @spare = value

      ### Title of a section
      // remark-of-section

      ### Human title
      # @name machine
      # @odd directive-value
      POST {{host}}/a HTTP/2
      // between-headers
      X: y

      {"a": 1}

      > {%
        client.test("script-text")
      %}
      <> kept.json
      ### Commands
      # about-commands
      # @tag smoke
      curl http://h/1 -d one # behind-command
      curl http://h/2 -d two --interface eth9
      ### Chat
      # about-chat
      WEBSOCKET ws://h/socket
      X-Chat: header
      ### Left
      # @name nobody
      # free-remark
      """
    ),
    (
      .bruno,
      """
      meta {
        name: N
        type: http
        seq: first
        owner: somebody
        tags: [
          smoke
        ]
      }

      get {
        url: http://h
        body: none
        auth: basic
        flavour: sweet
      }

      auth:basic {
        username: u
        password: pw
      }

      auth:bearer {
        token: unused-token
      }

      headers {
        @strange(thing)
        a: b
        no-colon-here
      }

      headers {
        second: block
      }

      settings {
        timeout: soon
        encodeUrl: maybe
        novel: 5
      }

      stray-line
      """
    ),
    (
      .curl,
      """
      #!/bin/sh
      # about-first
      curl -s http://h/1 -H "X: $TOKEN" -o out.json | jq .name
      rm -f leftover.txt
      # about-second
      curl http://h/2 -d a=b > saved.json # behind-second
      # at-the-end
      """
    ),
  ]

  @Test("Each word of our own samples is imported or reported", arguments: samples)
  func ownSamples(format: ImportFormat, text: String) throws {
    let lost = try Self.lost(text, format)
    #expect(lost.isEmpty, "\(format): \(lost)")
  }

  @Test("Comments of Hurl become the documentation of the request that they are in or above")
  func hurlComments() throws {
    let sample = try #require(Self.samples.first { $0.0 == .hurl }).1
    let requests = try HurlImport.read(Array(sample.utf8), name: "x").requests
    try #require(requests.count == 2)
    #expect(
      requests[0].name == "First request" && requests[0].docs.hasPrefix("Copyright of somebody\ndocumented-here\n"))
    #expect(requests[1].name == "http://h/b" && requests[1].docs == "free-above-second\nat-the-end\nlast-words")
    #expect(requests[0].docs.contains("free-between\nsecond-line"))
  }

  @Test("Every command below one heading of an .http file is a request, with notices at its own lines")
  func commands() throws {
    let sample = try #require(Self.samples.first { $0.0 == .http }).1
    let imported = try HTTPFileImport.read(Array(sample.utf8), name: "x")
    #expect(imported.requests.map(\.url) == ["{{host}}/a", "http://h/1", "http://h/2", "ws://h/socket"])
    #expect(imported.requests[1].name == "Commands" && imported.requests[1].tags == ["smoke"])
    #expect(imported.requests[1].docs == "about-commands\nbehind-command")
    let notice = try #require(imported.notices.first { $0.message.contains("--interface") })
    #expect(sample.split(separator: "\n", omittingEmptySubsequences: false)[24].contains("eth9"))
    #expect(notice.location == "line 25")
  }
}
