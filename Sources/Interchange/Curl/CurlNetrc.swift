/// The logins in a `.netrc` file: `machine HOST login NAME password WORD`, `default` for every other host.
struct CurlNetrc {
  struct Login: Hashable {
    var user: String
    var password: String
  }

  private struct Entry {
    /// `nil` for `default`.
    var machine: String?
    var user: String?
    var password: String?
  }

  private var entries: [Entry] = []

  init(_ bytes: [UInt8]) {
    var words = Self.words(String(decoding: bytes, as: UTF8.self))[...]
    while let word = words.popFirst() {
      switch word.lowercased() {
      case "machine": entries.append(Entry(machine: words.popFirst() ?? ""))
      case "default": entries.append(Entry(machine: nil))
      case "login" where !entries.isEmpty: entries[entries.count - 1].user = words.popFirst()
      case "password" where !entries.isEmpty: entries[entries.count - 1].password = words.popFirst()
      case "account": words = words.dropFirst()
      default: continue
      }
    }
  }

  /// The login for a host; with `user`, only the one of that name.
  func login(for host: String, user: String?) -> Login? {
    let entry = entries.first { entry in
      guard entry.machine.map({ $0.lowercased() == host.lowercased() }) ?? true else { return false }
      return user == nil || entry.user == nil || entry.user == user
    }
    guard let entry, entry.user != nil || entry.password != nil || user != nil else { return nil }
    return Login(user: user ?? entry.user ?? "", password: entry.password ?? "")
  }

  /// Words between blanks, or in quotes with backslashes; macros and comments are passed over.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    var isMacro = false
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
    for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      var cursor = ScalarCursor(String(line))
      if line.allSatisfy({ $0.isCurlSpace }) { isMacro = false }
      while !isMacro {
        cursor.skip(cursor.count { $0.isCurlSpace })
        guard let first = cursor.peek(), first != "#" else { break }
        let word = first == "\"" ? cursor.quotedWord(escapes: escapes) : cursor.bareWord()
        isMacro = word == "macdef"
        if !isMacro { words.append(word) }
      }
    }
    return words
  }
}
