/// The logins in a `.netrc` file: `machine HOST login NAME password WORD`, `default` for every other host. Parsed word
/// by word as curl does, including the results for malformed files.
struct CurlNetrc: Hashable, Sendable {
  struct Login: Hashable, Sendable {
    var user: String
    var password: String
  }

  enum Answer: Hashable {
    case login(Login)
    case nothing
    /// A quoted text does not end on its line: curl rejects the file when it gets there.
    case broken
  }

  private let lines: [String]

  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
  }

  /// The login for a host.
  /// - Parameter user: the user whose password is needed; if no entry names this user, the host's last one is used.
  func answer(for host: String, user: String?) -> Answer {
    var search = CurlNetrcSearch(host: host, user: user)
    for line in lines {
      guard search.read(line) else { return .broken }
      if search.isDone { break }
    }
    return search.login.map(Answer.login) ?? .nothing
  }

  func login(for host: String, user: String?) -> Login? {
    guard case .login(let login) = answer(for: host, user: user) else { return nil }
    return login
  }
}

/// Searches the lines of a `.netrc` file for the login of one host.
///
/// ```
/// outside ─machine─► named ─the host─► inside ─login, password─► done
///    ▲  └──────────default──────────────►│  └─machine─► named
///    └──────────────another host─────────┘ macdef: all lines up to an empty one
/// ```
struct CurlNetrcSearch {
  private enum State { case outside, named, inside, macro }
  private enum Keyword { case login, password }

  private let host: String
  private let isUserGiven: Bool
  private var user: String?
  private var password: String?
  private var state = State.outside
  private var keyword: Keyword?
  private var hasFoundHost = false
  private var isOurLogin = false
  /// The keywords found in this entry.
  private var met: Set<Keyword> = []
  private(set) var isDone = false

  init(host: String, user: String?) {
    self.host = host
    self.user = user
    isUserGiven = user != nil
  }

  /// `nil` if the file has no login for the host.
  var login: CurlNetrc.Login? {
    guard hasFoundHost, isOurLogin || password != nil else { return nil }
    return CurlNetrc.Login(user: user ?? "", password: password ?? "")
  }

  /// `false` if curl rejects the line.
  mutating func read(_ line: String) -> Bool {
    let escapes: [Unicode.Scalar: Unicode.Scalar] = ["n": "\n", "r": "\r", "t": "\t"]
    var cursor = ScalarCursor(line)
    if state == .macro {
      guard cursor.isAtEnd || cursor.peek() == "\r" else { return true }
      state = .outside
    }
    while !isDone {
      cursor.skip(cursor.count { $0.isCurlSpace })
      guard let first = cursor.peek(), first != "#" else { return true }
      guard first == "\"" else {
        take(cursor.bareWord())
        continue
      }
      guard let word = cursor.closedWord(escapes: escapes) else { return false }
      take(word)
    }
    return true
  }

  private mutating func take(_ word: String) {
    let name = word.lowercased()
    switch state {
    case .macro: return
    case .outside: begin(name)
    case .named:
      state = name == host.lowercased() ? .inside : .outside
      if state == .inside { hasFoundHost = true }
    case .inside:
      if let keyword { return take(word, for: keyword) }
      switch name {
      case "login": keyword = .login
      case "password": keyword = .password
      case "machine":
        state = .named
        met = []
        isOurLogin = false
        forget()
      case "default": forget()
      default: return
      }
    }
  }

  private mutating func begin(_ name: String) {
    switch name {
    case "macdef": state = .macro
    case "machine": state = .named
    case "default":
      state = .inside
      hasFoundHost = true
    default: return
    }
  }

  private mutating func forget() {
    password = nil
    if !isUserGiven { user = nil }
  }

  private mutating func take(_ word: String, for kind: Keyword) {
    keyword = nil
    met.insert(kind)
    switch kind {
    case .login:
      isOurLogin = !isUserGiven || word == user
      if !isUserGiven { user = word }
    case .password: password = word
    }
    isDone = met.count == 2 && isOurLogin
  }
}

extension ScalarCursor {
  /// A text in double quotes; `nil` if they are not closed.
  fileprivate mutating func closedWord(escapes: [Unicode.Scalar: Unicode.Scalar]) -> String? {
    let start = index
    let word = quotedWord(escapes: escapes)
    var ahead = scalars[start..<index].dropFirst()
    while let scalar = ahead.popFirst() {
      if scalar == "\"" { return word }
      if scalar == "\\" { _ = ahead.popFirst() }
    }
    return nil
  }
}
