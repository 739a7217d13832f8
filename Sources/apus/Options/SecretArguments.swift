import Basics
import Libc
import Networking

/// Finds the secrets in a command line. Every user of the machine can read the command line in the process list, so
/// secrets are overwritten with blanks once they are read, as in curl.
///
/// They remain readable for an instant after the start. Secrets from standard input, files and secret variables are
/// never readable.
struct SecretArguments {
  /// The index of a word, and a byte range in it.
  typealias Place = (word: Int, bytes: Range<Int>)

  private let words: [String]
  private let isCurl: Bool
  private(set) var places: [Place] = []

  /// - Parameter words: the command line without the program's name.
  init(_ words: [String]) {
    self.words = words
    isCurl = words.first == "curl"
    for index in words.indices {
      addLogin(in: index)
      addQuery(in: index)
    }
    if words.first == "env", words.dropFirst().first == "set" {
      for index in words.indices.dropFirst(3) { addValue(of: .assigned, at: index, from: 0) }
      // The form NAME VALUE.
      if words.count > 4, !words[3].contains("="), !words[4].hasPrefix("-"), !words[4].contains("=") {
        addValue(of: .all, at: 4, from: 0)
      }
    }
    var index = min(1, words.count)
    while index < words.count { index = addOption(at: index) }
  }

  /// Overwrites the secrets in the memory that the process list shows.
  static func blank() {
    let words = (1..<max(1, Int(CommandLine.argc))).map { index in
      CommandLine.unsafeArgv[index].map { String(cString: $0) } ?? ""
    }
    for place in SecretArguments(words).places {
      guard let word = CommandLine.unsafeArgv[place.word + 1] else { continue }
      // Swift repaired text that is not UTF-8, which shifted its offsets: overwrite the whole word.
      let isExact = strlen(word) == words[place.word].utf8.count
      let bytes = isExact ? place.bytes : 0..<strlen(word)
      memset(word + bytes.lowerBound, 0x20, bytes.count)
    }
  }

  /// The secret part of an option's value.
  private enum Kind {
    case all
    /// The part after `NAME=`.
    case assigned
    /// The part after the colon of a header.
    case header
    /// `name=value` pairs, unless the value is a file name.
    case cookie
    /// The part after the colon that ends the file name.
    case passphrase
    /// The part before the `@` of an address.
    case login
    /// The whole value, unless it is a file name.
    case content
    /// The part after `NAME=`, unless that is a file name.
    case part
  }

  private static let long: [String: Kind] = [
    "--user": .all, "--proxy-user": .all, "--pass": .all, "--proxy-pass": .all, "--bearer": .all,
    "--oauth2-bearer": .all, "--tlsuser": .all, "--tlspassword": .all, "--proxy-tlsuser": .all,
    "--proxy-tlspassword": .all, "--var": .assigned, "--answer": .assigned, "--variable": .assigned,
    "--env-var": .assigned, "--global-var": .assigned,
    "--auth-field": .assigned,
    "--header": .header, "--proxy-header": .header, "--cookie": .cookie, "--cert": .passphrase,
    "--proxy-cert": .passphrase, "--proxy": .login, "--preproxy": .login, "--data": .content, "--data-raw": .content,
    "--data-ascii": .content, "--data-binary": .content, "--data-urlencode": .content,
    "--json-body": .content, "--body-json": .content, "--form": .part, "--form-string": .part, "--param": .assigned,
    "--url-query": .assigned,
  ]

  /// Options that take a secret value only in curl; elsewhere they are flags.
  private static let curlOnly: [String: Kind] = ["--json": .content]

  /// `-b` and `-U` exist only in curl.
  private static let short: [UInt8: Kind] = [
    UInt8(ascii: "u"): .all, UInt8(ascii: "U"): .all, UInt8(ascii: "H"): .header, UInt8(ascii: "b"): .cookie,
    UInt8(ascii: "E"): .passphrase, UInt8(ascii: "x"): .login, UInt8(ascii: "d"): .content, UInt8(ascii: "F"): .part,
    UInt8(ascii: "p"): .assigned,
  ]

  /// The letters that take a value; in a group of letters, the first of these ends the group.
  private var valued: [UInt8] { Array((isCurl ? "AbcCdDeEFHKmMoPQrtTuUwxXyYz" : "dEeFHmopuTwXx").utf8) }

  /// - Returns: the index of the next word to check.
  private mutating func addOption(at index: Int) -> Int {
    let word = words[index]
    guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return index + 1 }
    guard word.hasPrefix("--") else { return addLetters(at: index) }
    let name = String(word.prefix { $0 != "=" })
    guard let kind = Self.long[name] ?? (isCurl ? Self.curlOnly[name] : nil) else { return index + 1 }
    if name.utf8.count < word.utf8.count {
      addValue(of: kind, at: index, from: name.utf8.count + 1)
      return index + 1
    }
    addValue(of: kind, at: index + 1, from: 0)
    return index + 2
  }

  private mutating func addLetters(at index: Int) -> Int {
    let letters = Array(words[index].utf8)
    guard let place = letters.indices.dropFirst().first(where: { valued.contains(letters[$0]) }) else {
      return index + 1
    }
    let isJoined = place + 1 < letters.count
    if let kind = Self.short[letters[place]] {
      addValue(of: kind, at: isJoined ? index : index + 1, from: isJoined ? place + 1 : 0)
    }
    return isJoined ? index + 1 : index + 2
  }

  private mutating func addValue(of kind: Kind, at index: Int, from start: Int) {
    guard index < words.count else { return }
    let bytes = Array(words[index].utf8)
    guard start < bytes.count else { return }
    let value = bytes[start...]
    let secret: Range<Int>?
    switch kind {
    case .all: secret = start..<bytes.count
    case .assigned: secret = value.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1..<bytes.count }
    case .cookie: secret = value.contains(UInt8(ascii: "=")) ? start..<bytes.count : nil
    case .content: secret = value.first == UInt8(ascii: "@") ? nil : start..<bytes.count
    case .part:
      let content = value.firstIndex(of: UInt8(ascii: "=")).map { $0 + 1..<bytes.count }
      let isFile = content.map { !$0.isEmpty && "@<".utf8.contains(bytes[$0.lowerBound]) } ?? true
      secret = isFile ? nil : content
    case .login: secret = value.lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
    case .header: secret = value.firstIndex(of: UInt8(ascii: ":")).map { $0 + 1..<bytes.count }
    case .passphrase:
      let file = TransferOptions.ClientCertificate.fileAndPassword(words[index])
      secret = file.password.map { bytes.count - $0.utf8.count..<bytes.count }
    }
    if let secret, !secret.isEmpty { places.append((index, secret)) }
  }

  /// Adds the query and the fragment of a URL, anywhere in the word: a login link has its secret under any name. `$`
  /// begins an expression instead.
  private mutating func addQuery(in index: Int) {
    let word = words[index]
    let bytes = Array(word.utf8)
    if bytes.first == UInt8(ascii: "$") || (bytes.first == UInt8(ascii: "-") && !word.contains("://")) { return }
    guard let mark = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }),
      mark + 1 < bytes.count
    else { return }
    places.append((index, mark + 1..<bytes.count))
  }

  /// Adds `name:password@` of a URL, anywhere in the word.
  private mutating func addLogin(in index: Int) {
    let bytes = Array(words[index].utf8)
    guard let scheme = words[index].utf8.range(ofBytes: "://") else { return }
    let start = words[index].utf8.distance(from: words[index].startIndex, to: scheme.upperBound)
    let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")), end > start else { return }
    places.append((index, start..<end))
  }
}
