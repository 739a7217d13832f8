import Basics
import Libc
import Locks

/// Finds secrets in bytes, in each of their spellings. Searches the text once for any number of secrets.
// A class because all copies of a redaction share it. The spellings are made on first use: a redaction is assembled in
// several steps, and most intermediate values are never used.
package final class SecretMatcher: Hashable, Sendable {
  private let secrets: Set<String>
  private let made = Mutex<SpellingIndex?>(nil)
  /// The text is searched in parts, so that memory can be released in between.
  private static let part = 8 << 20

  package init(_ secrets: some Sequence<String>) { self.secrets = Set(secrets) }

  package static func == (left: SecretMatcher, right: SecretMatcher) -> Bool { left.secrets == right.secrets }
  package func hash(into hasher: inout Hasher) { hasher.combine(secrets) }

  package var isEmpty: Bool { longest == 0 }

  /// The length of the longest spelling in bytes.
  package var longest: Int { secrets.isEmpty ? 0 : index.longest }

  private var index: SpellingIndex {
    made.withLock { made in
      if let made { return made }
      let index = SpellingIndex(secrets)
      made = index
      return index
    }
  }

  /// The ranges of secrets, in order, without overlaps.
  /// - Parameter passed: called now and then with the position up to which the text has been searched.
  package func ranges(in text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }) -> [Range<Int>] {
    var found: [Range<Int>] = []
    search(text, passed: passed) { range in
      if let last = found.last, range.lowerBound <= last.upperBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        found.append(range)
      }
      return true
    }
    return found
  }

  /// True if the text contains a secret.
  package func finds(in text: UnsafeRawBufferPointer) -> Bool {
    var isFound = false
    search(text) { _ in
      isFound = true
      return false
    }
    return isFound
  }

  /// - Parameter found: called with the longest secret at each position where one begins; returns whether to continue.
  private func search(
    _ text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }, found: (Range<Int>) -> Bool
  ) {
    guard !secrets.isEmpty, text.count >= SpellingIndex.keyLength, let base = text.baseAddress else { return }
    let index = index
    guard index.longest > 0 else { return }
    let starts = text.count - SpellingIndex.keyLength + 1
    index.withTable { table in
      var place = 0
      while place < starts {
        let border = min(starts, place + Self.part)
        while place < border {
          let key = base.loadUnaligned(fromByteOffset: place, as: UInt32.self)
          if table[SpellingIndex.hash(key)], let end = index.end(of: key, at: place, in: text), !found(place..<end) {
            return
          }
          place &+= 1
        }
        passed(place < starts ? place : text.count)
      }
    }
  }
}

/// The spellings of all secrets by their first four bytes, which rule out nearly every position of a text.
private struct SpellingIndex: Sendable {
  private struct Spelling: Sendable {
    var bytes: [UInt8]
    var reach: SecretReach
  }

  static let keyLength = 4
  private static let tableBits: UInt32 = 14
  /// The spellings with the same first bytes, the longest first.
  private var groups: [UInt32: [Spelling]] = [:]
  /// True for the hashes of the keys of `groups`. It fits into the fastest cache.
  private var table = [Bool](repeating: false, count: 1 << tableBits)
  private(set) var longest = 0

  init(_ secrets: Set<String>) {
    for secret in secrets {
      let reach = SecretReach(of: secret.utf8)
      guard reach > .nowhere else { continue }
      for bytes in SecretSpellings.all(of: secret, reach) {
        insert(Spelling(bytes: bytes, reach: min(reach, SecretReach(of: bytes))))
      }
    }
    for key in groups.keys { groups[key]?.sort { $0.bytes.count > $1.bytes.count } }
  }

  private mutating func insert(_ spelling: Spelling) {
    guard spelling.reach > .nowhere, spelling.bytes.count >= Self.keyLength else { return }
    let key = spelling.bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    groups[key, default: []].append(spelling)
    table[Self.hash(key)] = true
    longest = max(longest, spelling.bytes.count)
  }

  /// Multiplicative hashing; the highest bits depend on all bytes.
  static func hash(_ key: UInt32) -> Int { Int((key &* 0x9E37_79B1) >> (32 - tableBits)) }

  func withTable(_ body: (UnsafePointer<Bool>) -> Void) {
    table.withUnsafeBufferPointer { if let base = $0.baseAddress { body(base) } }
  }

  /// The end of the longest secret that begins at `place`; `nil` if none does.
  func end(of key: UInt32, at place: Int, in text: UnsafeRawBufferPointer) -> Int? {
    let spelling = groups[key]?.first { spelling in
      let end = place + spelling.bytes.count
      guard end <= text.count, let base = text.baseAddress,
        spelling.bytes.withUnsafeBytes({ $0.baseAddress.map { memcmp($0, base + place, end - place) } }) == 0
      else { return false }
      return spelling.reach == .anywhere || Self.isAlone(place..<end, in: text)
    }
    return spelling.map { place + $0.bytes.count }
  }

  /// True if neither a letter nor a digit is adjacent; digits of an escape do not count.
  private static func isAlone(_ range: Range<Int>, in text: UnsafeRawBufferPointer) -> Bool {
    let (start, end) = (range.lowerBound, range.upperBound)
    guard end == text.count || !isWord(text[end]) else { return false }
    return start == 0 || !isWord(text[start - 1]) || endsEscape(text[..<start])
  }

  /// True after `%20` and `\n`.
  private static func endsEscape(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    let last = Array(text.suffix(3))
    if last.count == 3, last[0] == UInt8(ascii: "%") { return last[1].hexValue != nil && last[2].hexValue != nil }
    return last.count > 1 && last[last.count - 2] == UInt8(ascii: "\\")
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte.isASCIIAlphanumeric || byte >= 0x80 }
}

/// The contexts in which a secret is masked. Short and common words occur everywhere by chance, and masking them would
/// make the text unreadable.
package enum SecretReach: UInt8, Comparable, Sendable {
  /// Masked only where a name marks it as secret: `password=1`, `Authorization: Bearer x`.
  case nowhere
  /// Masked where no letter or digit is adjacent: a value on its own.
  case wholeWord
  /// Masked wherever it occurs.
  case anywhere

  package static func < (left: SecretReach, right: SecretReach) -> Bool { left.rawValue < right.rawValue }

  package init(of secret: some Collection<UInt8>) {
    if secret.count < 4 || Self.common.contains(String(decoding: secret, as: UTF8.self).asciiLowercased) {
      self = .nowhere
    } else if secret.count < 8 && Self.isOneKind(secret) {
      self = .wholeWord
    } else {
      self = .anywhere
    }
  }

  /// Words that are never searched for, even if a secret has this value.
  private static let common: Set<String> = [
    "true", "false", "null", "none", "undefined", "test", "user", "username", "admin", "guest", "demo", "name",
    "value", "token", "secret", "password", "string", "number", "example", "local", "localhost", "http", "https",
    "basic", "bearer", "json", "post",
  ]

  /// Only letters of one case, or only digits.
  private static func isOneKind(_ secret: some Collection<UInt8>) -> Bool {
    secret.allSatisfy(\.isASCIIDigit) || secret.allSatisfy(\.isASCIILowercase)
      || secret.allSatisfy(\.isASCIIUppercase)
  }
}

/// The spellings of a secret: unchanged, and as this program writes it in a URL, a form, JSON, HTML, a shell command,
/// Base64 and hexadecimal digits. This is the whole list: no other form of a secret is masked.
enum SecretSpellings {
  static func all(of secret: String, _ reach: SecretReach) -> Set<[UInt8]> {
    let bytes = Array(secret.utf8)
    // Headers are sent without the blanks around them, and URLs without their fragment.
    let beforeFragment = String(decoding: bytes.prefix { $0 != UInt8(ascii: "#") }, as: UTF8.self)
    let texts: Set = [secret, secret.trimmingASCII(\.isASCIIWhitespace), bytes.count < 8 ? secret : beforeFragment]
    // Hosts are sent in lower case.
    var found = Set((texts.union([bytes.count < 8 ? secret : secret.asciiLowercased])).map { Array($0.utf8) })
    for text in texts where !text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-._".utf8.contains($0) }) {
      found.formUnion(percent(text).map { Array($0.utf8) })
      found.formUnion(json(Array(text.utf8)))
      found.formUnion(html(Array(text.utf8)))
      found.formUnion(CurlCommand.Shell.allCases.map { shell(text, $0) })
    }
    if reach == .anywhere {
      found.formUnion(base64(bytes))
      // In the preview of a binary message.
      found.insert(Array(Hexadecimal.text(bytes).utf8))
    }
    return found
  }

  /// Percent-encoded as a component, in a form, as typed in a URL and as the name of a part, with digits in both cases,
  /// and with `+` for spaces.
  private static func percent(_ text: String) -> [String] {
    let components = [ASCIISet.unreserved, .form].map {
      PercentEncoding.encode(text, keepsEscapes: false, keeping: $0.contains)
    }
    let typed = [ASCIISet.query, .query.union("#"), .graphic, .graphic.subtracting("#")].map {
      PercentEncoding.encode(text, keepsEscapes: true, keeping: $0.contains)
    }
    let all = components + typed + [PercentEncoding.line(text), Multipart.quoted(text)]
    return (all + all.map(lowercasedEscapes)).flatMap { [$0, $0.replacing("%20", with: "+")] }
  }

  private static func lowercasedEscapes(_ text: String) -> String {
    var digits = 0
    let bytes = text.utf8.map { byte in
      digits = byte == UInt8(ascii: "%") ? 3 : digits - 1
      return digits > 0 ? byte.asciiLowercased : byte
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// As the content of a JSON string, also as servers write it: with `\/`, in ASCII, safe for HTML, and nested once.
  private static func json(_ bytes: [UInt8]) -> [[UInt8]] {
    func escaped(_ text: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      JSONString.escape(text, into: &result)
      return result
    }
    let plain = escaped(bytes)
    let ascii = String(decoding: plain, as: UTF8.self).utf16.flatMap { unit -> [UInt8] in
      if let byte = UInt8(exactly: unit), byte < 0x80 { return [byte] }
      return Array("\\u".utf8) + Array(Hexadecimal.text([UInt8(unit >> 8), UInt8(unit & 0xFF)]).utf8)
    }
    let safe = replacing(["<": "\\u003c", ">": "\\u003e", "&": "\\u0026"], in: plain)
    return [plain, ascii].flatMap { [$0, replacing(["/": "\\/"], in: $0)] } + [safe, escaped(plain)]
  }

  /// As text and as an attribute, with each usual reference for quotes.
  private static func html(_ bytes: [UInt8]) -> [[UInt8]] {
    let text = replacing(["&": "&amp;", "<": "&lt;", ">": "&gt;"], in: bytes)
    let quotes: [[Unicode.Scalar: String]] = [
      [:], ["\"": "&quot;"], ["\"": "&quot;", "'": "&#39;"], ["\"": "&quot;", "'": "&#x27;"],
      ["\"": "&quot;", "'": "&apos;"], ["\"": "&#34;", "'": "&#39;"],
    ]
    return quotes.map { replacing($0, in: text) }
  }

  private static func replacing(_ marks: [Unicode.Scalar: String], in bytes: [UInt8]) -> [UInt8] {
    bytes.flatMap { byte in marks[Unicode.Scalar(byte)].map { Array($0.utf8) } ?? [byte] }
  }

  /// Inside the quotes of a word.
  private static func shell(_ text: String, _ shell: CurlCommand.Shell) -> [UInt8] {
    var word = Substring(shell.word([.literal(text)])).utf8
    for mark in ["$'", "^\"", "'", "\""] where word.starts(with: mark.utf8) {
      word = word.dropFirst(mark.utf8.count)
      break
    }
    for mark in ["^\"", "'", "\""] where word.reversed().starts(with: mark.utf8.reversed()) {
      word = word.dropLast(mark.utf8.count)
      break
    }
    return Array(word)
  }

  /// In both alphabets, without padding so that it matches both with and without; also inside of a longer encoded text
  /// such as `user:secret`, of which those digits are searched for that depend on the secret alone.
  private static func base64(_ bytes: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    for alphabet in [Base64.Alphabet.standard, .url] {
      found.insert(Base64.encodedBytes(bytes, alphabet, isPadded: false))
      guard bytes.count >= 6 else { continue }
      for before in 0...2 {
        let text = Base64.encodedBytes([UInt8](repeating: 0, count: before) + bytes, alphabet, isPadded: false)
        let isShared = (before + bytes.count) % 3 != 0
        found.insert(Array(text.dropFirst(before == 0 ? 0 : before + 1).dropLast(isShared ? 1 : 0)))
      }
    }
    return found
  }
}
