import Basics

/// Finds secrets in bytes, in every form in which this program or a server may write them: unchanged, with any of their
/// characters percent-encoded or escaped as in JSON, YAML, HTML, XML and shells, with `+` for spaces, in Base64 (also
/// within longer encoded text), in hexadecimal, in UTF-16, and as a number or bytes that were read and written again.
///
/// Searches the text once for any number of secrets.
// A class because it is built once and shared by all copies of a redaction.
package final class SecretMatcher: Sendable {
  private let trie: SecretTrie
  private let sieve: SecretSieve

  package init(_ secrets: some Sequence<String>) {
    var trie = SecretTrie()
    var sieve = SecretSieve()
    var number = 0
    for secret in secrets {
      let reach = SecretReach(of: secret.utf8)
      guard reach > .nowhere else { continue }
      for form in Self.forms(of: secret, reach) {
        trie.insert(form, min(reach, SecretReach(of: form)))
        sieve.insert(form, number: number)
        number += 1
      }
    }
    self.trie = trie
    self.sieve = sieve
  }

  package var isEmpty: Bool { trie.isEmpty }

  /// The maximum length of a secret in a text in bytes: what a stream must hold back to see it whole.
  package var longestForm: Int { min(trie.longest, 1 << 20) * 12 + 64 }

  /// The texts to search for: a host is lowercased, blanks around a header value are not sent, nor is the fragment of a
  /// URL. Escapes are decoded while matching.
  private static func forms(of secret: String, _ reach: SecretReach) -> Set<[UInt8]> {
    let bytes = Array(secret.utf8)
    let trimmed = Array(bytes.trimming(while: \.isASCIIWhitespace))
    var forms: Set<[UInt8]> = [bytes, trimmed]
    if reach == .anywhere, bytes.count >= 8 {
      forms.insert(Array(secret.asciiLowercased.utf8))
      forms.insert(Array(bytes.prefix { $0 != UInt8(ascii: "#") }))
      // Without padding, so that it matches both with and without.
      for alphabet in [Base64.Alphabet.standard, .url] {
        forms.insert(Base64.encodedBytes(bytes, alphabet, isPadded: false))
        for before in 0...2 { forms.insert(inner(bytes, behind: before, alphabet)) }
      }
      for isUpper in [false, true] { forms.insert(Array(Hexadecimal.text(bytes, uppercase: isUpper).utf8)) }
      for isLittle in [false, true] { forms.insert(wide(secret, isLittle: isLittle)) }
      forms.formUnion(RewrittenSecret.forms(of: trimmed))
    }
    return forms.filter { SecretReach(of: $0) > .nowhere }
  }

  /// The Base64 of a secret with bytes before and after it: the digits that depend on the secret alone.
  private static func inner(_ bytes: [UInt8], behind count: Int, _ alphabet: Base64.Alphabet) -> [UInt8] {
    let text = Base64.encodedBytes([UInt8](repeating: 0, count: count) + bytes, alphabet, isPadded: false)
    let isShared = (count + bytes.count) % 3 != 0
    return Array(text.dropFirst(count == 0 ? 0 : count + 1).dropLast(isShared ? 1 : 0))
  }

  /// The secret in UTF-16.
  private static func wide(_ secret: String, isLittle: Bool) -> [UInt8] {
    secret.utf16.flatMap { unit in
      let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
      return isLittle ? [low, high] : [high, low]
    }
  }

  /// The ranges of secrets, in order, without overlaps.
  /// - Parameter passed: called now and then with the position up to which the text has been searched.
  package func ranges(in text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }) -> [Range<Int>] {
    var found: [Range<Int>] = []
    search(
      text, passed: passed,
      found: { range in
        var whole = range
        // Matches arrive by their ends: a long one may cover several earlier ones.
        while let last = found.last, whole.lowerBound <= last.upperBound {
          whole = min(last.lowerBound, whole.lowerBound)..<max(last.upperBound, whole.upperBound)
          found.removeLast()
        }
        found.append(whole)
        return true
      })
    return found
  }

  /// Whether the text contains a secret.
  package func finds(in text: UnsafeRawBufferPointer) -> Bool {
    var isFound = false
    search(
      text,
      found: { _ in
        isFound = true
        return false
      })
    return isFound
  }

  /// Reports matches by their ends; a match within another one may be missing.
  private func search(
    _ text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }, found report: (Range<Int>) -> Bool
  ) {
    guard !isEmpty else { return }
    var walk = SecretWalk(trie)
    _ = sieve.withTables { tables in
      var starts = SecretStarts(text: text, tables: tables)
      var place = 0
      var isWanted = true
      while isWanted {
        if walk.isIdle {
          guard let start = starts.first(from: place, passed) else { return }
          place = start
        }
        walk.step(text, at: place, begins: starts.first(from: place, passed) == place) { range in
          isWanted = isWanted && report(range)
        }
        place += 1
      }
    }
  }
}

/// The positions where a secret may begin, according to the sieve.
private struct SecretStarts {
  let text: UnsafeRawBufferPointer
  let tables: UnsafePointer<UInt8>
  /// The last position found, the position searched up to, and the position reported up to.
  private var found: Int?
  private var (looked, told) = (0, 0)
  /// Searched in pieces, so that memory can be released in between.
  private static let piece = 8 << 20

  init(text: UnsafeRawBufferPointer, tables: UnsafePointer<UInt8>) {
    self.text = text
    self.tables = tables
  }

  /// The first position from `start` on; `start` never decreases.
  mutating func first(from start: Int, _ passed: (Int) -> Void) -> Int? {
    if let found, found >= start { return found }
    looked = max(looked, start)
    while looked < text.count {
      let end = min(text.count, told + Self.piece + 2)
      if let next = SecretSieve.next(in: text, from: looked, to: end, tables) {
        found = next
        looked = next + 1
        return next
      }
      looked = end < text.count ? max(looked, end - 2) : text.count
      told = looked
      passed(told)
    }
    found = nil
    return nil
  }
}
