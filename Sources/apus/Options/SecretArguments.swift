import Networking

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Finds the secrets in a command line. Every user of the machine can read it in the list of processes, so they are
/// overwritten with blanks once they are read, as in curl.
///
/// They are readable for an instant after the start. Standard input, files and secret variables are not.
struct SecretArguments {
  /// The index of a word, and the range of bytes in it.
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
    }
    var index = min(1, words.count)
    while index < words.count { index = addOption(at: index) }
  }

  /// Overwrites them in the memory where the system reads them.
  static func blank() {
    let words = (1..<max(1, Int(CommandLine.argc))).map { index in
      CommandLine.unsafeArgv[index].map { String(cString: $0) } ?? ""
    }
    for place in SecretArguments(words).places {
      guard let word = CommandLine.unsafeArgv[place.word + 1] else { continue }
      // Text that is not UTF-8 was repaired, which moved its offsets: the whole word is overwritten.
      let isExact = strlen(word) == words[place.word].utf8.count
      let bytes = isExact ? place.bytes : 0..<strlen(word)
      memset(word + bytes.lowerBound, 0x20, bytes.count)
    }
  }

  /// Which part of an option's value is secret.
  private enum Kind {
    case all
    /// The part after `NAME=`.
    case assigned
    /// The value of a header whose name denotes a credential.
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
    /// The part after `NAME=` if the name denotes a credential.
    case parameter
  }

  private static let long: [String: Kind] = [
    "--user": .all, "--proxy-user": .all, "--pass": .all, "--proxy-pass": .all, "--bearer": .all,
    "--oauth2-bearer": .all, "--tlsuser": .all, "--tlspassword": .all, "--proxy-tlsuser": .all,
    "--proxy-tlspassword": .all, "--var": .assigned, "--variable": .assigned, "--auth-field": .assigned,
    "--header": .header, "--proxy-header": .header, "--cookie": .cookie, "--cert": .passphrase,
    "--proxy-cert": .passphrase, "--proxy": .login, "--preproxy": .login, "--data": .content, "--data-raw": .content,
    "--data-ascii": .content, "--data-binary": .content, "--data-urlencode": .content, "--json": .content,
    "--form": .part, "--form-string": .part, "--param": .parameter, "--url-query": .parameter,
  ]

  /// `-b` and `-U` exist only in curl.
  private static let short: [UInt8: Kind] = [
    UInt8(ascii: "u"): .all, UInt8(ascii: "U"): .all, UInt8(ascii: "H"): .header, UInt8(ascii: "b"): .cookie,
    UInt8(ascii: "E"): .passphrase, UInt8(ascii: "x"): .login, UInt8(ascii: "d"): .content, UInt8(ascii: "F"): .part,
    UInt8(ascii: "p"): .parameter,
  ]

  /// The letters that take a value; in a group of letters, the first of these ends the group.
  private var valued: [UInt8] { Array((isCurl ? "AbcCdDeEFHKmMoPQrtTuUwxXyYz" : "dEeFHmopruTwXx").utf8) }

  /// - Returns: the index of the next word to check.
  private mutating func addOption(at index: Int) -> Int {
    let word = words[index]
    guard word.utf8.first == UInt8(ascii: "-"), word.utf8.count > 1 else { return index + 1 }
    guard word.hasPrefix("--") else { return addLetters(at: index) }
    let name = String(word.prefix { $0 != "=" })
    guard let kind = Self.long[name] else { return index + 1 }
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
    case .parameter:
      let equals = value.firstIndex(of: UInt8(ascii: "="))
      let isOne = equals.map { CredentialName.isOne(String(decoding: value[..<$0], as: UTF8.self)) } ?? false
      secret = isOne ? equals.map { $0 + 1..<bytes.count } : nil
    case .login: secret = value.lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
    case .header:
      let colon = value.firstIndex(of: UInt8(ascii: ":"))
      let isOne = colon.map { CredentialMarks().cover(String(decoding: value[..<$0], as: UTF8.self)) } ?? false
      secret = isOne ? colon.map { $0 + 1..<bytes.count } : nil
    case .passphrase:
      let file = ClientCertificate.fileAndPassword(words[index])
      secret = file.password.map { bytes.count - $0.utf8.count..<bytes.count }
    }
    if let secret, !secret.isEmpty { places.append((index, secret)) }
  }

  /// Adds the values of credentials in the query of a URL, anywhere in the word.
  private mutating func addQuery(in index: Int) {
    let bytes = Array(words[index].utf8)
    guard bytes.first != UInt8(ascii: "-"), let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return }
    for row in bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")) {
      guard let equals = row.firstIndex(of: UInt8(ascii: "=")), equals + 1 < row.endIndex,
        CredentialName.isOne(String(decoding: row[..<equals], as: UTF8.self))
      else { continue }
      places.append((index, equals + 1..<row.endIndex))
    }
  }

  /// Adds `name:password@` of a URL, anywhere in the word.
  private mutating func addLogin(in index: Int) {
    let bytes = Array(words[index].utf8)
    guard let scheme = words[index].utf8.firstRange(of: "://".utf8) else { return }
    let start = words[index].utf8.distance(from: words[index].startIndex, to: scheme.upperBound)
    let authority = bytes[start...].prefix { !"/?#".utf8.contains($0) }
    guard let end = authority.lastIndex(of: UInt8(ascii: "@")), end > start else { return }
    places.append((index, start..<end))
  }
}
