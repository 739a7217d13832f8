import Basics

/// Finds secrets in bytes, in every form in which this program or a server may write them: as they are, with any of their
/// characters percent-encoded or escaped as JSON, YAML, HTML, XML and shells do, with `+` for blanks, and as Base64.
///
/// One pass over the text for any number of secrets.
// A class because it is made once and shared by every copy of a redaction.
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

  /// The most bytes that a secret may take in a text: what a stream must hold back to see it whole.
  package var longestForm: Int { min(trie.longest, 1 << 20) * 12 + 64 }

  /// The texts that have to be looked for: a host is written in lower case, the blanks at the ends of a header's value are
  /// not sent, nor what follows `#` in a URL. Escapes are read while matching.
  private static func forms(of secret: String, _ reach: SecretReach) -> Set<[UInt8]> {
    let bytes = Array(secret.utf8)
    let trimmed = Array(bytes.trimming(while: \.isASCIIWhitespace))
    var forms: Set<[UInt8]> = [bytes, trimmed]
    if reach == .anywhere, bytes.count >= 8 {
      forms.insert(Array(secret.asciiLowercased.utf8))
      forms.insert(Array(bytes.prefix { $0 != UInt8(ascii: "#") }))
      // What fills the last group is left out, so that the text is found with it and without.
      for alphabet in [Base64.Alphabet.standard, .url] {
        forms.insert(Base64.encodedBytes(bytes, alphabet, isPadded: false))
      }
    }
    return forms.filter { SecretReach(of: $0) > .nowhere }
  }

  /// The ranges of secrets, in order, without overlaps.
  /// - Parameter passed: called now and then with the position up to which the text has been searched.
  package func ranges(in text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }) -> [Range<Int>] {
    var found: [Range<Int>] = []
    search(
      text, passed: passed,
      found: { range in
        if let last = found.last, range.lowerBound <= last.upperBound {
          found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
          found.append(range)
        }
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

  private func search(
    _ text: UnsafeRawBufferPointer, passed: (Int) -> Void = { _ in }, found report: (Range<Int>) -> Bool
  ) {
    guard !isEmpty else { return }
    let piece = 8 << 20
    var walk = SecretWalk(trie)
    _ = sieve.withTables { tables in
      var (place, told) = (0, 0)
      while place < text.count {
        // In pieces, so that memory that was looked at can be given back.
        let end = min(text.count, told + piece + 2)
        if let hit = SecretSieve.next(in: text, from: place, to: end, tables) {
          if let length = walk.longest(in: text, from: hit), !report(hit..<hit + length) { return }
          place = hit + 1
        } else {
          place = end < text.count ? max(place, end - 2) : text.count
          told = place
          passed(place)
        }
      }
    }
  }
}
