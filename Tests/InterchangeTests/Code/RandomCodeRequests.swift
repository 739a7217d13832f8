import Foundation
import HTTPTypes
import Networking
import TestSupport

/// Random requests with everything that some language interprets.
struct RandomCodeRequests {
  private var random: SeededGenerator
  private let origin: String
  private let folder: TemporaryDirectory
  private var files = 0

  init(seed: UInt64, origin: String, folder: TemporaryDirectory) {
    random = SeededGenerator(seed: seed)
    self.origin = origin
    self.folder = folder
  }

  static let pieces = [
    "'", "\"", "`", "\\", "$", "#", "@", "%", "!", "&", "|", ";", "<", ">", "(", ")", "{", "}", "[", "]", "*", "?", "~",
    "'''", "\"\"\"", "\\'", "\\\"", "\\\\", "\\n", "\\u0041", "\\u{41}", "\\x41", "\\(x)", "$x", "${x}",
    "$(touch pwned)",
    "`touch pwned`", "#{x}", "#$0", "#@x", "@x", "@{x}", "%s", "%n", "%PATH%", "{{x}}", "{x}", "/*", "*/", "//", "--",
    "<?php", "?>", "EOF", "\"#", "r\"", "=", ":", "-", "+", ".", ",", " ", "a", "B", "0", "\u{E9}", "\u{1F600}",
    "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{A0}", "\u{202E}", "\u{FEFF}", "\u{E0001}", "\t",
  ]
  static let lines = ["\n", "\r\n", "\r", "\u{2028}", "\u{85}"]
  static let controls = ["\u{1}", "\u{7}", "\u{1B}", "\u{7F}"]

  private mutating func chance(_ one: Int) -> Bool { Int.random(in: 0..<one, using: &random) == 0 }

  mutating func text(_ pieces: [String] = pieces, most: Int = 6) -> String {
    (0..<Int.random(in: 0...most, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private mutating func longText() -> String { text(Self.pieces + Self.lines + Self.controls, most: 30) }

  /// The request with this number, which a header contains.
  mutating func request(_ number: Int) throws -> Request {
    while true {
      // A request that cannot be sent is rejected with a message, which other tests cover.
      if let request = try? Request.with(try config(number)) { return request }
    }
  }

  private mutating func config(_ number: Int) throws -> RequestConfig {
    var config = RequestConfig(host: origin)
    config.path = "/" + (chance(2) ? "a%20b/\u{FC}" : "p")
    if chance(6) {
      config.encoding = chance(2) ? .verbatim : .asTyped
      config.path += "/x?q=" + text().split(separator: "#").joined()
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) { config.query.append(text(), text()) }
    config.method = [.get, .post, .put, .delete, .patch, .options, .head].randomElement(using: &random)
    if chance(20) { config.method = .init(rawValue: "wHat") }
    config.headers = Headers([Header("X-Number", "\(number)")])
    for index in 0..<Int.random(in: 0...3, using: &random) {
      let value = text(chance(12) ? Self.pieces + Self.controls : Self.pieces)
      config.headers.append(chance(6) ? "X-Same" : "X-Own-\(index)", value)
    }
    if chance(8) { config.headers.append("Accept", "text/plain") }
    if chance(8) { config.headers.append("Authorization", "Bearer \(text())") }
    if chance(12) { config.headers.append("Host", "other.test") }
    config.body = config.method == .head ? .none : try body()
    config.options.redirects = .init(follows: chance(2))
    if chance(4) { config.options.totalTimeout = .seconds(60) }
    if chance(4) { config.options.proxy = "" }
    return config
  }

  private mutating func body() throws -> RequestConfig.Body {
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return .text(longText())
    case 1: return .text("{\n  \"a\": \(String(reflecting: longText()))\n}\n", contentType: "application/json")
    case 2: return .form(Form([.init(text(), longText()), .init(text(), text())]))
    case 3: return .bytes((0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }, contentType: "image/x-own")
    case 4: return .text(longText(), contentType: chance(3) ? nil : "application/json")
    case 5: return .file(try file(), contentType: "text/x-own")
    case 6, 7: return .multipart(try form())
    default: return .none
    }
  }

  private mutating func file() throws -> String {
    files += 1
    return try folder.write("sent/it's \(files) $x.txt", longText() + "content\n")
  }

  private mutating func form() throws -> Multipart {
    let isPlain = chance(2)
    var form = Multipart()
    for index in 0..<Int.random(in: 1...3, using: &random) {
      let part =
        isPlain ? Multipart.Part("part \(index)", .text("plain '\(index)'")) : Multipart.Part(text(), .text(longText()))
      form.parts.append(part)
    }
    if chance(2) { form.append("file", .file(path: try file()), fileName: isPlain ? "Zo\u{EB} $x.txt" : text()) }
    if chance(3) { form.append("raw", .data([0, 255, 10, 13, 0x27]), fileName: "raw.bin", contentType: "image/x-own") }
    return form
  }
}
