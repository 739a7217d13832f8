import Basics

/// Whoever reads a URL, a form, a cookie or a login that contains a secret splits it: a piece of the secret in one of the
/// parts is as secret as the whole.
extension Redaction {
  /// Adds the pieces of secrets in the parts of `url`, and the host in its DNS form.
  /// - Parameter url: as written, before parsing.
  package func adding(piecesIn url: String) -> Redaction {
    guard !secrets.isEmpty, !url.isEmpty else { return self }
    let text = url.utf8.holds("://") ? url : "http://\(url)"
    let bytes = Array(text.utf8)
    guard let held = held(in: bytes) else { return self }
    var found: Set<String> = []
    for (part, range) in Self.parts(of: URLParts(text)) {
      for piece in Self.runs(of: held, in: range) {
        // The rest of the secret is in another part, or all of it is here and already known.
        let marks = "/?#:@".utf8
        let inner = bytes[piece].drop { marks.contains($0) }
        guard let last = inner.lastIndex(where: { !marks.contains($0) }) else { continue }
        let piece = String(decoding: inner[...last], as: UTF8.self)
        found.insert(piece)
        if part == .host { found.insert(piece.lowercased()) }
      }
      if part == .query { found.formUnion(Self.pieces(of: bytes, held, in: range, cutAt: Self.formMarks)) }
      if part == .host { found.formUnion(Self.labels(of: bytes, held, in: range)) }
    }
    return adding(found)
  }

  /// Adds the pieces of secrets in the fields and the body of `request` that a receiver splits.
  package func adding(piecesIn request: Request) -> Redaction {
    guard !secrets.isEmpty else { return self }
    var found: Set<String> = []
    func add(_ text: [UInt8], cutAt marks: [UInt8]) {
      guard let held = held(in: text) else { return }
      found.formUnion(Self.pieces(of: text, held, in: text.indices, cutAt: marks))
    }
    for field in request.headers.fields {
      let name = field.name.asciiLowercased
      if name == "cookie" { add(Array(field.value.utf8), cutAt: Array("; =".utf8)) }
      guard name.hasSuffix("authorization") else { continue }
      add(Array(field.value.utf8), cutAt: Array(" ,=\"".utf8))
      let words = field.value.utf8.split(separator: 0x20)
      if words.count == 2, let pair = Base64.decode(String(Substring(words[1]))) { add(pair, cutAt: Array(":".utf8)) }
    }
    if let login = request.options.authentication {
      add(Array("\(login.user):\(login.password)".utf8), cutAt: Array(":".utf8))
    }
    let type = MediaType(request.headers["Content-Type"] ?? "").essence
    if case .bytes(let bytes) = request.body, type == "application/x-www-form-urlencoded" {
      add(bytes, cutAt: Self.formMarks)
    }
    return adding(found)
  }

  private static let formMarks = Array("&=".utf8)

  /// Which of the bytes belong to secrets; `nil` for none.
  private func held(in bytes: [UInt8]) -> [Bool]? {
    var held = [Bool](repeating: false, count: bytes.count + 1)
    var isAny = false
    for secret in secrets where secret.utf8.count >= 3 {
      for range in Self.ranges(of: Array(secret.utf8), in: bytes) {
        isAny = true
        for place in range { held[place] = true }
      }
    }
    return isAny ? held : nil
  }

  /// The pieces of secrets between these marks, as they are written and as a receiver decodes them.
  private static func pieces(
    of bytes: [UInt8], _ held: [Bool], in range: Range<Int>, cutAt marks: [UInt8]
  ) -> Set<String> {
    var found: Set<String> = []
    for run in runs(of: held, in: range) {
      for piece in bytes[run].split(whereSeparator: marks.contains) where piece.count < run.count {
        let text = String(decoding: piece, as: UTF8.self)
        found.formUnion([text, PercentEncoding.decodedText(text)])
      }
    }
    return found
  }

  private enum Part { case host, query, other }

  /// The ranges of the parts that a message may quote. A numeric port reveals nothing.
  private static func parts(of url: URLParts) -> [(Part, Range<Int>)] {
    var parts: [(Part, Range<Int>)] = []
    var place = url.scheme.map { $0.utf8.count + 1 } ?? 0
    func add(_ part: Part, _ text: String?, marks: Int, isShown: Bool = true) {
      guard let text else { return }
      if isShown { parts.append((part, place..<place + text.utf8.count)) }
      place += text.utf8.count + marks
    }
    if let host = url.host {
      place += 2
      if let login = url.userinfo {
        let halves = login.utf8.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        for half in halves { add(.other, String(Substring(half)), marks: 1) }
      }
      add(.host, host, marks: url.portText == nil ? 0 : 1)
      add(.other, url.portText, marks: 0, isShown: url.port == nil)
    }
    add(.other, url.path, marks: 1)
    add(.query, url.query, marks: 1)
    add(.other, url.fragment, marks: 0)
    return parts
  }

  /// The ranges of a part that belong to secrets.
  private static func runs(of held: [Bool], in range: Range<Int>) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for place in range where held[place] {
      if let last = runs.last, last.upperBound == place {
        runs[runs.count - 1] = last.lowerBound..<place + 1
      } else {
        runs.append(place..<place + 1)
      }
    }
    return runs
  }

  /// The labels of a host that contain a secret and change when looked up: `xn--…`.
  private static func labels(of bytes: [UInt8], _ held: [Bool], in range: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    var start = range.lowerBound
    for label in bytes[range].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
      let text = String(decoding: label, as: UTF8.self)
      if held[start..<start + label.count].contains(true), let ascii = Punycode.host(text), ascii != text {
        found.formUnion(ascii.split(separator: ".").map(String.init))
      }
      start += label.count + 1
    }
    return found
  }

  /// All occurrences, including overlapping ones.
  private static func ranges(of needle: [UInt8], in text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    needle.withUnsafeBytes { needle in
      text.withUnsafeBytes { text in
        var start = 0
        while let place = ByteSearch.first(needle, in: UnsafeRawBufferPointer(rebasing: text[start...])) {
          ranges.append(start + place..<start + place + needle.count)
          start += place + 1
        }
      }
    }
    return ranges
  }
}
