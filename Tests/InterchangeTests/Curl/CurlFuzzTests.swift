import Foundation
import Interchange
import TestSupport
import Testing

@Suite("Broken curl commands")
struct CurlFuzzTests {
  @Test("Any mutation of the corpus is parsed to its end", .corpora("curl-commands"))
  func mutations() throws {
    let texts = try Corpora.files("curl-commands", extensions: ["sh"]).map {
      try [UInt8](Data(contentsOf: URL(fileURLWithPath: $0)))
    }
    let count = 3_000
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "'", "\"", "\\", "$(", "`", "${", "$'", "<<EOF\n", "\n", "^\n", "`\n", "|", "&&", "--next", "-F 'a=@b;type='",
      "[1-",
      "{a,", "{{", "}}", "\u{0}", "é", "-d", "@-", "%", "^\"", "[0-99999999999999999999]",
      "{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
      "[9-1]", "$\"", "\\x", "\\u{", "--data-urlencode", "=", "@", "//", "://", "-m nan",
      "--max-redirs -9999999999999999999", " -K file ", " -n ", " -b file ", "=(;type=multipart/mixed", "-F '=)'",
      ";headers=\"", ";encoder=base64", "machine ", "-T - ", "--retry 99999999999999999999 ",
    ].map { Array($0.utf8) }
    var requests = 0
    for _ in 0..<count {
      guard var text = texts.randomElement(using: &random) else { return }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: text.removeLast(text.count - place)
        case 1: text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...20, using: &random)))
        case 2: text.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: text.insert(contentsOf: pieces.randomElement(using: &random) ?? [], at: place)
        }
      }
      let string = String(decoding: text, as: UTF8.self)
      // Every file that a command names exists and has the same text: as cookies and content.
      let surroundings = CurlImport.Surroundings(readFile: { [text] _ in text })
      requests += CurlImport.read(string, surroundings: surroundings).requests.count
      _ = CurlImport.recognizes(string)
    }
    #expect(requests > count / 8)
  }

  @Test("Parsing deep nesting and long repetition also ends")
  func depth() {
    let many = 20_000
    for piece in ["$(", "`", "'", "\"", "(", "{", "${a:-", "[1-2]", "{a,b}", "<<a ", "-F a=(;", "\\", "| curl "] {
      _ = CurlImport.read("curl x " + String(repeating: piece, count: many))
    }
    let commands = String(repeating: "curl -X POST 'http://h/a?b=c' -H 'A: b' -d 'c=d'\n", count: 1_000)
    #expect(CurlImport.read(commands).requests.count == 1_000)
  }
}
